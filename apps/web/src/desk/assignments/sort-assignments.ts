import type { Language } from '@muster/contract/language'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import type { Assignment } from '@muster/contract/shifts'
import { sortByName } from '../../format/names.ts'

const order: readonly AssignmentStatus[] = ['CONFIRMED', 'INVITED', 'DECLINED', 'ABSENT']

export function sortAssignments(assignments: readonly Assignment[], language: Language): Assignment[] {
  const named = assignments.map((assignment) => ({ ...assignment.person, assignment }))
  return sortByName(named, language)
    .map(({ assignment }) => assignment)
    .toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
}
