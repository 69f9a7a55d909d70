import { LRUCache } from 'lru-cache'

export type PositiveCache<Key extends string[]> = {
  ask: (...key: Key) => Promise<boolean>
  forget: (...key: Key) => void
}

const ENTRIES = 50_000

/** Only true is cached: what has just been allowed works at once, and a flood of unknown keys fills no memory. */
export function openPositiveCache<Key extends string[]>(options: {
  ttl: number
  now: () => string
  source: (...key: Key) => Promise<boolean>
}): PositiveCache<Key> {
  // The age is counted from the question: an answer is never older than `ttl`, however slow it came.
  const answers = new LRUCache<string, Promise<boolean>>({
    max: ENTRIES,
    // At an age of its `ttl` LRUCache still returns an entry.
    ttl: options.ttl - 1,
    ttlResolution: 0,
    perf: { now: () => Date.parse(options.now()) },
  })

  return {
    async ask(...key) {
      const name = key.join()
      const known = answers.get(name)
      if (known) return known

      const answer = options.source(...key)
      answers.set(name, answer)
      let isTrue = false
      try {
        isTrue = await answer
      } finally {
        if (!isTrue && answers.peek(name) === answer) answers.delete(name)
      }
      return isTrue
    },
    forget: (...key) => void answers.delete(key.join()),
  }
}
