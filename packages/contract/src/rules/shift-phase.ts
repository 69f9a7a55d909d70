export type ShiftPhase = 'past' | 'current' | 'upcoming'

/** D29: past has ended; current has started and not ended; upcoming has not started. */
export function phaseOf(shift: { start_dt: string; end_dt: string }, now: string): ShiftPhase {
  if (isOver(shift, now)) return 'past'
  return hasStarted(shift, now) ? 'current' : 'upcoming'
}

/** D13: a shift is open for sign-up until its end; at the end itself it is over. */
export function isOver(shift: { end_dt: string }, now: string): boolean {
  return Date.parse(shift.end_dt) <= Date.parse(now)
}

/** D20: from its first instant on, a shift has started. */
export function hasStarted(shift: { start_dt: string }, now: string): boolean {
  return Date.parse(shift.start_dt) <= Date.parse(now)
}
