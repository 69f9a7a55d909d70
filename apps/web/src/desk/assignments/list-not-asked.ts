import { invitationState } from '@muster/contract/rules/invitation-state'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { Assignment, Shift } from '@muster/contract/shifts'

export type NotAsked = { shift: Shift; assignment_id: string }

/** Maximum number of shifts that a message asks about, besides the one it is sent for. */
const MOST = 19

/** Lists the person's other shifts of the event for which nothing was sent, by start. */
export function listNotAsked(
  shifts: readonly Shift[],
  { id, person }: Pick<Assignment, 'id' | 'person'>,
  now: string,
): NotAsked[] {
  return shifts
    .filter((shift) => !isOver(shift, now))
    .flatMap((shift) =>
      shift.assignment
        .filter((each) => each.person.id === person.id && each.id !== id)
        .filter((each) => invitationState(each, now) === 'not_asked')
        .map((each) => ({ shift, assignment_id: each.id })),
    )
    .toSorted((a, b) => a.shift.start_dt.localeCompare(b.shift.start_dt))
    .slice(0, MOST)
}
