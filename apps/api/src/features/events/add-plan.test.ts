import { events } from '@muster/contract/events'
import { log } from '@muster/contract/log'
import { shifts } from '@muster/contract/shifts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { newId } from '../../db/ids.ts'

/* D47: an event that a template fills. */

const { createEvent, listEvents } = events

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp({ limits: { roles_per_event: 2, shifts_per_event: 3 } })
  api.setNow('2027-01-01T12:00:00.000Z')
})
beforeEach(async () => {
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const slot = (from: number, to: number, required_qty = 2) => ({
  start_dt: `2027-04-17T${String(from).padStart(2, '0')}:00:00.000Z`,
  end_dt: `2027-04-17T${String(to).padStart(2, '0')}:00:00.000Z`,
  required_qty,
})

const market = {
  name: 'Vårmarknaden',
  event_date_start: '2027-04-17T05:00:00.000Z',
  event_date_end: '2027-04-17T17:00:00.000Z',
  published: false,
  roles: [{ name: 'Stånd', shifts: [slot(7, 10, 3), slot(10, 13)] }, { name: 'Lotteri' }],
}

const shiftsOf = async (event_id: string) =>
  (await api.ok(shifts.listShifts, { headers: admin.headers, query: { event_id } })).shifts
const countEvents = async () => (await api.ok(listEvents, { headers: admin.headers })).events.length

test('an event is added with its roles and shifts', async () => {
  const event = await api.ok(createEvent, { headers: admin.headers, body: market })
  expect(event).toMatchObject({
    name: 'Vårmarknaden',
    published: false,
    roles: [
      { name: 'Stånd', shift_count: 2 },
      { name: 'Lotteri', shift_count: 0 },
    ],
    coverage: { needed: 5, missing: 5 },
  })
  const added = await shiftsOf(event.id)
  expect(added.map(({ role, assignment, ...shift }) => ({ role: role.name, assignment, ...shift }))).toEqual([
    expect.objectContaining({ role: 'Stånd', assignment: [], ...slot(7, 10, 3) }),
    expect.objectContaining({ role: 'Stånd', assignment: [], ...slot(10, 13) }),
  ])
})

test('the log has all of it under one id', async () => {
  await api.ok(createEvent, { headers: admin.headers, body: market })
  const entries = await api.ok(log.listLog, { headers: admin.headers, query: {} })
  expect(entries.map(({ action }) => action).toReversed()).toEqual([
    'event.added',
    'role.added',
    'role.added',
    'shift.added',
    'shift.added',
  ])
  expect(new Set(entries.map(({ batch_id }) => batch_id))).toEqual(new Set([expect.any(String)]))
})

test('a repeated call answers the same event', async () => {
  const headers = { ...admin.headers, 'idempotency-key': newId() }
  const [first, second] = [
    await api.ok(createEvent, { headers, body: market }),
    await api.ok(createEvent, { headers, body: market }),
  ]
  expect(second).toEqual(first)
  expect(await shiftsOf(first.id)).toHaveLength(2)
  expect(await countEvents()).toBe(1)
})

test.each([
  ['roles', [{ name: 'A' }, { name: 'B' }, { name: 'C' }], 2],
  ['shifts', [{ name: 'A', shifts: [1, 2, 3, 4].map((hour) => slot(hour, hour + 1)) }], 3],
])('too many %s: nothing is added', async (_what, roles, limit) => {
  const body = { ...market, roles }
  const refused = await api.refused(createEvent, { headers: admin.headers, body })
  expect(refused).toMatchObject({ status: 409, code: 'limit_reached', limit })
  expect(await countEvents()).toBe(0)
})

test('a wrong shift is named, and nothing is added', async () => {
  const roles = [{ name: 'Stånd', shifts: [slot(7, 10), slot(10, 10), slot(10, 13, 0)] }]
  const refused = await api.refused(createEvent, { headers: admin.headers, body: { ...market, roles } })
  expect(refused).toMatchObject({ status: 400, code: 'validation' })
  expect(JSON.stringify(refused)).toContain('roles.0.shifts.1.end_dt')
  expect(JSON.stringify(refused)).toContain('roles.0.shifts.2.required_qty')
  expect(await countEvents()).toBe(0)
})
