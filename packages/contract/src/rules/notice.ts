import type { AssignmentStatus } from './assignment-status.ts'
import { isOver } from './shift-phase.ts'

/** Returns whether the person is notified (D21). `times` are those before and after a move; one must not be over. */
export function isNotified(
  { status, was_written_to }: { status: AssignmentStatus; was_written_to: boolean },
  times: readonly { end_dt: string }[],
  now: string,
): boolean {
  if (times.every((each) => isOver(each, now))) return false
  return status === 'CONFIRMED' || (status === 'INVITED' && was_written_to)
}
