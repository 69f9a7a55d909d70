import type { AssignmentStatus } from './assignment-status.ts'
import { addMs, HOUR_MS } from './instants.ts'
import { hasStarted } from './shift-phase.ts'

/** Hours before the start (D39). */
export const DEFAULT_CANCEL_HOURS = 24
export const LONGEST_CANCEL_HOURS = 720

export type AnswerChange = 'cancel' | 'take'

type Cancelling = {
  shift: { start_dt: string }
  /** Setting of the event. Null: volunteers never cancel by themselves. */
  cancel_until_hours: number | null
  /** V1: the shift has moved, and they have not answered whether its new time works. */
  is_asked_again: boolean
}

type Changing = Cancelling & { status: AssignmentStatus; now: string }

/** D39: until when a volunteer can cancel by themselves; exclusive. Null: never. */
export function cancelUntil({ shift, cancel_until_hours, is_asked_again }: Cancelling): string | null {
  if (is_asked_again) return shift.start_dt
  if (cancel_until_hours === null) return null
  return addMs(shift.start_dt, -cancel_until_hours * HOUR_MS)
}

/** D39: what its owner may do with an answer now. Capacity and time conflicts are checked separately, under the locks. */
export function possibleChange({ status, now, ...cancelling }: Changing): AnswerChange | undefined {
  const { shift } = cancelling
  if (hasStarted(shift, now)) return undefined
  if (status === 'DECLINED') return 'take'
  if (status !== 'CONFIRMED') return undefined
  const until = cancelUntil(cancelling)
  return until !== null && Date.parse(now) < Date.parse(until) ? 'cancel' : undefined
}
