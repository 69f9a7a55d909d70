import { randomUUID } from 'node:crypto'
import { type CopiedEvent, events } from '@muster/contract/events'
import { instantToWall } from '@muster/contract/rules/zone'
import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  type EventRow,
  type PersonRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'

const { copyEvent } = events
const ZONE = 'Europe/Stockholm'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow('2027-01-01T12:00:00.000Z')
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const ALL = { roles: true, shifts: true, settings: true, people: 'none' as const }
const call = (id: string, body: object, key?: string) => ({
  params: { id },
  headers: { ...admin.headers, ...(key && { 'idempotency-key': key }) },
  body: { name: 'Kopia', first_day: '2028-06-24', ...ALL, ...body },
})
const copy = (event: { id: string }, body: object = {}, key?: string) =>
  api.ok(copyEvent, call(event.id, body, key))

const shiftsOf = (event: { id: string }) =>
  api.deps.db.system((tx) =>
    tx
      .select()
      .from(schema.shift)
      .where(eq(schema.shift.event_id, event.id))
      .orderBy(asc(schema.shift.start_dt)),
  )
const assignmentsOf = async (event: { id: string }) => {
  const ids = (await shiftsOf(event)).map(({ id }) => id)
  return api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(inArray(schema.assignment.shift_id, ids)),
  )
}
const wall = (instant: string | null) => instant && instantToWall(instant, ZONE)

/** Builds an event of 25–26 June 2027 with two roles and a night shift. */
async function buildFestival(given: Partial<typeof schema.event.$inferInsert> = {}) {
  const event = await buildEvent(api.deps, {
    organization_id: admin.organization_id,
    name: 'Midsommar',
    location: 'Parken',
    description: 'd',
    notes: 'n',
    event_date_start: '2027-06-25T06:00:00.000Z',
    event_date_end: '2027-06-26T20:00:00.000Z',
    ...given,
  })
  const role = await buildRole(api.deps, { event, name: 'Kafé', description: 'Kaffe' })
  const unused = await buildRole(api.deps, { event, name: 'Vakt' })
  const night = await buildShift(api.deps, {
    role,
    start_dt: '2027-06-25T19:00:00.000Z',
    end_dt: '2027-06-26T02:00:00.000Z',
    required_qty: 3,
  })
  return { event, role, unused, night }
}

const SETTINGS = {
  public_names: 'initial',
  contact_email: 'kansli@muster.example',
  contact_phone: '+46701234567',
  cancel_until_hours: 72,
  reminder_hours: null,
  reminder_sms: true,
  waiting_list: false,
  late_signup: true,
  free_unanswered: true,
} as const

describe('a copy', () => {
  test('is a draft with the same clock times, roles, shifts, settings and sign-up dates', async () => {
    const { event } = await buildFestival({
      ...SETTINGS,
      signup_opens_at: '2027-05-01T06:00:00.000Z',
      signup_closes_at: '2027-06-24T16:00:00.000Z',
      archived: true,
    })
    const made = await copy(event)
    expect(made).toMatchObject({
      ...SETTINGS,
      name: 'Kopia',
      location: 'Parken',
      description: 'd',
      notes: 'n',
      time_zone: ZONE,
      event_date_start: '2028-06-24T06:00:00.000Z',
      event_date_end: '2028-06-25T20:00:00.000Z',
      signup_opens_at: '2028-04-30T06:00:00.000Z',
      signup_closes_at: '2028-06-23T16:00:00.000Z',
      published: false,
      archived: false,
      people_count: 0,
      left_out: [],
    })
    expect(made.roles).toMatchObject([
      { name: 'Kafé', description: 'Kaffe', shift_count: 1 },
      { name: 'Vakt', description: null, shift_count: 0 },
    ])
    const [night] = await shiftsOf(made)
    expect(night).toMatchObject({
      start_dt: '2028-06-24T19:00:00.000Z',
      end_dt: '2028-06-25T02:00:00.000Z',
      required_qty: 3,
      role_id: made.roles[0]?.id,
      // Without reminders.
      reminder_due_at: null,
    })
    expect((await api.inject({ url: `/events/${made.id}/public` })).statusCode).toBe(404)
  })

  test('leaves out what was not wanted', async () => {
    const { event } = await buildFestival({ ...SETTINGS, signup_opens_at: '2027-05-01T06:00:00.000Z' })
    const roles = await copy(event, { shifts: false })
    expect(roles.roles).toHaveLength(2)
    expect(await shiftsOf(roles)).toEqual([])
    const bare = await copy(event, { roles: false, shifts: false, settings: false })
    expect(bare).toMatchObject({
      location: 'Parken',
      roles: [],
      public_names: 'full',
      contact_email: null,
      cancel_until_hours: 24,
      reminder_hours: 24,
      waiting_list: true,
      late_signup: false,
      signup_opens_at: null,
    })
  })

  test('leaves the original as it is', async () => {
    const { event, night } = await buildFestival()
    await copy(event)
    const [row] = await api.deps.db.system((tx) =>
      tx.select().from(schema.event).where(eq(schema.event.id, event.id)),
    )
    expect(row).toEqual(event)
    expect(await shiftsOf(event)).toEqual([night])
  })

  test('is made once by a repeated call, which names the same people', async () => {
    const { event, night } = await buildFestival()
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
    await buildAssignment(api.deps, { shift: night, person })
    await buildElsewhere(person, '2028-06-24T20:00:00.000Z')
    const key = randomUUID()
    const made = await copy(event, { people: 'picked' }, key)
    const again = await copy(event, { people: 'picked' }, key)
    expect(again).toEqual(made)
    expect(again.left_out).toHaveLength(1)
    const reused = await api.refused(copyEvent, call(event.id, { name: 'Annan' }, key))
    expect(reused).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })
})

