import type { AssignmentStatus } from './assignment-status.ts'
import { addMs, HOUR_MS } from './instants.ts'
import { hasStarted } from './shift-phase.ts'

/** Hours before the start of a shift (D39). */
export const DEFAULT_CANCEL_HOURS = 24
export const LONGEST_CANCEL_HOURS = 720

export type AnswerChange = 'cancel' | 'take'

/** D28: a place given up by "Wasn't it you?", before or after the end of the time for cancelling (D39). */
export const disownedTimes = ['in_time', 'late'] as const
export type Disowned = (typeof disownedTimes)[number]

type Cancelling = {
  shift: { start_dt: string }
  /** Setting of the event. Null means that volunteers never cancel by themselves. */
  cancel_until_hours: number | null
  /** Whether the shift has moved and they have not answered whether the new time works (V1). */
  is_asked_again: boolean
}

type Changing = Cancelling & { status: AssignmentStatus; now: string }

/** Returns the exclusive end of the time in which a volunteer can cancel by themselves (D39). Null means never. */
export function cancelUntil({ shift, cancel_until_hours, is_asked_again }: Cancelling): string | null {
  if (is_asked_again) return shift.start_dt
  if (cancel_until_hours === null) return null
  return addMs(shift.start_dt, -cancel_until_hours * HOUR_MS)
}

/** Returns how its owner may change an answer now (D39). Capacity and conflicts are checked under the locks. */
export function possibleChange({ status, now, ...cancelling }: Changing): AnswerChange | undefined {
  const { shift } = cancelling
  if (hasStarted(shift, now)) return undefined
  if (status === 'DECLINED') return 'take'
  if (status !== 'CONFIRMED') return undefined
  const until = cancelUntil(cancelling)
  return until !== null && Date.parse(now) < Date.parse(until) ? 'cancel' : undefined
}
