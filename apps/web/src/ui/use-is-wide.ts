import { useSyncExternalStore } from 'react'

/** The width from which a table has room (the style sheets' `desktop`), zoom included. */
const wide = '(min-width: 56.25rem)'

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
