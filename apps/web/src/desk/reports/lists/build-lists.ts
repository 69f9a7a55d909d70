import type { Event, Role } from '@muster/contract/events'
import type { Language } from '@muster/contract/language'
import { groupBy } from '@muster/contract/rules/group-by'
import { invitationState } from '@muster/contract/rules/invitation-state'
import { dayInZone } from '@muster/contract/rules/zone'
import type { Shift } from '@muster/contract/shifts'
import { sortByName } from '../../../format/names.ts'

type Person = Shift['assignment'][number]['person']
export type ListedShift = Pick<Shift, 'id' | 'start_dt' | 'end_dt'> & { role: Role; people: ListedPerson[] }
/** Who has confirmed, or was picked and has not answered. */
export type ListedPerson = Person & { state: 'confirmed' | 'asked' | 'not_asked' }
/** The shifts of one role that begin on one day, `yyyy-mm-dd` in the event's zone. */
export type SignInSheet = { role: Role; day: string; shifts: ListedShift[] }
export type PersonShifts = { person: Person; shifts: (ListedShift & Pick<ListedPerson, 'state'>)[] }

export type ListFilter = { role_id: string | undefined; day: string | undefined }

type Given = { event: Event; shifts: readonly Shift[]; filter: ListFilter; language: Language; now: string }

/** By start. Shifts of roles that are gone meanwhile are left out. */
export function listShifts({ event, shifts, filter, language, now }: Given): ListedShift[] {
  const roles = new Map(event.roles.map((role) => [role.id, role]))
  const { role_id, day } = filter
  return shifts
    .flatMap(({ id, start_dt, end_dt, role_id: of_role, assignment }) => {
      const role = roles.get(of_role)
      if (!role || (role_id && of_role !== role_id)) return []
      if (day && dayInZone(start_dt, event.time_zone) !== day) return []
      return [{ id, start_dt, end_dt, role, people: sortByName(listPeople(assignment, now), language) }]
    })
    .toSorted((a, b) => Date.parse(a.start_dt) - Date.parse(b.start_dt))
}

function listPeople(assignment: Shift['assignment'], now: string): ListedPerson[] {
  return assignment.flatMap((each): ListedPerson[] => {
    if (each.status === 'CONFIRMED') return [{ ...each.person, state: 'confirmed' }]
    if (each.status !== 'INVITED') return []
    const invitation = each.invitation ?? invitationState(each, now)
    return [{ ...each.person, state: invitation === 'not_asked' ? 'not_asked' : 'asked' }]
  })
}

/** In the order of the roles, then by day. A night shift is on the sheet of the day on which it begins. */
export function buildSignInSheets(event: Event, shifts: readonly ListedShift[]): SignInSheet[] {
  return event.roles.flatMap((role) => {
    const its = shifts.filter((shift) => shift.role.id === role.id)
    const days = groupBy(its, ({ start_dt }) => dayInZone(start_dt, event.time_zone))
    return [...days].map(([day, of_day]) => ({ role, day, shifts: of_day }))
  })
}

/** By name. */
export function buildPersonLists(shifts: readonly ListedShift[], language: Language): PersonShifts[] {
  const places = shifts.flatMap((shift) => shift.people.map((person) => ({ person, shift })))
  const people = [...groupBy(places, ({ person }) => person.id).values()].flatMap((its) =>
    its[0]
      ? [{ ...its[0].person, shifts: its.map(({ shift, person }) => ({ ...shift, state: person.state })) }]
      : [],
  )
  return sortByName(people, language).map(({ shifts: of_person, ...person }) => ({
    person,
    shifts: of_person,
  }))
}
