import type { SeenShift } from '@muster/contract/rules/live-diff'
import type { LiveState } from '@muster/contract/rules/live-state'
import { useEffect, useRef, useState } from 'react'
import type { LiveStatus } from './live-status.ts'
import { openLater } from './open-later.ts'

export type Reading = { as_of: string; shifts: readonly SeenShift[] }

export function useEventTopic(
  event_id: string,
  reading: Reading,
  isLive = true,
): { shifts: readonly SeenShift[]; status: LiveStatus } {
  const newest = useRef<LiveState>({ n: 0, ...reading })
  const [shifts, setShifts] = useState(reading.shifts)
  const [status, setStatus] = useState<LiveStatus>('connecting')

  useEffect(() => {
    if (Date.parse(reading.as_of) <= Date.parse(newest.current.as_of)) return
    // Only the channel sends `signing_up`.
    const known = new Map(newest.current.shifts.map((shift) => [shift.id, shift]))
    const merged = reading.shifts.map((shift) => ({ ...known.get(shift.id), ...shift }))
    newest.current = { ...newest.current, as_of: reading.as_of, shifts: merged }
    setShifts(merged)
  }, [reading])

  useEffect(() => {
    if (!isLive) return undefined
    return openLater(
      () => import('./follow-event.ts'),
      ({ followEvent }) =>
        followEvent({
          event_id,
          read: () => newest.current,
          show: (state) => {
            newest.current = state
            setShifts(state.shifts)
          },
          setStatus,
        }),
      () => setStatus('error'),
    )
  }, [event_id, isLive])

  return { shifts, status }
}
