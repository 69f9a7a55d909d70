import { useEffect, useState } from 'react'
import { now } from '../clock.ts'

const TICK_MS = 30_000

/** Returns the time (ISO, UTC), updated twice a minute, because a shift may end while it is on screen. */
export function useNow(): string {
  const [instant, setInstant] = useState(() => now().toISOString())

  useEffect(() => {
    const tick = setInterval(() => setInstant(now().toISOString()), TICK_MS)
    return () => clearInterval(tick)
  }, [])

  return instant
}
