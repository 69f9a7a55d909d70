import { useEffect, useEffectEvent, useState } from 'react'

/** Runs at once, and not again before `pause_ms` are over: what is asked for meanwhile becomes one run at their end. */
export function usePaced(run: () => void, pause_ms: number): () => void {
  const go = useEffectEvent(run)
  const [pace] = useState(buildPace)
  useEffect(() => pace.start(() => go(), pause_ms), [pace, pause_ms])
  return pace.ask
}

function buildPace() {
  let ask: (() => void) | undefined
  return {
    ask: () => ask?.(),
    start: (run: () => void, pause_ms: number) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      let isAsked = false
      const rest = () => {
        timer = undefined
        if (isAsked) ask?.()
      }
      ask = () => {
        isAsked = timer !== undefined
        if (isAsked) return
        timer = setTimeout(rest, pause_ms)
        run()
      }
      return () => {
        clearTimeout(timer)
        ask = undefined
      }
    },
  }
}
