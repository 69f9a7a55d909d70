import { hasStarted } from './shift-phase.ts'

export const assignmentStatuses = ['INVITED', 'CONFIRMED', 'DECLINED', 'ABSENT'] as const
export type AssignmentStatus = (typeof assignmentStatuses)[number]

/** D13: ABSENT was confirmed, but did not come. */
export function isSignedUp(status: AssignmentStatus): boolean {
  return status === 'CONFIRMED' || status === 'ABSENT'
}

/** D12: only CONFIRMED takes a place. */
export function holdsPlace(status: AssignmentStatus): boolean {
  return status === 'CONFIRMED'
}

export function occupiesTime(status: AssignmentStatus): boolean {
  return status === 'INVITED' || status === 'CONFIRMED'
}

export function canAnswer(status: AssignmentStatus): boolean {
  return status === 'INVITED'
}

/** M1: whether the change only says who came, which a leader may. */
export function marksAttendance(from: AssignmentStatus, to: AssignmentStatus): boolean {
  return isSignedUp(from) && isSignedUp(to)
}

/** D20. Capacity and time conflicts (D12, D14) are checked separately, under the locks. */
export function checkStatusChange(change: {
  from: AssignmentStatus
  to: AssignmentStatus
  shift: { start_dt: string }
  now: string
}): 'ok' | 'shift_not_started' {
  if (change.to !== 'ABSENT' || change.from === 'ABSENT') return 'ok'
  return hasStarted(change.shift, change.now) ? 'ok' : 'shift_not_started'
}
