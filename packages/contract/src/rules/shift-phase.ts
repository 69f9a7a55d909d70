export type ShiftPhase = 'past' | 'current' | 'upcoming'

export function phaseOf(shift: { start_dt: string; end_dt: string }, now: string): ShiftPhase {
  if (isOver(shift, now)) return 'past'
  return hasStarted(shift, now) ? 'current' : 'upcoming'
}

/** Returns true from the end on, which is exclusive (D13). */
export function isOver(shift: { end_dt: string }, now: string): boolean {
  return Date.parse(shift.end_dt) <= Date.parse(now)
}

/**
 * Returns whether sign-up is closed: from the start on, with `late_signup` from the end on (D13, D49). Where an organizer
 * answers first it ends with the start, because requests do (D52).
 */
export function isSignupOver(
  shift: { start_dt: string; end_dt: string },
  { late_signup, asks_first }: { late_signup: boolean; asks_first: boolean },
  now: string,
): boolean {
  return late_signup && !asks_first ? isOver(shift, now) : hasStarted(shift, now)
}

/** Returns true from the start on, which is inclusive (D20). */
export function hasStarted(shift: { start_dt: string }, now: string): boolean {
  return Date.parse(shift.start_dt) <= Date.parse(now)
}
