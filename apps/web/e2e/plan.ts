import { wallToInstant } from '@muster/contract/rules/wall-time'
import type { APIRequestContext } from '@playwright/test'
import { deleteLater } from './delete-later.ts'
import { inputTime } from './journey.ts'
import { callApi } from './session.ts'

export type Plan = { event_id: string; event: string; role_id: string; shift_ids: string[] }
export type Shift = { id: string; start_dt: string }
type Hours = readonly [start: string, end: string]
type Person = { id: string; first_name: string; last_name: string; email: string }
type PlannedShift = Shift & {
  role: { event: { id: string } }
  assignment: { status: string; token: string; token_expires_at: string; person: Person }[]
}

/** Plans an event three weeks from now, on a day of its own. */
export async function planEvent(
  request: APIRequestContext,
  name: string,
  hours: readonly Hours[],
): Promise<Plan> {
  const { id: event_id, name: event } = await addEvent(request, {
    // The name is unique, because the event picker adds dates to equal names.
    name: `${name} ${Date.now()}`,
    location: 'Stadsparken, Lund',
    notes: 'Karta: https://example.org/karta',
    event_date_start: instantAt('07:00'),
    event_date_end: instantAt('22:00'),
  })
  const { id: role_id } = await addRole(request, event_id, {
    name: 'Entré och armband',
    description: 'Välkomna gästerna. Så hittar du: https://example.org/vag',
  })
  const shift_ids: string[] = []
  for (const at of hours) {
    const { id } = await addShift(request, { event_id, role_id, hours: at, required_qty: 2 })
    shift_ids.push(id)
  }
  return { event_id, event, role_id, shift_ids }
}

export async function addEvent(
  request: APIRequestContext,
  data: object,
): Promise<{ id: string; name: string }> {
  const event = await callApi(request, '/admin/events', { data })
  deleteLater(`/admin/events/${event.id}?notify=false`)
  return event
}

export function addRole(request: APIRequestContext, event_id: string, data: object): Promise<{ id: string }> {
  return callApi(request, `/admin/events/${event_id}/roles`, { data })
}

export function addShift(
  request: APIRequestContext,
  {
    hours: [start, end],
    days,
    ...shift
  }: { event_id: string; role_id: string; hours: Hours; days?: number; required_qty: number },
): Promise<Shift> {
  const times = { start_dt: instantAt(start, days), end_dt: instantAt(end, days) }
  return callApi(request, '/admin/shifts', { data: { ...shift, ...times } })
}

/** Adds a person with a unique last name. */
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

/** Returns a number that no person has in the demo data or in other journeys. */
export const uniquePhone = () => `+4673${String(Date.now()).slice(-7)}`

export async function assign(
  request: APIRequestContext,
  shift_id: string,
  person: Person,
): Promise<{ id: string; token: string }> {
  const data = { shift_id, person_ids: [person.id] }
  const { assignments } = await callApi(request, '/admin/assign', { data })
  return assignments[0]
}

/** Finds an expired invitation of the demo data: no call can create one. Works once per database: extensions stay. */
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

/** Returns the instant of a wall time in the demo's zone. */
export const instantAt = (time: string, days = 20) => wallToInstant(inputTime(days, time), 'Europe/Stockholm')
