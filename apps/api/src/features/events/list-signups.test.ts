import { events } from '@muster/contract/events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { buildAssignment, buildEvent, buildRole, buildShift, type ShiftRow } from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import type * as schema from '../../db/schema.ts'

const { listSignups, getEvent } = events

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow('2027-06-10T12:00:00.000Z')
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const call = (id: string, { headers }: Pick<Administrator, 'headers'> = admin) => ({
  params: { id },
  headers,
})
const read = async (id: string, as?: Administrator) => (await api.ok(listSignups, call(id, as))).days

async function buildShiftOf(given: Partial<typeof schema.event.$inferInsert> = {}) {
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id, ...given })
  const role = await buildRole(api.deps, { event })
  return { event, role, shift: await buildShift(api.deps, { role, required_qty: 9 }) }
}

const place = (shift: ShiftRow, given: Partial<typeof schema.assignment.$inferInsert>) =>
  buildAssignment(api.deps, { shift, created_at: '2027-06-01T08:00:00.000Z', ...given })
const signUp = (shift: ShiftRow, at: string, given: Partial<typeof schema.assignment.$inferInsert> = {}) =>
  place(shift, { status: 'CONFIRMED', source: 'signup', terms_accepted_at: at, responded_at: at, ...given })

describe('sign-ups by day', () => {
  test('add up, over the days on which they changed', async () => {
    const { event, shift } = await buildShiftOf()
    await signUp(shift, '2027-06-02T10:00:00.000Z')
    await signUp(shift, '2027-06-02T11:00:00.000Z')
    await signUp(shift, '2027-06-05T10:00:00.000Z')
    expect(await read(event.id)).toEqual([
      { day: '2027-06-02', confirmed: 2 },
      { day: '2027-06-05', confirmed: 3 },
    ])
  })

  test('are on the day of the event’s zone', async () => {
    const at = '2027-06-02T23:30:00.000Z'
    const north = await buildShiftOf({ time_zone: 'Europe/Stockholm' })
    const west = await buildShiftOf({ time_zone: 'America/New_York' })
    await signUp(north.shift, at)
    await signUp(west.shift, at)
    expect(await read(north.event.id)).toEqual([{ day: '2027-06-03', confirmed: 1 }])
    expect(await read(west.event.id)).toEqual([{ day: '2027-06-02', confirmed: 1 }])
  })

  test('end with who gives the place up', async () => {
    const { event, shift } = await buildShiftOf()
    await signUp(shift, '2027-06-02T10:00:00.000Z')
    const cancelled_at = '2027-06-07T10:00:00.000Z'
    await signUp(shift, '2027-06-03T10:00:00.000Z', {
      status: 'DECLINED',
      cancelled_at,
      responded_at: cancelled_at,
    })
    expect(await read(event.id)).toEqual([
      { day: '2027-06-02', confirmed: 1 },
      { day: '2027-06-03', confirmed: 2 },
      { day: '2027-06-07', confirmed: 1 },
    ])
  })

  test('of those who were asked begin with their answer', async () => {
    const { event, shift } = await buildShiftOf()
    const invite_sent_at = '2027-06-02T10:00:00.000Z'
    await place(shift, { status: 'CONFIRMED', invite_sent_at, responded_at: '2027-06-04T10:00:00.000Z' })
    // The answer that took the place back has replaced the time of the yes.
    const cancelled_at = '2027-06-08T10:00:00.000Z'
    await place(shift, { status: 'DECLINED', invite_sent_at, responded_at: cancelled_at, cancelled_at })
    // It was freed (V1): the yes is known.
    const responded_at = '2027-06-05T10:00:00.000Z'
    await place(shift, { status: 'DECLINED', invite_sent_at, responded_at, cancelled_at })
    expect(await read(event.id)).toEqual([
      { day: '2027-06-02', confirmed: 1 },
      { day: '2027-06-04', confirmed: 2 },
      { day: '2027-06-05', confirmed: 3 },
      { day: '2027-06-08', confirmed: 1 },
    ])
  })

  test('leave out everybody else, and come to the figure of the event', async () => {
    const { event, shift } = await buildShiftOf()
    await place(shift, { status: 'CONFIRMED' })
    await place(shift, { status: 'INVITED' })
    await place(shift, { status: 'DECLINED', responded_at: '2027-06-04T10:00:00.000Z' })
    await place(shift, { status: 'ABSENT', responded_at: '2027-06-04T10:00:00.000Z' })
    const { coverage } = await api.ok(getEvent, call(event.id))
    expect(await read(event.id)).toEqual([{ day: '2027-06-01', confirmed: coverage.confirmed }])
  })

  test('of another event are not counted', async () => {
    const { event } = await buildShiftOf()
    const { shift } = await buildShiftOf()
    await signUp(shift, '2027-06-02T10:00:00.000Z')
    expect(await read(event.id)).toEqual([])
  })
})

describe('who may read them', () => {
  test('a viewer all, a leader those of the roles they lead', async () => {
    const { event, role, shift } = await buildShiftOf()
    const other = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
    await signUp(shift, '2027-06-02T10:00:00.000Z')
    await signUp(other, '2027-06-03T10:00:00.000Z')
    const { organization_id } = admin
    const viewer = await buildMember(api, { organization_id, role: 'viewer' })
    const leader = await buildMember(api, { organization_id, role: 'leader', lead_role_ids: [role.id] })
    expect(await read(event.id, viewer)).toHaveLength(2)
    expect(await read(event.id, leader)).toEqual([{ day: '2027-06-02', confirmed: 1 }])
  })

  test('nobody else', async () => {
    const { event } = await buildShiftOf()
    const stranger = await buildAdministrator(api)
    expect(await api.refused(listSignups, call(event.id, stranger))).toMatchObject({
      status: 404,
      code: 'event_not_found',
    })
    expect(await api.refused(listSignups, call(newId()))).toMatchObject({ code: 'event_not_found' })
    expect(await api.refused(listSignups, { params: { id: event.id } })).toMatchObject({ status: 401 })
  })
})
