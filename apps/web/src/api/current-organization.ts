import { useSyncExternalStore } from 'react'

const storageKey = 'current_org_id'
const listeners = new Set<() => void>()

/**
 * The organisation of this tab. The stored one only seeds a new tab, so that a tab never writes into the
 * organisation another has chosen since (D35).
 */
export function currentOrganization(): string | null {
  const own = sessionStorage.getItem(storageKey)
  if (own !== null) return own
  const seed = localStorage.getItem(storageKey)
  if (seed !== null) sessionStorage.setItem(storageKey, seed)
  return seed
}

export function chooseOrganization(id: string | null): void {
  for (const storage of [sessionStorage, localStorage]) {
    if (id === null) storage.removeItem(storageKey)
    else storage.setItem(storageKey, id)
  }
  for (const listener of listeners) listener()
}

export function useCurrentOrganization(): string | null {
  return useSyncExternalStore(subscribe, currentOrganization)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
