import type { Event } from '@muster/contract/events'
import type { Language } from '@muster/contract/language'
import type { Person } from '@muster/contract/people'
import { type AssignmentStatus, occupiesTime } from '@muster/contract/rules/assignment-status'
import { foldAddress, foldForSearch, foldName, searchDigits, searchWords } from '@muster/contract/rules/fold'
import { findShortRest, type ShortRest } from '@muster/contract/rules/rest'
import { findConflict } from '@muster/contract/rules/time-conflict'
import type { Shift } from '@muster/contract/shifts'
import { fullName, sortByName } from '../../format/names.ts'
import type { StaffingDraft } from './staffing-draft.ts'

/** A person with the name folded in advance, because folding at each key press is slow. */
export type NamedPerson = { person: Person; folded: string; reversed: string }

export type OtherShift = {
  shift_id: string
  start_dt: string
  end_dt: string
  status: AssignmentStatus
  role: string
  event: Shift['role']['event']
}

export type Hindrance = { kind: 'already' } | { kind: 'picked' } | { kind: 'busy'; with: OtherShift }

export type Candidate = {
  person: Person
  kind: MatchKind
  hindrance: Hindrance | undefined
  others: number
  short_rest: ShortRest<OtherShift> | undefined
}

export function indexNames(people: readonly Person[], language: Language): NamedPerson[] {
  return sortByName(people, language).map((person) => ({
    person,
    folded: foldForSearch(fullName(person)),
    reversed: foldForSearch(`${person.last_name} ${person.first_name}`),
  }))
}

/** How well a text names a person: wholly, by the start of a name, or somewhere in it. */
export type MatchKind = 'exact' | 'prefix' | 'inside'
export type Match = { person: Person; kind: MatchKind }

/**
 * Matches every word of `typed` in first or last name, in any order, or a phone number or e-mail address. Exact matches
 * come first, of those the same spelling, then starts of names.
 */
export function findPeople(index: readonly NamedPerson[], typed: string): Match[] {
  const words = searchWords(typed)
  const whole = words.join(' ')
  const digits = searchDigits(typed)
  const matches = index.flatMap((each): (Match & { rank: number })[] => {
    const { person, folded, reversed } = each
    const rank = rankOf(each)
    if (rank !== undefined) return [{ person, ...rank }]
    const isFound =
      words.every((word) => folded.includes(word) || reversed.includes(word)) ||
      (digits !== '' && digitsOf(person.phone).includes(digits)) ||
      (typed.includes('@') && foldAddress(person.email ?? '').startsWith(foldAddress(typed)))
    return isFound ? [{ person, kind: 'inside', rank: 3 }] : []
  })
  return matches.toSorted((a, b) => a.rank - b.rank).map(({ person, kind }) => ({ person, kind }))

  function rankOf({ person, folded, reversed }: NamedPerson): { kind: MatchKind; rank: number } | undefined {
    if (whole === '') return undefined
    if (folded === whole || reversed === whole) {
      return { kind: 'exact', rank: foldName(fullName(person)) === foldName(typed) ? 0 : 1 }
    }
    const isContact =
      foldAddress(person.email ?? '') === foldAddress(typed) ||
      (digits.length >= FULL_NUMBER && digitsOf(person.phone).endsWith(digits))
    if (isContact) return { kind: 'exact', rank: 1 }
    const startsName = ` ${folded}`.includes(` ${whole}`) || ` ${reversed}`.includes(` ${whole}`)
    return startsName ? { kind: 'prefix', rank: 2 } : undefined
  }
}

/** Digits that are a whole number, without its leading zero. */
const FULL_NUMBER = 7

function digitsOf(phone: string | null | undefined): string {
  return phone?.replace(/\D/gu, '') ?? ''
}

/**
 * Returns whom Enter adds for `typed`, if anybody: the first of the list, if free and named by it. Of several words all
 * are needed: "Björn Ek" is not Björn Ekman.
 */
export function chosenByEnter(candidates: readonly Candidate[], typed: string): Candidate | undefined {
  const [first] = candidates
  if (!first || first.hindrance || first.kind === 'inside') return undefined
  return first.kind === 'exact' || searchWords(typed).length === 1 ? first : undefined
}

/** Sorts people who cannot be added last among those who match as well. */
export function sortCandidates(candidates: readonly Candidate[]): Candidate[] {
  const rank = ({ kind, hindrance }: Candidate) => 2 * kinds.indexOf(kind) + (hindrance ? 1 : 0)
  return candidates.toSorted((a, b) => rank(a) - rank(b))
}

const kinds: readonly MatchKind[] = ['exact', 'prefix', 'inside']

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

/** D50: beside the person's other shifts of the event. */
export function shortRestOf(
  shift: Shift,
  own: readonly OtherShift[],
  { id, min_rest_hours }: Event,
): ShortRest<OtherShift> | undefined {
  const others = own.filter(
    (other) => other.shift_id !== shift.id && other.event.id === id && occupiesTime(other.status),
  )
  return findShortRest(shift, others, min_rest_hours)
}

/** D14: shifts of other events count too. */
export function candidateOf(
  { person, kind }: Match,
  {
    event,
    shift,
    draft,
    shiftsOf,
  }: {
    event: Event
    shift: Shift
    draft: StaffingDraft
    shiftsOf: ReadonlyMap<string, readonly OtherShift[]>
  },
): Candidate {
  const own = shiftsOf.get(person.id) ?? []
  const others = own.filter(({ shift_id, status }) => shift_id !== shift.id && occupiesTime(status)).length
  const busy = findConflict(shift, own)
  const hindrance = () => {
    if (shift.assignment.some(({ person_id }) => person_id === person.id)) return { kind: 'already' } as const
    if (draft.add.some(({ id }) => id === person.id)) return { kind: 'picked' } as const
    return busy && ({ kind: 'busy', with: busy } as const)
  }
  return { person, kind, hindrance: hindrance(), others, short_rest: shortRestOf(shift, own, event) }
}
