import { hasStarted } from './shift-phase.ts'
import { dayInZone } from './zone.ts'

const FAR_MS = 30 * 60_000

type Times = { start_dt: string; end_dt: string }

/** Part of an assignment. `agreed` has the times last agreed to; null means those of the shift. */
export type Agreed = { agreed: Times | null; asked_again_at: string | null }

type Move = {
  from: Times
  to: Times
  /** Time zone of the event after the move. */
  time_zone: string
  is_notified: boolean
  now: string
}

export function agreedTimes({
  agreed_start_dt: start_dt,
  agreed_end_dt: end_dt,
}: {
  agreed_start_dt: string | null
  agreed_end_dt: string | null
}): Times | null {
  return start_dt === null || end_dt === null ? null : { start_dt, end_dt }
}

/** Returns true until the person has confirmed the new time or the shift starts (V1). */
export function isTimeUnconfirmed(
  { asked_again_at }: { asked_again_at?: string | null | undefined },
  shift: { start_dt: string },
  now: string,
): boolean {
  return typeof asked_again_at === 'string' && !hasStarted(shift, now)
}

/** Returns true for a move by more than 30 minutes, or to another day (V1). */
export function isMovedFar(from: Times, to: Times, time_zone: string): boolean {
  return (
    distance(from.start_dt, to.start_dt) > FAR_MS ||
    distance(from.end_dt, to.end_dt) > FAR_MS ||
    dayInZone(from.start_dt, time_zone) !== dayInZone(to.start_dt, time_zone)
  )
}

/** Returns what a CONFIRMED person has agreed to after a move (V1). Small moves add up, compared with `agreed`. */
export function agreedAfterMove(before: Agreed, { from, to, time_zone, is_notified, now }: Move): Agreed {
  if (isSameTime(from, to)) return before
  const agreed = before.agreed ?? from
  if (!isMovedFar(agreed, to, time_zone)) {
    return { agreed: isSameTime(agreed, to) ? null : agreed, asked_again_at: null }
  }
  if (is_notified) return { agreed, asked_again_at: now }
  // An organizer who chooses to send no notice has talked with the person.
  return before.asked_again_at === null ? { agreed: null, asked_again_at: null } : before
}

export function isSameTime(a: Times, b: Times): boolean {
  return distance(a.start_dt, b.start_dt) === 0 && distance(a.end_dt, b.end_dt) === 0
}

function distance(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b))
}
