import type { Language } from '@muster/contract/language'
import type { Person } from '@muster/contract/people'
import { type AssignmentStatus, occupiesTime } from '@muster/contract/rules/assignment-status'
import { foldForSearch, foldName, searchWords } from '@muster/contract/rules/fold'
import { findConflict } from '@muster/contract/rules/time-conflict'
import type { Shift } from '@muster/contract/shifts'
import { fullName, sortByName } from '../../format/names.ts'
import type { StaffingDraft } from './staffing-draft.ts'

/** A person with the name folded in advance, because folding at each key press is slow. */
export type NamedPerson = { person: Person; folded: string }

export type OtherShift = {
  shift_id: string
  start_dt: string
  end_dt: string
  status: AssignmentStatus
  role: string
  event: Shift['role']['event']
}

export type Hindrance = { kind: 'already' } | { kind: 'picked' } | { kind: 'busy'; with: OtherShift }

export type Candidate = { person: Person; hindrance: Hindrance | undefined; others: number }

export function indexNames(people: readonly Person[], language: Language): NamedPerson[] {
  return sortByName(people, language).map((person) => ({ person, folded: foldForSearch(fullName(person)) }))
}

/** Matches every word of `typed` in first or last name, in any order. Whose whole name it is comes first. */
export function findByName(index: readonly NamedPerson[], typed: string): Person[] {
  const words = searchWords(typed)
  const whole = words.join(' ')
  const rankOf = ({ person, folded }: NamedPerson) => {
    if (folded !== whole) return 2
    return foldName(fullName(person)) === foldName(typed) ? 0 : 1
  }
  return index
    .filter(({ folded }) => words.every((word) => folded.includes(word)))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ person }) => person)
}

export function shiftsByPerson(shifts: readonly Shift[]): Map<string, OtherShift[]> {
  const shiftsOf = new Map<string, OtherShift[]>()
  for (const { id, start_dt, end_dt, role, assignment } of shifts) {
    for (const { person_id, status } of assignment) {
      const other = { shift_id: id, start_dt, end_dt, status, role: role.name, event: role.event }
      const known = shiftsOf.get(person_id)
      if (known) known.push(other)
      else shiftsOf.set(person_id, [other])
    }
  }
  return shiftsOf
}

/** D14: shifts of other events count too. */
export function candidateOf(
  person: Person,
  {
    shift,
    draft,
    shiftsOf,
  }: { shift: Shift; draft: StaffingDraft; shiftsOf: ReadonlyMap<string, readonly OtherShift[]> },
): Candidate {
  const own = shiftsOf.get(person.id) ?? []
  const others = own.filter(({ shift_id, status }) => shift_id !== shift.id && occupiesTime(status)).length
  const busy = findConflict(shift, own)
  const hindrance = () => {
    if (shift.assignment.some(({ person_id }) => person_id === person.id)) return { kind: 'already' } as const
    if (draft.add.some(({ id }) => id === person.id)) return { kind: 'picked' } as const
    return busy && ({ kind: 'busy', with: busy } as const)
  }
  return { person, hindrance: hindrance(), others }
}
