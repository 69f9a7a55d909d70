import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { replaceSearch } from '../../ui/hooks/navigation.ts'

const COUNTDOWN_S = 3

/**
 * D19. The countdown begins after a gesture, because scanners run real browsers, and starts again each time the page
 * becomes visible. A yes waits while the shift is full, any answer while a copy is shown.
 */
export function useAutoAnswer(
  answer: (confirm: boolean) => void,
  { isFull, isCopy }: { isFull: boolean; isCopy: boolean },
) {
  const [wish, setWish] = useState(readWish)
  const [seconds, setSeconds] = useState(COUNTDOWN_S)
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const send = useEffectEvent(answer)
  const hasGesture = useGesture(wish !== undefined)
  const isWaiting = isCopy || !hasGesture || (wish === true && isFull)

  useEffect(() => {
    if (wish === undefined || isWaiting || !isVisible) return undefined
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
  }, [wish, isWaiting, isVisible])

  return {
    coming: wish === undefined || isWaiting ? undefined : { confirm: wish, seconds },
    stop: () => {
      if (wish === undefined) return
      setWish(undefined)
      // A reload must not count down again.
      replaceSearch('')
    },
  }
}

/** Returns true once somebody has pressed a key or touched the page. Focus alone is no gesture. */
function useGesture(isAwaited: boolean): boolean {
  const [isMade, setIsMade] = useState(false)
  useEffect(() => {
    if (!isAwaited || isMade) return undefined
    const notice = ({ target }: Event) => {
      // Who presses a button answers by hand, or wants something else.
      if (!(target instanceof Element && target.closest('a, button, input, select, textarea')))
        setIsMade(true)
    }
    for (const type of GESTURES) document.addEventListener(type, notice)
    return () => {
      for (const type of GESTURES) document.removeEventListener(type, notice)
    }
  }, [isAwaited, isMade])
  return isMade
}

const GESTURES = ['pointerdown', 'touchstart', 'keydown'] as const

/** The specification: `true`, `1` and `yes` mean yes, any other value no. */
function readWish(): boolean | undefined {
  const given = new URLSearchParams(location.search).get('confirm')
  return given === null ? undefined : ['true', '1', 'yes'].includes(given)
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
