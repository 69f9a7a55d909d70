import { useSyncExternalStore } from 'react'

let isPaper = false
addEventListener('beforeprint', () => {
  isPaper = true
})
addEventListener('afterprint', () => {
  isPaper = false
})

/** Returns true while printing. A media query changes only after the pages are counted, so later content is cut off. */
export function useIsPaper(): boolean {
  return useSyncExternalStore(subscribe, () => isPaper)
}

function subscribe(listener: () => void): () => void {
  addEventListener('beforeprint', listener)
  addEventListener('afterprint', listener)
  return () => {
    removeEventListener('beforeprint', listener)
    removeEventListener('afterprint', listener)
  }
}
