export type ShiftPhase = 'past' | 'current' | 'upcoming'

export function phaseOf(shift: { start_dt: string; end_dt: string }, now: string): ShiftPhase {
  if (isOver(shift, now)) return 'past'
  return hasStarted(shift, now) ? 'current' : 'upcoming'
}

/** D13: the end is exclusive. */
export function isOver(shift: { end_dt: string }, now: string): boolean {
  return Date.parse(shift.end_dt) <= Date.parse(now)
}

/** D20: the start is inclusive. */
export function hasStarted(shift: { start_dt: string }, now: string): boolean {
  return Date.parse(shift.start_dt) <= Date.parse(now)
}
