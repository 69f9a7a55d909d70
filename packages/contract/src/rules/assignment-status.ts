import { hasStarted } from './shift-phase.ts'

export const assignmentStatuses = ['INVITED', 'CONFIRMED', 'DECLINED', 'ABSENT'] as const
export type AssignmentStatus = (typeof assignmentStatuses)[number]

/** Returns true for ABSENT too, a person who was confirmed but did not come (D13). */
export function isSignedUp(status: AssignmentStatus): boolean {
  return status === 'CONFIRMED' || status === 'ABSENT'
}

/** Returns whether the person takes a place, which only CONFIRMED does (D12). */
export function holdsPlace(status: AssignmentStatus): boolean {
  return status === 'CONFIRMED'
}

export function occupiesTime(status: AssignmentStatus): boolean {
  return status === 'INVITED' || status === 'CONFIRMED'
}

export function canAnswer(status: AssignmentStatus): boolean {
  return status === 'INVITED'
}

/** Returns whether the change only says who came, which a leader may say (M1). */
export function marksAttendance(from: AssignmentStatus, to: AssignmentStatus): boolean {
  return isSignedUp(from) && isSignedUp(to)
}

/** Checks a change of status (D20). Capacity and conflicts (D12, D14) are checked separately, under the locks. */
export function checkStatusChange(change: {
  from: AssignmentStatus
  to: AssignmentStatus
  shift: { start_dt: string }
  now: string
}): 'ok' | 'shift_not_started' {
  if (change.to !== 'ABSENT' || change.from === 'ABSENT') return 'ok'
  return hasStarted(change.shift, change.now) ? 'ok' : 'shift_not_started'
}
