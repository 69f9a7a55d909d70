/* Calls an installation with demo data through generated clients: node client.js ready.json [another address of it] */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import createClient from 'openapi-fetch'
import { eventsGetPublicEvent } from './generated/hey/index.js'
import { type eventsGetPublicEventResponse200, getEventsGetPublicEventUrl } from './generated/orval.js'
import type { components, paths } from './generated/schema.js'

type Ready = {
  url: string
  account: { email: string; password: string }
  organization_id: string
  event_ids: [string, ...string[]]
}

const [, , file = '', address] = process.argv
const ready: Ready = JSON.parse(readFileSync(file, 'utf8'))
const { account, organization_id } = ready
const baseUrl = address ?? ready.url
const [event_id] = ready.event_ids
const unknown = '01900000-0000-7000-8000-000000000000'
/** Two runs against one installation must not meet. */
const run = Date.now().toString(36)

let calls = 0

/** Throws unless the answer has the status. */
async function expect<T>(status: number, call: Promise<{ data?: T; error?: unknown; response: Response }>) {
  const { data, error, response } = await call
  calls++
  assert.equal(response.status, status, `${response.url}: ${JSON.stringify(error)}`)
  return data
}

async function get<T>(
  status: number,
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const data = await expect(status, call)
  assert(data !== undefined)
  return data
}

const visitor = createClient<paths>({ baseUrl })
const session = await get(200, visitor.POST('/auth/login', { body: account }))
const header = { 'X-Organization-ID': organization_id }
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${session.token}` } })
const admin = { params: { header } }
const of = <Path>(path: Path) => ({ params: { header, path } })
/** Prism's mock server answers the status that this asks for; the product does not read it. */
const refused = (status: number) => ({ headers: { Prefer: `code=${status}` } })

await get(200, api.GET('/api/account'))
await get(200, api.GET('/api/my-organizations'))
await get(200, api.GET('/admin/events', admin))
await get(200, api.GET('/admin/events/{id}', of({ id: event_id })))
await get(200, api.GET('/admin/events/{id}/roles', of({ id: event_id })))
await get(200, api.GET('/admin/events/{eventId}/broadcasts', of({ eventId: event_id })))
await get(200, api.GET('/admin/shifts', { params: { header, query: { event_id } } }))
await get(200, api.GET('/admin/shifts', { params: { header, query: { event_id, view: 'schedule' } } }))
const people: components['schemas']['Person'][] = await get(200, api.GET('/admin/people', admin))
await get(200, api.GET('/admin/people', { params: { header, query: { limit: 5 } } }))
const [first] = people
assert(first)
const ofFirst = of({ id: first.id })
await get(200, api.GET('/admin/people/{id}/messages', ofFirst))
await get(200, api.GET('/admin/people/{id}/sent-links', ofFirst))
await get(200, api.GET('/admin/people/{id}/export', ofFirst))
await expect(404, api.GET('/admin/people/{id}/export', { ...of({ id: unknown }), ...refused(404) }))

const person = {
  first_name: 'Ida',
  last_name: 'Lind',
  email: `ida.${run}@volunteer.example`,
  phone: '+46701740605',
}
const ida = await get(201, api.POST('/admin/people', { ...admin, body: person }))
await expect(409, api.POST('/admin/people', { ...admin, ...refused(409), body: person }))
await get(200, api.PUT('/admin/people/{id}', { ...of({ id: ida.id }), body: { notes: 'Kommer med buss.' } }))

const event = await get(
  201,
  api.POST('/admin/events', {
    ...admin,
    body: {
      name: `Loppis ${run}`,
      event_date_start: '2040-06-19T08:00:00Z',
      event_date_end: '2040-06-19T20:00:00Z',
    },
  }),
)
await get(200, api.PUT('/admin/events/{id}', { ...of({ id: event.id }), body: { location: 'Parken' } }))
const role = await get(
  201,
  api.POST('/admin/events/{id}/roles', { ...of({ id: event.id }), body: { name: 'Kafé' } }),
)
const shift = await get(
  201,
  api.POST('/admin/shifts', {
    ...admin,
    body: {
      event_id: event.id,
      role_id: role.id,
      start_dt: '2040-06-19T08:00:00Z',
      end_dt: '2040-06-19T10:00:00Z',
      required_qty: 2,
    },
  }),
)
await get(200, api.PUT('/admin/shifts/{id}', { ...of({ id: shift.id }), body: { required_qty: 3 } }))
const body = { shift_id: shift.id, person_ids: [ida.id] }
const { assignments } = await get(201, api.POST('/admin/assign', { ...admin, body }))
await expect(409, api.POST('/admin/assign', { ...admin, ...refused(409), body }))
const [assignment] = assignments
assert(assignment)
const ofAssignment = of({ id: assignment.id })
await get(
  200,
  api.POST('/admin/assignments/{id}/send-invite', { ...ofAssignment, body: { method: 'EMAIL' } }),
)
await get(200, api.PATCH('/admin/assignments/{id}', { ...ofAssignment, body: { status: 'CONFIRMED' } }))
await get(200, api.POST('/admin/notices/preview', { ...admin, body: { shift_id: shift.id } }))
await get(
  200,
  api.POST('/admin/events/{eventId}/broadcast/preview', {
    ...of({ eventId: event.id }),
    body: {
      messageType: 'custom',
      customText: 'Hej',
      communicationChannel: 'email',
      includePastShifts: true,
      includeCurrentShifts: true,
      includeUpcomingShifts: true,
      includeLink: true,
      language: 'sv',
    },
  }),
)

const key = await get(
  201,
  api.POST('/admin/api-keys', {
    ...admin,
    body: { name: 'Skript', rights: ['read'], event_id: event.id, expires_in_days: 30 },
  }),
)
const script = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key.secret}` } })
await get(200, script.GET('/admin/events/{id}', of({ id: event.id })))
await expect(403, script.GET('/admin/people', { ...admin, ...refused(403) }))
await expect(204, api.DELETE('/admin/api-keys/{id}', of({ id: key.id })))

await get(200, visitor.GET('/events/{eventId}/public', { params: { path: { eventId: event.id } } }))
const signUp = { ...person, email: `bo.${run}@volunteer.example`, first_name: 'Bo' }
const place = { params: { path: { shiftId: shift.id } } }
await get(201, visitor.POST('/shifts/{shiftId}/signup', { ...place, body: signUp }))
await expect(409, visitor.POST('/shifts/{shiftId}/signup', { ...place, ...refused(409), body: signUp }))

const byHey = await eventsGetPublicEvent({ baseUrl, path: { eventId: event.id } })
calls++
assert.equal(typeof byHey.data?.name, 'string')
const answer = await fetch(new URL(getEventsGetPublicEventUrl(event.id), baseUrl))
calls++
const byOrval: eventsGetPublicEventResponse200['data'] = await answer.json()
assert.equal(byOrval.name, byHey.data?.name)

await expect(204, api.DELETE('/admin/assignments/{id}', ofAssignment))
await expect(204, api.DELETE('/admin/shifts/{id}', of({ id: shift.id })))
await expect(204, api.DELETE('/admin/events/{id}', of({ id: event.id })))
await expect(204, api.DELETE('/admin/people/{id}', of({ id: ida.id })))
console.log(`${calls} calls through ${baseUrl}`)
