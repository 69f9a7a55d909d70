import type { AssignmentStatus } from './assignment-status.ts'
import { hasStarted } from './shift-phase.ts'

const HOUR_MS = 3_600_000
/** Hours before the start (D39). */
export const DEFAULT_CANCEL_HOURS = 24
export const LONGEST_CANCEL_HOURS = 720

export type AnswerChange = 'cancel' | 'take'

type Changing = {
  status: AssignmentStatus
  shift: { start_dt: string }
  /** Of the event. Null: volunteers never cancel by themselves. */
  cancel_until_hours: number | null
  now: string
}

/** D39: until when a volunteer can cancel by themselves; exclusive. Null: never. */
export function cancelUntil(shift: { start_dt: string }, cancel_until_hours: number | null): string | null {
  if (cancel_until_hours === null) return null
  return new Date(Date.parse(shift.start_dt) - cancel_until_hours * HOUR_MS).toISOString()
}

/** D39: what its owner may do with an answer now. Capacity and time conflicts are checked separately, under the locks. */
export function possibleChange({
  status,
  shift,
  cancel_until_hours,
  now,
}: Changing): AnswerChange | undefined {
  if (hasStarted(shift, now)) return undefined
  if (status === 'DECLINED') return 'take'
  if (status !== 'CONFIRMED') return undefined
  const until = cancelUntil(shift, cancel_until_hours)
  return until !== null && Date.parse(now) < Date.parse(until) ? 'cancel' : undefined
}
