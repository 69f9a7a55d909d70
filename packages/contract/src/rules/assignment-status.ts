import { hasStarted } from './shift-phase.ts'

export const assignmentStatuses = ['INVITED', 'CONFIRMED', 'DECLINED', 'ABSENT'] as const
export type AssignmentStatus = (typeof assignmentStatuses)[number]

/** D13: who is signed up cannot sign up again; ABSENT is somebody who was signed up and did not come. */
export function isSignedUp(status: AssignmentStatus): boolean {
  return status === 'CONFIRMED' || status === 'ABSENT'
}

/** D12: only CONFIRMED takes a place. */
export function holdsPlace(status: AssignmentStatus): boolean {
  return status === 'CONFIRMED'
}

/** D14: a person's time is taken by what they confirmed and by what they may still confirm. */
export function occupiesTime(status: AssignmentStatus): boolean {
  return status === 'INVITED' || status === 'CONFIRMED'
}

/** D18: a personal link answers once. */
export function canAnswer(status: AssignmentStatus): boolean {
  return status === 'INVITED'
}

/**
 * D20: nobody can be absent from a shift that has not started. Places and time conflicts (D12, D14) are
 * asked apart, under the locks. Who is ABSENT already stays so when the shift is moved into the future.
 */
export function checkStatusChange(change: {
  from: AssignmentStatus
  to: AssignmentStatus
  shift: { start_dt: string }
  now: string
}): 'ok' | 'shift_not_started' {
  if (change.to !== 'ABSENT' || change.from === 'ABSENT') return 'ok'
  return hasStarted(change.shift, change.now) ? 'ok' : 'shift_not_started'
}
