import { useSyncExternalStore } from 'react'
import { useIsPaper } from './use-is-paper.ts'

/** The style sheets' `desktop`, zoom included. */
const wide = '(min-width: 56.25rem)'

/** A4 is narrow: cards are printed. */
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
