import { useEffect, useState } from 'react'
import { now } from '../clock.ts'

const TICK_MS = 30_000

/** The present instant (ISO, UTC), told anew twice a minute: a shift that ends while it is looked at is over. */
export function useNow(): string {
  const [instant, setInstant] = useState(() => now().toISOString())

  useEffect(() => {
    const tick = setInterval(() => setInstant(now().toISOString()), TICK_MS)
    return () => clearInterval(tick)
  }, [])

  return instant
}
