import type { PublicEvent } from '@muster/contract/public-event'
import { diffShifts, type SeenShift } from '@muster/contract/rules/live-diff'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { LiveStatus } from '../../live/live-status.ts'
import { type Highlights, useHighlights } from '../../live/use-highlights.ts'
import { useEventTopic } from '../../live/use-topic.ts'
import { announce } from '../../ui/feedback/live-region.tsx'

type LiveShifts = { shifts: readonly SeenShift[]; status: LiveStatus; highlights: Highlights }

/** Freezes the state while `isHeld`. Changes are shown afterwards. Without `isLive` nothing changes. */
export function usePublicShifts(event: PublicEvent, isHeld = false, isLive = true): LiveShifts {
  const reading = useMemo(
    () => ({ as_of: event.as_of, shifts: event.roles.flatMap(({ shifts }) => shifts) }),
    [event],
  )
  const { shifts: newest, status } = useEventTopic(event.id, reading, isLive)
  const [shifts, setShifts] = useState(newest)
  if (!isHeld && shifts !== newest) setShifts(newest)
  return { shifts, status, highlights: useHighlights(shifts) }
}

const GATHER_MS = 1_500

export function useSpokenSpots(
  shifts: readonly SeenShift[],
  say: (changed: readonly SeenShift[]) => string | undefined,
): void {
  const before = useRef(shifts)
  const newest = useRef({ shifts, say })
  const changed = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    newest.current = { shifts, say }
    for (const [id, { spotsChanged }] of diffShifts(before.current, shifts)) {
      if (spotsChanged) changed.current.add(id)
    }
    before.current = shifts
    if (changed.current.size === 0 || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      const { shifts: now, say: speak } = newest.current
      const message = speak(now.filter(({ id }) => changed.current.has(id)))
      changed.current.clear()
      if (message) announce(message)
    }, GATHER_MS)
  }, [shifts, say])

  useEffect(() => () => clearTimeout(timer.current), [])
}
