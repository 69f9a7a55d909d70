import { wallToInstant } from '@muster/contract/rules/zone'
import type { APIRequestContext } from '@playwright/test'
import { deleteLater } from './delete-later.ts'
import { inputTime } from './journey.ts'
import { callApi } from './session.ts'

export type Plan = { event_id: string; event: string; role_id: string; shift_ids: string[] }
type Person = { id: string; first_name: string; last_name: string; email: string }
type PlannedShift = {
  id: string
  start_dt: string
  role: { event: { id: string } }
  assignment: { status: string; token: string; token_expires_at: string; person: Person }[]
}

const role = 'Entré och armband'

/** An event on a day of its own, three weeks from now, with one role and shifts at the given hours; by the api, quickly. */
export async function planEvent(
  request: APIRequestContext,
  name: string,
  hours: readonly (readonly [start: string, end: string])[],
): Promise<Plan> {
  const event: { id: string; name: string } = await callApi(request, '/admin/events', {
    data: {
      // Two with the same name are told apart by their dates, which a journey would have to know.
      name: `${name} ${Date.now()}`,
      location: 'Stadsparken, Lund',
      notes: 'Karta: https://example.org/karta',
      event_date_start: instantAt('07:00'),
      event_date_end: instantAt('22:00'),
    },
  })
  deleteLater(`/admin/events/${event.id}?notify=false`)
  const { id: role_id }: { id: string } = await callApi(request, `/admin/events/${event.id}/roles`, {
    data: { name: role, description: 'Välkomna gästerna. Så hittar du: https://example.org/vag' },
  })
  const shift_ids: string[] = []
  for (const [start, end] of hours) {
    const shift: { id: string } = await callApi(request, '/admin/shifts', {
      data: {
        event_id: event.id,
        role_id,
        start_dt: instantAt(start),
        end_dt: instantAt(end),
        required_qty: 2,
      },
    })
    shift_ids.push(shift.id)
  }
  return { event_id: event.id, event: event.name, role_id, shift_ids }
}

/** Somebody of whom no other journey knows: first name as given, the last name their own. */
export async function addPerson(request: APIRequestContext, first_name: string, contact: object = {}) {
  const last_name = `Ström${(Date.now() % 1_000_000) + ++added}`
  const email = `${added}.${Date.now()}@example.org`
  const person: Person = await callApi(request, '/admin/people', {
    data: { first_name, last_name, email, ...contact },
  })
  deleteLater(`/admin/people/${person.id}?notify=false`)
  return { ...person, name: `${first_name} ${person.last_name}` }
}

let added = 0

export async function assign(request: APIRequestContext, shift_id: string, ...people: Person[]) {
  const person_ids = people.map(({ id }) => id)
  await callApi(request, '/admin/assign', { data: { shift_id, person_ids } })
}

/** Of the event's first shift: the assignment that was made first. */
export async function findAssignment(request: APIRequestContext, event_id: string) {
  const { shifts } = await callApi(request, `/admin/shifts?event_id=${event_id}`)
  const assignment: { id: string; token: string } = shifts[0].assignment[0]
  return assignment
}

/**
 * Of the demo data: the invitation that ran out unanswered and whose shift is last. Time cannot be turned back from a
 * browser, and what a journey extends is extended: each wants its own organisation, and a database of its own.
 */
export async function findExpired(request: APIRequestContext, organization: string) {
  const { shifts }: { shifts: PlannedShift[] } = await callApi(request, '/admin/shifts', { organization })
  const [found] = shifts
    .toSorted((a, b) => Date.parse(b.start_dt) - Date.parse(a.start_dt))
    .flatMap((shift) => shift.assignment.filter(isExpired).map((assignment) => ({ shift, assignment })))
  if (!found)
    throw new Error(`${organization} has no expired invitation any more: begin with an empty database`)
  const { shift, assignment } = found
  const { first_name, last_name } = assignment.person
  return {
    event_id: shift.role.event.id,
    shift_id: shift.id,
    name: `${first_name} ${last_name}`,
    link: `/c/${assignment.token}`,
  }
}

function isExpired({ status, token_expires_at }: PlannedShift['assignment'][number]): boolean {
  return status === 'INVITED' && Date.parse(token_expires_at) < Date.now()
}

/** On the planned day, in the demo's zone, whatever that of the machine is. */
export const instantAt = (time: string) => wallToInstant(inputTime(20, time), 'Europe/Stockholm')
