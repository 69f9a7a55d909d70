/** Storage that lasts as long as the page where the browser has blocked its own: cookies refused, or the disk full. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Shared by all tabs, and kept until it is removed. */
export const deviceStorage = createStorage(() => localStorage)
export const tabStorage = createStorage(() => sessionStorage)

/** Returns null if there is nothing, or no JSON. */
export function readJson(storage: KeptStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function createStorage(find: () => Storage): KeptStorage {
  const memory = new Map<string, string>()
  // Even the name of a blocked storage throws.
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(find())
    } catch {
      return undefined
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      const isKept = attempt((storage) => {
        storage.setItem(key, value)
        return true
      })
      if (isKept) memory.delete(key)
      else memory.set(key, value)
    },
    removeItem(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
  }
}
