import { useSyncExternalStore } from 'react'

let isPaper = false
addEventListener('beforeprint', () => {
  isPaper = true
})
addEventListener('afterprint', () => {
  isPaper = false
})

/**
 * Whether it is drawn for a printer. Media queries say so only when the pages have been counted already: what is drawn
 * then has no room on them, and is cut off.
 */
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