async function buildElsewhere(person: PersonRow, start_dt: string) {
  const { organization_id } = admin
  const role = await buildRole(api.deps, { event: await buildEvent(api.deps, { organization_id }) })
  const shift = await buildShift(api.deps, { role, start_dt })
  await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
}

const clockOf = (made: CopiedEvent, rows: readonly Pick<ShiftRow, 'start_dt' | 'end_dt'>[]) =>
  [
    [made.event_date_start, made.event_date_end],
    ...rows.map(({ start_dt, end_dt }) => [start_dt, end_dt]),
  ].map((pair) => pair.map((instant) => wall(instant)))

describe('across the nights of the clock (D25)', () => {
  test.each([
    // 28 March 2027: 02:00 becomes 03:00. 31 October 2027: 03:00 becomes 02:00.
    { first_day: '2027-03-27', skipped: true },
    { first_day: '2027-10-30', skipped: false },
  ])('a copy to $first_day keeps what is on the clock', async ({ first_day }) => {
    const { event } = await buildFestival()
    const made = await copy(event, { first_day })
    const next = first_day === '2027-03-27' ? '2027-03-28' : '2027-10-31'
    expect(clockOf(made, await shiftsOf(made))).toEqual([
      [`${first_day}T08:00`, `${next}T22:00`],
      [`${first_day}T21:00`, `${next}T04:00`],
    ])
  })

  test('a shift in a skipped hour keeps its length, and a copy of the copy is what was meant', async () => {
    const { event, role } = await buildFestival()
    await buildShift(api.deps, {
      role,
      start_dt: '2027-06-26T00:30:00.000Z',
      end_dt: '2027-06-26T01:30:00.000Z',
    })
    const made = await copy(event, { first_day: '2027-03-27' })
    const displaced = (await shiftsOf(made))[1]
    expect([displaced?.start_dt, displaced?.end_dt].map((instant) => wall(instant ?? null))).toEqual([
      '2027-03-28T03:30',
      '2027-03-28T04:30',
    ])
    const back = await copy(made, { first_day: '2027-06-25' })
    expect((await shiftsOf(back)).map(({ start_dt, end_dt }) => [start_dt, end_dt])).toEqual(
      (await shiftsOf(event)).map(({ start_dt, end_dt }) => [start_dt, end_dt]),
    )
  })
})

async function buildStaffed() {
  const { organization_id } = admin
  const { event, role, night } = await buildFestival()
  const person = (given: Partial<PersonRow> = {}) => buildPerson(api.deps, { organization_id, ...given })
  const people = {
    invited: await person(),
    confirmed: await person(),
    declined: await person(),
    absent: await person(),
    erased: await person({ erased_at: api.deps.now() }),
    busy: await person({ first_name: 'Bo', last_name: 'Ek' }),
  }
  const on = (of: PersonRow, status: 'INVITED' | 'CONFIRMED' | 'DECLINED' | 'ABSENT', shift = night) =>
    buildAssignment(api.deps, { shift, person: of, status, invite_sent_at: api.deps.now(), note: 'n' })
  await on(people.invited, 'INVITED')
  await on(people.confirmed, 'CONFIRMED')
  await on(people.declined, 'DECLINED')
  await on(people.absent, 'ABSENT')
  await on(people.erased, 'CONFIRMED')
  await on(people.busy, 'CONFIRMED')
  return { event, role, night, people, on }
}

