import { useSyncExternalStore } from 'react'

/** False in the server's HTML. */
export function useIsScripted(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

const neverChanges = () => () => {}
