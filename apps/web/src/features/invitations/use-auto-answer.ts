import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { replaceSearch } from '../../ui/hooks/navigation.ts'

const COUNTDOWN_S = 3

/**
 * D19: `?confirm=` answers by itself, but only where somebody can see it coming and stop it. A page in the
 * background does not count, and begins anew when it is looked at.
 */
export function useAutoAnswer(answer: (confirm: boolean) => void) {
  const [wish, setWish] = useState(readWish)
  const [seconds, setSeconds] = useState(COUNTDOWN_S)
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const send = useEffectEvent(answer)

  useEffect(() => {
    if (wish === undefined || !isVisible) return undefined
    let left = COUNTDOWN_S
    const tick = setInterval(() => {
      left -= 1
      setSeconds(left)
      if (left > 0) return
      clearInterval(tick)
      setWish(undefined)
      send(wish)
    }, 1_000)
    return () => {
      clearInterval(tick)
      setSeconds(COUNTDOWN_S)
    }
  }, [wish, isVisible])

  return {
    /** What will be answered, and in how many seconds; undefined when nothing will. */
    coming: wish === undefined ? undefined : { confirm: wish, seconds },
    stop: () => {
      setWish(undefined)
      // A reload must not count down again.
      replaceSearch('')
    },
  }
}

/** The specification's words: `true`, `1` and `yes` mean yes, any other value no. */
function readWish(): boolean | undefined {
  const given = new URLSearchParams(location.search).get('confirm')
  return given === null ? undefined : ['true', '1', 'yes'].includes(given)
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
