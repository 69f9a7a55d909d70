import { useSyncExternalStore } from 'react'

/** Returns false in the server's HTML. */
export function useIsScripted(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

const neverChanges = () => () => {}
