import { isTimeUnconfirmed } from '@muster/contract/rules/agreed-times'
import { holdsPlace, occupiesTime } from '@muster/contract/rules/assignment-status'
import { invitationState } from '@muster/contract/rules/invitation-state'
import type { Assignment, Shift } from '@muster/contract/shifts'

export type NameState = 'confirmed' | 'new_time' | 'asked' | 'not_asked' | 'expired'
/** Names that stand together; `more` is how many are not named. */
export type NameGroup = {
  kind: NameState
  people: Assignment[]
  more: number
  /** D61: asked at once; the first to say yes get a place. None is named. */
  areOffered?: boolean
}

const order: readonly NameState[] = ['confirmed', 'new_time', 'asked', 'not_asked', 'expired']
/** Confirmed people named in a row. They give way to states that wait for somebody. */
const MOST_CONFIRMED = 4
const MOST_TOGETHER = 2

/** Groups the people of a shift as its row names them. */
export function groupNames(shift: Shift, now: string): NameGroup[] {
  const states = order.map((kind) => ({
    kind,
    people: shift.assignment.filter(
      (each) => nameState(each, shift, now) === kind && !(kind === 'asked' && each.ask_id),
    ),
  }))
  const offered = shift.assignment.filter(
    (each) => each.ask_id && nameState(each, shift, now) === 'asked',
  ).length
  const waited = states.filter(({ kind, people }) => kind !== 'confirmed' && people.length > 0).length
  const open = waited + Math.min(1, offered)
  const mostOpen = open > 2 ? 1 : MOST_TOGETHER
  const named = states.flatMap(({ kind, people }): NameGroup[] => {
    if (people.length === 0) return []
    const most = kind === 'confirmed' ? MOST_CONFIRMED - Math.min(3, open) : mostOpen
    // "+1" is no shorter than a name.
    const all = people.length <= most + 1 && kind === 'confirmed' && open === 0 ? people.length : most
    return [{ kind, people: people.slice(0, all), more: Math.max(0, people.length - all) }]
  })
  return offered > 0 ? [...named, { kind: 'asked', people: [], more: offered, areOffered: true }] : named
}

/** Undefined for those who do not come. */
export function nameState(assignment: Assignment, shift: Shift, now: string): NameState | undefined {
  if (!occupiesTime(assignment.status)) return undefined
  if (!holdsPlace(assignment.status)) return invitationState(assignment, now)
  return isTimeUnconfirmed(assignment, shift, now) ? 'new_time' : 'confirmed'
}

/** Lists the first names that several people of the shifts have, as one text, so that it compares by value. */
export function listSharedNames(shifts: readonly Shift[]): string {
  const people = new Map<string, Set<string>>()
  for (const { assignment } of shifts) {
    for (const { person, person_id } of assignment) {
      const name = person.first_name.normalize()
      const known = people.get(name)
      if (known) known.add(person_id)
      else people.set(name, new Set([person_id]))
    }
  }
  return [...people].flatMap(([name, ids]) => (ids.size > 1 ? [name] : [])).join('\n')
}

/** Characters of a first name that a row has room for. */
const LONG_NAME = 12

/** "Anna", or "Anna B" where another Anna is on a shift. Of a long first name the first part. */
export function shortName({ first_name, last_name }: Assignment['person'], shared: string): string {
  const [initial = ''] = last_name
  if (shared.split('\n').includes(first_name.normalize())) return `${first_name} ${initial}`.trim()
  return first_name.length > LONG_NAME ? (first_name.split(' ')[0] ?? first_name) : first_name
}
