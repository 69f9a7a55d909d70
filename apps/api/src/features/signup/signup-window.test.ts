import { randomUUID } from 'node:crypto'
import { assignments } from '@muster/contract/assignments'
import { events } from '@muster/contract/events'
import { personalPage } from '@muster/contract/personal-page'
import { addMs } from '@muster/contract/rules/instants'
import { signup } from '@muster/contract/signup'
import { waitingList } from '@muster/contract/waiting-list'
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
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'

/* D49: the order of refusals is replay, not open, closed, over, full. */

const NOW = '2027-01-01T12:00:00.000Z'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow(NOW)
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

let people = 0
const stranger = () => ({
  first_name: 'Åsa',
  last_name: 'Öberg',
  email: `window-${++people}@volunteer.example`,
  phone: '+46701234567',
})

type EventGiven = Partial<typeof schema.event.$inferInsert>

async function buildOffer(given: EventGiven, shift: Partial<typeof schema.shift.$inferInsert> = {}) {
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id, ...given })
  const role = await buildRole(api.deps, { event })
  return buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 72), ...shift })
}
const setEvent = (id: string, change: EventGiven) =>
  api.deps.db.system((tx) => tx.update(schema.event).set(change).where(eq(schema.event.id, id)))
const one = (shift: { id: string }, body: object = stranger(), key?: string) => ({
  params: { shiftId: shift.id },
  body,
  ...(key && { headers: { 'idempotency-key': key } }),
})
const several = (shift: { id: string; event_id: string }) => ({
  params: { eventId: shift.event_id },
  body: { ...stranger(), shift_ids: [shift.id] },
})

const opens_at = hoursAfter(NOW, 2)
const WINDOWS = [
  { name: 'not open', event: { signup_opens_at: opens_at }, answer: { code: 'signup_not_open', opens_at } },
  { name: 'closed', event: { signup_closes_at: NOW }, answer: { code: 'signup_closed' } },
  { name: 'archived', event: { archived: true }, answer: { code: 'signup_closed' } },
]

describe.each(WINDOWS)('an event that is $name', ({ event, answer }) => {
  test('takes nobody, for one shift or several, before over and full', async () => {
    for (const given of [
      {},
      { start_dt: hoursAfter(NOW, -9), end_dt: hoursAfter(NOW, -8) },
      { required_qty: 1 },
    ]) {
      const shift = await buildOffer(event, given)
      if (given.required_qty) await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
      expect(await api.refused(signup.signUp, one(shift))).toMatchObject({ status: 409, ...answer })
      expect(await api.refused(signup.signUpForSeveral, several(shift))).toMatchObject({
        status: 409,
        ...answer,
      })
    }
  })

  test('still answers a repeated call', async () => {
    const shift = await buildOffer({})
    const call = one(shift, stranger(), randomUUID())
    const { assignment_id } = await api.ok(signup.signUp, call)
    await setEvent(shift.event_id, event)
    expect(await api.ok(signup.signUp, call)).toMatchObject({ assignment_id })
  })

  test('takes nobody in line', async () => {
    const shift = await buildOffer(event, { required_qty: 1 })
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    expect(await api.refused(waitingList.joinWaitingList, one(shift))).toMatchObject({
      status: 409,
      ...answer,
    })
  })

  test('keeps personal links open', async () => {
    const shift = await buildOffer(event)
    const { id, round } = await buildAssignment(api.deps, { shift, invite_sent_at: NOW })
    const token = signId(api.deps.keys, { purpose: 'personal_link', id, round })
    await api.ok(personalPage.answerInvitation, { params: { token }, body: { confirm: true } })
    expect(await api.ok(personalPage.getAssignment, { params: { token } })).toMatchObject({
      status: 'CONFIRMED',
    })
  })
})

test('it closes by the clock, also for a shift that was found full a moment before', async () => {
  const closes_at = addMs(NOW, 100)
  const shift = await buildOffer({ signup_opens_at: NOW, signup_closes_at: closes_at }, { required_qty: 1 })
  await api.ok(signup.signUp, one(shift))
  expect(await api.refused(signup.signUp, one(shift))).toMatchObject({ code: 'shift_full' })
  expect(await api.refused(signup.signUp, one(shift))).toMatchObject({ code: 'shift_full' })
  api.setNow(closes_at)
  expect(await api.refused(signup.signUp, one(shift))).toMatchObject({ code: 'signup_closed' })
  api.setNow(NOW)
})

test('members assign people before it opens', async () => {
  const shift = await buildOffer({ signup_opens_at: opens_at })
  const { id } = await buildPerson(api.deps, { organization_id: admin.organization_id })
  const body = { shift_id: shift.id, person_ids: [id] }
  await api.ok(assignments.assignPeople, { headers: admin.headers, body })
})

describe('the times of an event', () => {
  const body = {
    name: 'Loppis',
    event_date_start: '2027-07-03T08:00:00.000Z',
    event_date_end: '2027-07-04T20:00:00.000Z',
  }
  const signup_opens_at = '2027-06-01T06:00:00.000Z'
  const signup_closes_at = '2027-07-02T16:00:00.000Z'

  test('keep their wall clock in a new zone, unless they change too', async () => {
    const { headers } = admin
    const { id } = await api.ok(events.createEvent, {
      headers,
      body: { ...body, time_zone: 'Europe/Stockholm', signup_opens_at, signup_closes_at },
    })
    const change = { time_zone: 'Europe/Helsinki', signup_opens_at, signup_closes_at: null }
    expect(await api.ok(events.updateEvent, { headers, params: { id }, body: change })).toMatchObject({
      signup_opens_at: '2027-06-01T05:00:00.000Z',
      signup_closes_at: null,
    })
  })

  test.each([signup_opens_at, '2027-05-01T06:00:00.000Z'])(
    'do not close at %s, before they open',
    async (at) => {
      const { headers } = admin
      const backwards = { status: 400, issues: [{ path: 'signup_closes_at' }] }
      const given = { ...body, signup_opens_at, signup_closes_at: at }
      expect(await api.refused(events.createEvent, { headers, body: given })).toMatchObject(backwards)
      const { id } = await api.ok(events.createEvent, { headers, body: { ...body, signup_opens_at } })
      const change = { headers, params: { id }, body: { signup_closes_at: at } }
      expect(await api.refused(events.updateEvent, change)).toMatchObject(backwards)
    },
  )
})
