import { live } from '@muster/contract/live'

/**
 * The live client is loaded after the page, which shows its content without it, and again after a failure. `open` returns
 * what closes it, which the returned function calls.
 */
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
