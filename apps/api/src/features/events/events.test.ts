import { events } from '@muster/contract/events'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'

const { listEvents, getEvent, createEvent, updateEvent, deleteEvent } = events
const { listRoles, createRole, updateRole, deleteRole, getLastEvent, setLastEvent } = events

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const festival = {
  name: 'Sommarfest',
  event_date_start: '2027-07-03T08:00:00.000Z',
  event_date_end: '2027-07-04T20:00:00.000Z',
}
const NO_SHIFTS = { needed: 0, confirmed: 0, pending: 0, expired: 0, declined: 0, missing: 0 }

const ours = () => ({ organization_id: admin.organization_id })
const call = (id: string, body?: object) => ({ headers: admin.headers, params: { id }, body })
const callRole = ({ event_id, id }: { event_id: string; id: string }, body?: object) => ({
  headers: admin.headers,
  params: { id: event_id, roleId: id },
  body,
})
const change = (id: string, body: object) => api.ok(updateEvent, call(id, body))
const refused = (id: string, body: object) => api.refused(updateEvent, call(id, body))
const shiftsOf = (event_id: string) =>
  api.deps.db.system((tx) => tx.select().from(schema.shift).where(eq(schema.shift.event_id, event_id)))

describe('events', () => {
  test('a new one has the zone of its organisation, and no roles yet', async () => {
    const { headers } = await buildAdministrator(api, { time_zone: 'Europe/Helsinki' })
    const event = await api.ok(createEvent, {
      headers,
      body: { ...festival, location: ' Parken ', notes: '' },
    })
    expect(event).toEqual({
      id: expect.any(String),
      ...festival,
      description: null,
      notes: null,
      location: 'Parken',
      time_zone: 'Europe/Helsinki',
      public_names: 'full',
      coverage: NO_SHIFTS,
      roles: [],
      version: 1,
    })
    expect(await api.ok(getEvent, { headers, params: { id: event.id } })).toEqual(event)
    expect(await api.ok(listEvents, { headers })).toEqual({ events: [event] })
  })

  test('are listed by start', async () => {
    const { headers, organization_id } = await buildAdministrator(api)
    const late = await buildEvent(api.deps, {
      organization_id,
      event_date_start: hoursAfter(api.deps.now(), 9),
    })
    const early = await buildEvent(api.deps, {
      organization_id,
      event_date_start: hoursAfter(api.deps.now(), 5),
    })
    const { events: listed } = await api.ok(listEvents, { headers })
    expect(listed.map(({ id }) => id)).toEqual([early.id, late.id])
  })

  test.each([
    ['event_date_end', { event_date_end: festival.event_date_start }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['location', { location: 'x'.repeat(301) }],
    ['notes', { notes: 'x'.repeat(5_001) }],
    ['notes', { notes: 'a\u0000b' }],
    ['time_zone', { time_zone: 'Europe/Nowhere' }],
    ['time_zone', { time_zone: '+01:00' }],
    ['public_names', { public_names: 'nickname' }],
    ['event_date_start', { event_date_start: 'tomorrow' }],
    ['event_date_start', { event_date_start: '2027-02-30T10:00:00Z' }],
    ['event_date_start', { event_date_start: '+012027-02-03T10:00:00Z' }],
    ['event_date_start', { event_date_start: '2027-02-03T10:00:00+99:99' }],
  ])('a wrong %s is refused (%j)', async (path, wrong) => {
    const answer = await api.refused(createEvent, {
      headers: admin.headers,
      body: { ...festival, ...wrong },
    })
    expect(answer).toMatchObject({ status: 400, code: 'validation', issues: [{ path }] })
  })

  test('D5: what is left out stays, null and the empty text clear, an older version is refused', async () => {
    const { id } = await buildEvent(api.deps, { ...ours(), notes: 'a', location: 'b', description: 'c' })
    expect(await change(id, { notes: '', location: null })).toMatchObject({
      name: 'Sommarfest',
      notes: null,
      location: null,
      description: 'c',
      version: 2,
    })
    expect(await refused(id, { name: 'x', version: 1 })).toMatchObject({
      status: 409,
      code: 'changed_elsewhere',
    })
    expect(await change(id, { version: 2, name: 'Höstfest' })).toMatchObject({ name: 'Höstfest', version: 3 })
  })

  test('cannot end before they start, whichever of the two is sent', async () => {
    const { id, event_date_start, event_date_end } = await buildEvent(api.deps, ours())
    for (const body of [{ event_date_end: event_date_start }, { event_date_start: event_date_end }]) {
      expect(await refused(id, body)).toMatchObject({ status: 400, issues: [{ path: 'event_date_end' }] })
    }
  })

  test('a removed one takes roles, shifts and assignments along', async () => {
    const shift = await buildShift(api.deps, ours())
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await api.ok(deleteEvent, call(shift.event_id))
    expect(await shiftsOf(shift.event_id)).toEqual([])
    for (const route of [getEvent, deleteEvent, listRoles]) {
      expect(await api.refused(route, call(shift.event_id))).toMatchObject({
        status: 404,
        code: 'event_not_found',
      })
    }
  })
})

describe('D25: another time zone', () => {
  /** 10:00 to 12:00 in Stockholm. */
  const window = { start_dt: '2027-07-03T08:00:00.000Z', end_dt: '2027-07-03T10:00:00.000Z' }
  const buildFestival = async () => {
    const event = await buildEvent(api.deps, { ...ours(), ...festival })
    const role = await buildRole(api.deps, { event })
    return { event, role, shift: await buildShift(api.deps, { role, ...window }) }
  }

  test.each([
    ['the zone alone', {}],
    ['everything as it was', festival],
  ])('keeps the wall-clock times of event and shifts: %s is sent', async (_name, sent) => {
    const { event } = await buildFestival()
    expect(await change(event.id, { ...sent, time_zone: 'America/New_York' })).toMatchObject({
      event_date_start: '2027-07-03T14:00:00.000Z',
      event_date_end: '2027-07-05T02:00:00.000Z',
    })
    expect(await shiftsOf(event.id)).toMatchObject([
      { start_dt: '2027-07-03T14:00:00.000Z', end_dt: '2027-07-03T16:00:00.000Z', version: 2 },
    ])
  })

  test('takes a new time as it is sent', async () => {
    const { event } = await buildFestival()
    const event_date_start = '2027-07-03T15:00:00.000Z'
    expect(await change(event.id, { time_zone: 'America/New_York', event_date_start })).toMatchObject({
      event_date_start,
      event_date_end: '2027-07-05T02:00:00.000Z',
    })
  })

  test('keeps the length of a shift that would begin in an hour the zone skips', async () => {
    const { event, role } = await buildFestival()
    // 02:45 to 03:15 in New York, where on 14 March 2027 clocks go from 02:00 to 03:00 (in Stockholm two weeks later).
    const start_dt = '2027-03-14T01:45:00.000Z'
    const { id } = await buildShift(api.deps, { role, start_dt, end_dt: '2027-03-14T02:15:00.000Z' })
    await change(event.id, { time_zone: 'America/New_York' })
    const moved = (await shiftsOf(event.id)).find((shift) => shift.id === id)
    expect(moved).toMatchObject({
      start_dt: '2027-03-14T07:45:00.000Z',
      end_dt: '2027-03-14T08:15:00.000Z',
    })
  })

  test('D14: is refused where it would double-book somebody', async () => {
    const { event, shift } = await buildFestival()
    const person = await buildPerson(api.deps, ours())
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    const elsewhere = await buildShift(api.deps, { ...ours(), start_dt: '2027-07-03T15:00:00.000Z' })
    await buildAssignment(api.deps, { shift: elsewhere, person })
    expect(await refused(event.id, { time_zone: 'America/New_York' })).toMatchObject({
      status: 409,
      person_id: person.id,
    })
    expect(await shiftsOf(event.id)).toMatchObject([window])
    expect(await change(event.id, { time_zone: 'Europe/Helsinki' })).toMatchObject({ version: 2 })
  })

  test('D26: calendars follow the time and the place, not the notes', async () => {
    const { event, shift } = await buildFestival()
    const { id } = await buildAssignment(api.deps, { shift })
    const sequence = async () => {
      const rows = await api.deps.db.system((tx) =>
        tx.select().from(schema.assignment).where(eq(schema.assignment.id, id)),
      )
      return rows[0]?.calendar_sequence
    }
    await change(event.id, { notes: 'new', location: null, time_zone: 'Europe/Stockholm' })
    expect(await sequence()).toBe(0)
    await change(event.id, { location: 'Torget' })
    expect(await sequence()).toBe(1)
    await change(event.id, { time_zone: 'Europe/Helsinki' })
    expect(await sequence()).toBe(2)
  })
})

test('D37: coverage sums the shifts, missing never below 0 in any of them, expired apart', async () => {
  const now = api.deps.now()
  const event = await buildEvent(api.deps, ours())
  const role = await buildRole(api.deps, { event })
  const overfilled = await buildShift(api.deps, { role, required_qty: 1 })
  const gaping = await buildShift(api.deps, { role, required_qty: 5 })
  await buildShift(api.deps, { role, required_qty: 2 })
  for (let n = 0; n < 3; n++) await buildAssignment(api.deps, { shift: overfilled, status: 'CONFIRMED' })
  await buildAssignment(api.deps, { shift: gaping, status: 'CONFIRMED' })
  await buildAssignment(api.deps, { shift: gaping })
  await buildAssignment(api.deps, { shift: gaping, token_expires_at: hoursAfter(now, -1) })
  await buildAssignment(api.deps, { shift: gaping, status: 'DECLINED' })
  await buildAssignment(api.deps, { shift: gaping, status: 'ABSENT' })

  const { coverage, roles } = await api.ok(getEvent, call(event.id))
  expect(coverage).toEqual({ needed: 8, confirmed: 4, pending: 2, expired: 1, declined: 1, missing: 4 })
  expect(roles).toMatchObject([{ id: role.id, shift_count: 3 }])
  const { events: listed } = await api.ok(listEvents, { headers: admin.headers })
  expect(listed.find(({ id }) => id === event.id)).toMatchObject({ coverage, roles })
})

describe('roles', () => {
  test('are added, listed in that order, and changed', async () => {
    const { id } = await buildEvent(api.deps, ours())
    const second = { name: 'Parkering', description: 'https://example.org/karta' }
    const parking = await api.ok(createRole, call(id, second))
    expect(parking).toEqual({ id: expect.any(String), event_id: id, ...second, shift_count: 0, version: 1 })
    const cafe = await api.ok(createRole, call(id, { name: 'Kafé' }))
    expect(await api.ok(listRoles, call(id))).toEqual({ roles: [parking, cafe] })

    const changed = await api.ok(updateRole, callRole(parking, { description: '', version: 1 }))
    expect(changed).toEqual({ ...parking, description: null, version: 2 })
    expect(await api.refused(updateRole, callRole(parking, { name: 'x', version: 1 }))).toMatchObject({
      code: 'changed_elsewhere',
    })
    expect(await api.refused(updateRole, callRole(parking, { name: '' }))).toMatchObject({ status: 400 })
  })

  test('belong to their event alone', async () => {
    const role = await buildRole(api.deps, ours())
    const other = await buildEvent(api.deps, ours())
    for (const route of [updateRole, deleteRole]) {
      const input = callRole({ event_id: other.id, id: role.id }, { name: 'x' })
      expect(await api.refused(route, input)).toMatchObject({ status: 404, code: 'role_not_found' })
    }
    expect(await api.refused(createRole, call(newId(), { name: 'x' }))).toMatchObject({
      status: 404,
      code: 'event_not_found',
    })
  })

  test('D21: with somebody on a shift they stay; empty shifts go along', async () => {
    const used = await buildShift(api.deps, ours())
    await buildAssignment(api.deps, { shift: used, status: 'DECLINED' })
    const role = { event_id: used.event_id, id: used.role_id }
    expect(await api.refused(deleteRole, callRole(role))).toMatchObject({ status: 409, code: 'role_in_use' })
    expect(await shiftsOf(used.event_id)).toHaveLength(1)

    const empty = await buildShift(api.deps, ours())
    await api.ok(deleteRole, callRole({ event_id: empty.event_id, id: empty.role_id }))
    expect(await shiftsOf(empty.event_id)).toEqual([])
  })

  test('D15: nobody is lost by signing up while the role is removed', async () => {
    for (let round = 0; round < 10; round++) {
      const shift = await buildShift(api.deps, ours())
      const [signedUp, removed] = await Promise.all([
        api.inject({
          method: 'POST',
          url: `/shifts/${shift.id}/signup`,
          payload: {
            first_name: 'Åsa',
            last_name: 'Öberg',
            email: 'asa@volunteer.example',
            phone: '+46701234567',
          },
        }),
        api.inject({
          method: 'DELETE',
          url: `/admin/events/${shift.event_id}/roles/${shift.role_id}`,
          headers: admin.headers,
        }),
      ])
      // Either the volunteer was first and the role stays, or the role was and there is no shift.
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([signedUp.statusCode, removed.statusCode])
      await api.ok(deleteEvent, { ...call(shift.event_id), query: { notify: 'false' } })
    }
  })
})

const last = async (who: Administrator) =>
  (await api.ok(getLastEvent, { headers: who.headers })).last_event_id
const go = (event_id: string | null) => api.ok(setLastEvent, { headers: admin.headers, body: { event_id } })

describe('the last event', () => {
  test('is kept per user and organisation, and forgotten with the event', async () => {
    expect(await last(admin)).toBeNull()
    const event = await buildEvent(api.deps, ours())
    await go(event.id)
    expect(await last(admin)).toBe(event.id)
    expect(await last(await buildAdministrator(api))).toBeNull()
    await go(null)
    expect(await last(admin)).toBeNull()
    await go(event.id)
    await api.ok(deleteEvent, call(event.id))
    expect(await last(admin)).toBeNull()
  })

  test('must be there', async () => {
    const input = { headers: admin.headers, body: { event_id: newId() } }
    expect(await api.refused(setLastEvent, input)).toMatchObject({ status: 404, code: 'event_not_found' })
  })
})