describe('with its people', () => {
  test('picks who was invited or confirmed, and asks and tells nobody', async () => {
    const { event, people } = await buildStaffed()
    const made = await copy(event, { people: 'picked' })
    const rows = await assignmentsOf(made)
    expect(new Set(rows.map(({ person_id }) => person_id))).toEqual(
      new Set([people.invited.id, people.confirmed.id, people.busy.id]),
    )
    for (const row of rows)
      expect(row).toMatchObject({ status: 'INVITED', invite_sent_at: null, responded_at: null, note: null })
    expect(made.coverage).toMatchObject({ not_asked: 3, asked: 0, confirmed: 0 })
    const messages = await api.deps.db.system((tx) =>
      tx
        .select()
        .from(schema.message)
        .where(
          inArray(
            schema.message.person_id,
            Object.values(people).map(({ id }) => id),
          ),
        ),
    )
    expect(messages).toEqual([])
  })

  test('leaves out and names who has another shift then (D14)', async () => {
    const { event, people } = await buildStaffed()
    await buildElsewhere(people.busy, '2028-06-25T01:00:00.000Z')
    // Touching is no conflict.
    await buildElsewhere(people.invited, '2028-06-25T02:00:00.000Z')
    const made = await copy(event, { people: 'picked' })
    const [night] = await shiftsOf(made)
    expect(made.left_out).toEqual([
      { person_id: people.busy.id, first_name: 'Bo', last_name: 'Ek', shift_id: night?.id },
    ])
    expect((await assignmentsOf(made)).map(({ person_id }) => person_id)).not.toContain(people.busy.id)
    // The negative control: without the other shift they are picked.
    expect((await copy(event, { people: 'picked', first_day: '2028-07-01' })).left_out).toEqual([])
  })

  test('picks nobody twice for the same time', async () => {
    const { event, role, people, on } = await buildStaffed()
    const twin = await buildShift(api.deps, { role, start_dt: '2027-06-25T20:00:00.000Z' })
    await on(people.confirmed, 'CONFIRMED', twin)
    const made = await copy(event, { people: 'picked' })
    expect(made.left_out.map(({ person_id }) => person_id)).toEqual([people.confirmed.id])
    const ofPerson = (await assignmentsOf(made)).filter(({ person_id }) => person_id === people.confirmed.id)
    expect(ofPerson).toHaveLength(1)
  })

  test('somebody erased since is not named again', async () => {
    const { event, people } = await buildStaffed()
    await buildElsewhere(people.busy, '2028-06-25T01:00:00.000Z')
    const key = randomUUID()
    await copy(event, { people: 'picked' }, key)
    await api.deps.db.system((tx) =>
      tx.update(schema.person).set({ erased_at: api.deps.now() }).where(eq(schema.person.id, people.busy.id)),
    )
    expect((await copy(event, { people: 'picked' }, key)).left_out).toEqual([])
  })
})

describe('is refused', () => {
  test.each([
    [{ roles: false }, 'shifts'],
    [{ shifts: false, people: 'picked' }, 'people'],
    [{ first_day: '2028-02-30' }, 'first_day'],
    [{ first_day: '2300-01-01' }, 'first_day'],
    [{ name: ' ' }, 'name'],
  ])('%j', async (body, path) => {
    const { event } = await buildFestival()
    expect(await api.refused(copyEvent, call(event.id, body))).toMatchObject({
      status: 400,
      issues: [{ path }],
    })
  })

  test('for an event of another organisation, and an unknown one', async () => {
    const theirs: EventRow = await buildEvent(api.deps)
    for (const id of [theirs.id, newId()])
      expect(await api.refused(copyEvent, call(id, {}))).toMatchObject({
        status: 404,
        code: 'event_not_found',
      })
  })

  test('for viewers', async () => {
    const { event } = await buildFestival()
    const viewer = await buildMember(api, { organization_id: admin.organization_id, role: 'viewer' })
    const given = { ...call(event.id, {}), headers: viewer.headers }
    expect(await api.refused(copyEvent, given)).toMatchObject({ status: 403, code: 'role_forbidden' })
  })

  test('with more shifts than an event may have (D66)', async () => {
    const small = await buildTestApp({ limits: { shifts_per_event: 1 } })
    const { headers, organization_id } = await buildAdministrator(small)
    const role = await buildRole(small.deps, { organization_id })
    await buildShift(small.deps, { role })
    await buildShift(small.deps, { role })
    const given = { ...call(role.event_id, {}), headers }
    expect(await small.refused(copyEvent, given)).toMatchObject({
      status: 409,
      code: 'limit_reached',
      limit: 1,
    })
    await small.close()
  })
})
