import { live } from '@muster/contract/live'

/** Loads the live client after the page, and again after a failure. Returns a function that closes what was opened. */
export function openLater<Part>(
  load: () => Promise<Part>,
  open: (part: Part) => () => void,
  onFailure?: () => void,
): () => void {
  let isWanted = true
  let close: (() => void) | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    load().then(
      (part) => {
        if (isWanted) close = open(part)
      },
      () => {
        if (!isWanted) return
        onFailure?.()
        retry = setTimeout(start, live.reconnect_ms)
      },
    )
  }
  start()
  return () => {
    isWanted = false
    clearTimeout(retry)
    close?.()
  }
}
