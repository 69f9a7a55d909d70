import { useEffect, useState } from 'react'
import { now } from '../../clock.ts'

const TICK_MS = 250

/** Returns the whole seconds until `wait_ms` after `read_at` (ms of the server's clock, as `now()`); 0 afterwards. */
export function useSecondsLeft(wait_ms: number, read_at: number): number {
  const until = read_at + wait_ms
  const [read, setRead] = useState(() => ({ until, seconds: secondsUntil(until) }))
  useEffect(() => {
    const tick = () => setRead({ until, seconds: secondsUntil(until) })
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [until])
  // Of another end, nothing has been read yet.
  return read.until === until ? read.seconds : secondsUntil(until)
}

function secondsUntil(until: number): number {
  return Math.max(0, Math.ceil((until - now().getTime()) / 1_000))
}
