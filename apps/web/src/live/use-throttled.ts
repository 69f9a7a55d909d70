import { useEffect, useEffectEvent, useState } from 'react'

/** Runs at once, then at most once per `pause_ms`; the last call always runs. */
export function useThrottled(run: () => void, pause_ms: number): () => void {
  const newest = useEffectEvent(run)
  const [throttle] = useState(buildThrottle)
  useEffect(() => throttle.start(() => newest(), pause_ms), [throttle, pause_ms])
  return throttle.call
}

function buildThrottle() {
  let call: (() => void) | undefined
  return {
    call: () => call?.(),
    start: (run: () => void, pause_ms: number) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      let isDue = false
      const endPause = () => {
        timer = undefined
        if (isDue) call?.()
      }
      call = () => {
        isDue = timer !== undefined
        if (isDue) return
        timer = setTimeout(endPause, pause_ms)
        run()
      }
      return () => {
        clearTimeout(timer)
        call = undefined
      }
    },
  }
}
