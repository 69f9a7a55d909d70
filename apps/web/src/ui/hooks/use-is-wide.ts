import { useSyncExternalStore } from 'react'
import { useIsPaper } from './use-is-paper.ts'

/** Media query of the style sheets' `desktop`, which takes zoom into account. */
const wide = '(min-width: 56.25rem)'

/** Returns false on paper: A4 is narrow, so cards are printed. */
export function useIsWide(): boolean {
  const isPaper = useIsPaper()
  const isWide = useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
  return isWide && !isPaper
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
