import type { Language } from '@muster/contract/language'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { type InvitationState, invitationState } from '@muster/contract/rules/invitation-state'
import type { Assignment } from '@muster/contract/shifts'
import { sortByName } from '../../format/names.ts'

/** D37: INVITED does not say whether anything was sent. */
export type AssignmentState = AssignmentStatus | InvitationState

const order = [
  'CONFIRMED',
  'asked',
  'not_asked',
  'expired',
  'DECLINED',
  'ABSENT',
] as const satisfies readonly AssignmentState[]

export function stateOf(assignment: Assignment, now: string): AssignmentState {
  return invitationState(assignment, now) ?? assignment.status
}

/** Groups by state, each sorted by name. */
export function groupAssignments(
  assignments: readonly Assignment[],
  { language, now }: { language: Language; now: string },
): { state: (typeof order)[number]; assignments: Assignment[] }[] {
  const named = sortByName(
    assignments.map((assignment) => ({ ...assignment.person, assignment })),
    language,
  ).map(({ assignment }) => assignment)
  return order.flatMap((state) => {
    const members = named.filter((each) => stateOf(each, now) === state)
    return members.length > 0 ? [{ state, assignments: members }] : []
  })
}
