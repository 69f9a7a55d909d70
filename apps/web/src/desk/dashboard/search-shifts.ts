import { occupiesTime } from '@muster/contract/rules/assignment-status'
import { foldForSearch, searchWords } from '@muster/contract/rules/fold'
import { instantToWall } from '@muster/contract/rules/zone'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { fullName } from '../../format/names.ts'

export type FoundPerson = { person: Assignment['person']; shifts: Shift[] }

/** Finds by role, time or a person who is expected. All words must be of one of them. */
export function isFound(shift: Shift, query: string, timeZone: string): boolean {
  const words = searchWords(query)
  return (
    words.length === 0 ||
    hasWords(`${foldOnce(shift.role, ({ name }) => name)} ${clockOf(shift, timeZone)}`, words) ||
    shift.assignment.some((each) => isNamed(each, words))
  )
}

/** Lists the people of the shifts whose name has all words, with their shifts in order. Starts of names come first. */
export function findPeople(shifts: readonly Shift[], query: string): FoundPerson[] {
  const words = searchWords(query)
  if (words.length === 0) return []
  const found = new Map<string, FoundPerson>()
  for (const shift of shifts.toSorted((a, b) => a.start_dt.localeCompare(b.start_dt))) {
    for (const each of shift.assignment) {
      if (!isNamed(each, words)) continue
      const known = found.get(each.person_id)
      if (known) known.shifts.push(shift)
      else found.set(each.person_id, { person: each.person, shifts: [shift] })
    }
  }
  const start = ` ${words.join(' ')}`
  const isStart = ({ person }: FoundPerson) => ` ${foldOnce(person, fullName)}`.includes(start)
  return [...found.values()].toSorted((a, b) => Number(isStart(b)) - Number(isStart(a)))
}

export function isNamed({ person, status }: Assignment, words: readonly string[]): boolean {
  return words.length > 0 && occupiesTime(status) && hasWords(foldOnce(person, fullName), words)
}

function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

function clockOf({ start_dt, end_dt }: Shift, timeZone: string): string {
  return `${instantToWall(start_dt, timeZone).slice(11)}-${instantToWall(end_dt, timeZone).slice(11)}`
}

const folded = new WeakMap<object, string>()

/** Cached: folding the names of 5,000 shifts at each key press is slow. */
function foldOnce<Subject extends object>(subject: Subject, textOf: (subject: Subject) => string): string {
  const known = folded.get(subject) ?? foldForSearch(textOf(subject))
  folded.set(subject, known)
  return known
}
