import { organizations } from '@muster/contract/organizations'
import { groupBy } from '@muster/contract/rules/group-by'
import { findConflict } from '@muster/contract/rules/time-conflict'
import { session } from '@muster/contract/session'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import * as schema from '../db/schema.ts'
import { FESTIVAL } from './festival.ts'
import { DEMO_ADMINISTRATOR, findDemo, seedDemo } from './seed.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
  await seedDemo(api.deps)
})
afterAll(() => api.close())

const listTaken = () =>
  api.deps.db.system((tx) =>
    tx
      .select({
        person_id: schema.assignment.person_id,
        shift_id: schema.assignment.shift_id,
        status: schema.assignment.status,
        token_expires_at: schema.assignment.token_expires_at,
        start_dt: schema.shift.start_dt,
        end_dt: schema.shift.end_dt,
        required_qty: schema.shift.required_qty,
        event_id: schema.shift.event_id,
      })
      .from(schema.assignment)
      .innerJoin(schema.shift, eq(schema.shift.id, schema.assignment.shift_id)),
  )

test('is there once, however often the product starts', async () => {
  const count = () => api.deps.db.system((tx) => tx.$count(schema.person))
  const before = await count()
  await seedDemo(api.deps)
  expect(await count()).toBe(before)
})

test('has the same ids in every installation', async () => {
  expect(await findDemo(api.deps)).toEqual({
    organization_id: '01900000-0000-7002-8000-000000000002',
    event_ids: [
      '01900000-0000-7003-8000-000000000002',
      '01900000-0000-7003-8000-000000000003',
      '01900000-0000-7003-8000-000000000004',
    ],
  })
  const [first] = await api.deps.db.system((tx) =>
    tx.select({ id: schema.shift.id }).from(schema.shift).orderBy(schema.shift.id).limit(1),
  )
  expect(first?.id).toBe('01900000-0000-7005-8000-000000000001')
})

test('D9: its administrator signs in and belongs to two organisations', async () => {
  const { token } = await api.ok(session.login, { body: DEMO_ADMINISTRATOR })
  expect(token).toMatch(/^ey/)
  const headers = { authorization: `Bearer ${token}` }
  expect(await api.ok(organizations.listMyOrganizations, { headers })).toMatchObject([
    { role: 'owner' },
    { role: 'owner' },
  ])
})

test('A1: its log says what the administrator did, in the order of its ids', async () => {
  const done = await api.deps.db.system((tx) => tx.select().from(schema.auditLog).orderBy(schema.auditLog.id))
  expect(done.map(({ action }) => action)).toEqual([
    ...Array(3).fill('event.added'),
    ...Array(2).fill('member_invitation.sent'),
  ])
  expect(done.map(({ at }) => at)).toEqual(done.map(({ at }) => at).toSorted())
})

test('has the names that break systems', async () => {
  const people = await api.deps.db.system((tx) => tx.select().from(schema.person))
  const names = people.map(({ first_name, last_name }) => `${first_name} ${last_name}`)
  expect(names).toEqual(
    expect.arrayContaining([
      'Åsa Öberg',
      "Zoë O'Brien",
      'Björn af Ekenstam',
      expect.stringMatching(/^.{60,}$/),
    ]),
  )
  const largest = Math.max(
    ...[...groupBy(people, (each) => each.organization_id).values()].map(({ length }) => length),
  )
  expect(largest).toBe(120)
})

describe('the festival', () => {
  test('has 40 shifts to come, one of them over midnight, full ones and empty ones', async () => {
    const [id = ''] = (await findDemo(api.deps))?.event_ids ?? []
    const shifts = await api.deps.db.system((tx) =>
      tx.select().from(schema.shift).where(eq(schema.shift.event_id, id)),
    )
    expect(shifts).toHaveLength(40)
    expect(FESTIVAL.roles.flatMap((role) => role.shifts)).toHaveLength(40)
    for (const { start_dt } of shifts) expect(start_dt > api.deps.now()).toBe(true)

    const taken = groupBy(await listTaken(), ({ shift_id }) => shift_id)
    const free = shifts.map(
      (shift) =>
        shift.required_qty -
        (taken.get(shift.id) ?? []).filter(({ status }) => status === 'CONFIRMED').length,
    )
    expect(free).toEqual(expect.arrayContaining([0, 1]))
    expect(shifts.some(({ id: shift_id }) => !taken.has(shift_id))).toBe(true)
  })
})

describe('keeps the rules of the product', () => {
  test('D44: who waits in line is not on the shift, which is full', async () => {
    const lines = await api.deps.db.system((tx) => tx.select().from(schema.waiting))
    expect(lines.length).toBeGreaterThan(0)
    const taken = await listTaken()
    for (const { shift_id, person_id } of lines) {
      const on_shift = taken.filter((each) => each.shift_id === shift_id)
      expect(on_shift.map((each) => each.person_id)).not.toContain(person_id)
      const confirmed = on_shift.filter(({ status }) => status === 'CONFIRMED')
      expect(confirmed.length).toBe(on_shift[0]?.required_qty)
    }
  })

  test('D12: no shift has more confirmed than places', async () => {
    for (const people of groupBy(await listTaken(), ({ shift_id }) => shift_id).values()) {
      const confirmed = people.filter(({ status }) => status === 'CONFIRMED')
      expect(confirmed.length).toBeLessThanOrEqual(people[0]?.required_qty ?? 0)
    }
  })

  test('D14: nobody is in two places at once', async () => {
    for (const own of groupBy(await listTaken(), ({ person_id }) => person_id).values()) {
      const active = own.filter(({ status }) => status === 'INVITED' || status === 'CONFIRMED')
      for (const time of active) {
        expect(findConflict({ ...time, id: time.shift_id }, active)).toBeUndefined()
      }
    }
  })

  test('D18, D20: all four statuses, none of them impossible; invitations that have expired and some that have not', async () => {
    const taken = await listTaken()
    const now = api.deps.now()
    const of = (status: string) => taken.filter((each) => each.status === status)
    for (const { start_dt } of of('ABSENT')) expect(start_dt <= now).toBe(true)
    for (const { token_expires_at, end_dt } of of('INVITED')) expect(token_expires_at <= end_dt).toBe(true)
    expect(new Set(taken.map(({ status }) => status)).size).toBe(4)
    const open = of('INVITED').filter(({ end_dt }) => end_dt > now)
    expect(open.some(({ token_expires_at }) => token_expires_at <= now)).toBe(true)
    expect(open.some(({ token_expires_at }) => token_expires_at > now)).toBe(true)
  })
})
