import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type RoleRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import * as locks from '../../db/lock.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'

// Spies (test/spied-modules.ts), so that the negative controls can leave out a lock; otherwise the real code runs.

let api: TestApp
let admin: Administrator
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  role = await buildRole(api.deps, {
    event: await buildEvent(api.deps, { organization_id: admin.organization_id }),
  })
})
afterAll(() => api.close())

async function send(method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) {
  return (await api.inject({ method, url, payload, headers: admin.headers })).statusCode
}

const assign = (shift: ShiftRow, person_id: string) =>
  send('POST', '/admin/assign', { shift_id: shift.id, person_ids: [person_id] })
const setStatus = (id: string, status: string) => send('PATCH', `/admin/assignments/${id}`, { status })
const setQuantity = (shift: ShiftRow, required_qty: number) =>
  send('PUT', `/admin/shifts/${shift.id}`, { required_qty })
const signUp = (shift: ShiftRow, n: number) =>
  send('POST', `/shifts/${shift.id}/signup`, {
    first_name: 'Åsa',
    last_name: 'Öberg',
    email: `${shift.id}-${n}@volunteer.example`,
    phone: '+46701234567',
  })
const confirm = ({ id, round }: { id: string; round: number }) =>
  send('POST', `/assignment/${signId(api.deps.keys, { purpose: 'personal_link', id, round })}/confirm`, {
    confirm: true,
  })
const invite = (shift: ShiftRow, count: number) =>
  Promise.all(Array.from({ length: count }, () => buildAssignment(api.deps, { shift })))
const readConfirmed = async (shift: ShiftRow) => {
  const isConfirmed = and(eq(schema.assignment.shift_id, shift.id), eq(schema.assignment.status, 'CONFIRMED'))
  const rows = await api.deps.db.system((tx) => tx.select().from(schema.assignment).where(isConfirmed))
  return rows.length
}
const granted = (codes: number[]) => codes.filter((code) => code < 300).length

/**
 * Lets two administrators put one person on two overlapping shifts at once, ten times; counts how often both could.
 */
async function countDoubleBookings(): Promise<{ doubles: number; none: number }> {
  let [doubles, none] = [0, 0]
  for (let round = 0; round < 10; round++) {
    const start_dt = hoursAfter(api.deps.now(), 72)
    const shifts = await Promise.all([0, 1].map(() => buildShift(api.deps, { role, start_dt })))
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
    const codes = await Promise.all(shifts.map((shift) => assign(shift, person.id)))
    if (granted(codes) === 2) doubles++
    if (granted(codes) === 0) none++
  }
  return { doubles, none }
}

describe('one person, two shifts at one time', () => {
  test('one of two administrators is refused', async () => {
    expect(await countDoubleBookings()).toEqual({ doubles: 0, none: 0 })
  })

  test('negative control: without the person’s lock both succeed', async () => {
    await vi.mocked(locks.lockPeople).withImplementation(
      async (tx, ids) =>
        tx
          .select()
          .from(schema.person)
          .where(inArray(schema.person.id, [...ids])),
      async () => {
        expect((await countDoubleBookings()).doubles).toBeGreaterThan(0)
      },
    )
  })
})

/** Lets 40 invited people say yes at once to a shift for 5. */
async function stormOfAnswers() {
  const shift = await buildShift(api.deps, { role, required_qty: 5 })
  const codes = await Promise.all((await invite(shift, 40)).map(confirm))
  return { granted: granted(codes), confirmed: await readConfirmed(shift) }
}

describe('the last places', () => {
  test('40 yeses for 5 places: exactly 5', async () => {
    expect(await stormOfAnswers()).toEqual({ granted: 5, confirmed: 5 })
  })

  test('negative control: without the shift’s lock there are more than 5', async () => {
    await vi.mocked(locks.lockKnownAssignment).withImplementation(
      async (tx, { id }) => {
        const [found] = await tx
          .select({ assignment: schema.assignment, shift: schema.shift, person: schema.person })
          .from(schema.assignment)
          .innerJoin(schema.shift, eq(schema.shift.id, schema.assignment.shift_id))
          .innerJoin(schema.person, eq(schema.person.id, schema.assignment.person_id))
          .where(eq(schema.assignment.id, id))
        return found && { ...found.assignment, shift: found.shift, person: found.person }
      },
      async () => {
        expect((await stormOfAnswers()).confirmed).toBeGreaterThan(5)
      },
    )
  })

  test('links, the public form and an administrator’s hand share them', async () => {
    const shift = await buildShift(api.deps, { role, required_qty: 9 })
    const invited = await invite(shift, 20)
    const codes = await Promise.all([
      ...invited.slice(0, 10).map(confirm),
      ...invited.slice(10).map(({ id }) => setStatus(id, 'CONFIRMED')),
      ...Array.from({ length: 20 }, (_, n) => signUp(shift, n)),
    ])
    expect([granted(codes), await readConfirmed(shift)]).toEqual([9, 9])
  })

  test('fewer places while people say yes: nobody comes on after that', async () => {
    // Fewer people than connections of the pool: on a busy machine one more would wait longer than is allowed.
    const shift = await buildShift(api.deps, { role, required_qty: 9 })
    const invited = await invite(shift, 10)
    const before = invited.slice(0, 4).map(confirm)
    const lowered = setQuantity(shift, 2)
    const after = invited.slice(4).map(confirm)
    expect(await lowered).toBe(200)
    const taken = await readConfirmed(shift)
    await Promise.all([...before, ...after])
    const confirmed = await readConfirmed(shift)
    expect(confirmed).toBeLessThanOrEqual(Math.max(2, taken))
    // D12: confirmed people stay.
    expect(confirmed).toBeGreaterThanOrEqual(Math.min(2, taken))
  })
})
