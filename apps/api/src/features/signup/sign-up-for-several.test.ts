import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SignedUp, signup } from '@muster/contract/signup'
import { eq, inArray } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { patiently } from '../../../test/patient.ts'
import { buildEvent, buildRole, buildShift, hoursAfter, type ShiftRow } from '../../../test/planning.ts'
import * as locks from '../../db/lock.ts'
import * as schema from '../../db/schema.ts'
import * as queries from './queries.ts'

/* D42 */

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

let role: Awaited<ReturnType<typeof buildRole>>
let shifts: [ShiftRow, ShiftRow, ShiftRow]
beforeEach(async () => {
  role = await buildRole(api.deps)
  const first = await buildShift(api.deps, { role })
  shifts = [first, await after(first, 6), await after(first, 12)]
})

const after = (shift: ShiftRow, hours: number, required_qty = 5) =>
  buildShift(api.deps, {
    role,
    start_dt: hoursAfter(shift.start_dt, hours),
    end_dt: hoursAfter(shift.end_dt, hours),
    required_qty,
  })

let people = 0
const stranger = () => ({
  first_name: 'Åsa',
  last_name: 'Öberg',
  email: `several-${++people}@volunteer.example`,
  phone: '+46701234567',
})
type Volunteer = ReturnType<typeof stranger>

const idsOf = (of: readonly ShiftRow[]) => of.map(({ id }) => id)
const of = (eventId: string, body: object, headers?: Record<string, string>) => ({
  params: { eventId },
  body,
  ...(headers && { headers }),
})
const ok = (shift_ids: string[], person: Volunteer & { seen?: object[] }, headers?: Record<string, string>) =>
  api.ok(signup.signUpForSeveral, of(role.event_id, { shift_ids, ...person }, headers))
const refused = (shift_ids: string[], person: Volunteer, headers?: Record<string, string>) =>
  api.refused(signup.signUpForSeveral, of(role.event_id, { shift_ids, ...person }, headers))
const signUp = ({ id }: ShiftRow, person: Volunteer) =>
  api.ok(signup.signUp, { params: { shiftId: id }, body: person })

const assignmentsOf = ({ id }: { id: string }) =>
  api.deps.db.system((tx) => tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, id)))
const messagesTo = ({ email }: Volunteer) =>
  api.deps.db.system((tx) => tx.select().from(schema.message).where(eq(schema.message.address, email)))

const removePlaces = ({ id }: ShiftRow) =>
  api.deps.db.system((tx) => tx.delete(schema.assignment).where(eq(schema.assignment.shift_id, id)))

test('places are taken on all shifts, and one e-mail confirms them', async () => {
  const person = stranger()
  const answer = await ok(idsOf(shifts).toReversed(), person, { 'accept-language': 'en' })
  expect(answer.refused).toEqual([])
  expect(answer.signed_up.map(({ shift }) => shift)).toMatchObject(
    shifts.map(({ id }) => ({ id, spots_left: 4, assigned_count: 1 })),
  )
  for (const [at, shift] of shifts.entries()) {
    expect(await assignmentsOf(shift)).toMatchObject([
      {
        id: answer.signed_up[at]?.assignment_id,
        status: 'CONFIRMED',
        source: 'signup',
        terms_version: '1.3',
      },
    ])
  }
  expect(await messagesTo(person)).toMatchObject([{ template: 'confirmation', status: 'QUEUED' }])

  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  const mail = mails.find(({ to }) => to === person.email)
  expect(mail?.subject).toMatch(/^You’re signed up: 3 shifts, /)
  expect(mail?.text.match(/\/c\/[\w-]{43}/g)).toHaveLength(2)
  expect(mail?.attachments).toHaveLength(3)
})

test('what is full, over, gone, taken or in conflict is named, and the rest is taken', async () => {
  const person = stranger()
  const [open, taken, elsewhere] = shifts
  const full = await after(open, 24, 1)
  await signUp(full, stranger())
  const over = await after(open, -24 * 30)
  const gone = randomUUID()
  const foreign = await buildShift(api.deps)
  await signUp(taken, person)
  const other_role = await buildRole(api.deps, { event: await eventOf(role) })
  const clashing = await buildShift(api.deps, {
    role: other_role,
    start_dt: hoursAfter(elsewhere.start_dt, 1),
    end_dt: hoursAfter(elsewhere.end_dt, 1),
  })
  await signUp(elsewhere, person)

  const asked = [taken.id, full.id, over.id, gone, foreign.id, clashing.id, open.id]
  const { signed_up, refused: named } = await ok(asked, person)
  expect(signed_up).toMatchObject([{ shift: { id: open.id } }])
  expect(new Map(named.map(({ shift_id, code }) => [shift_id, code]))).toEqual(
    new Map([
      [taken.id, 'already_signed_up'],
      [full.id, 'shift_full'],
      [over.id, 'shift_over'],
      [gone, 'shift_not_found'],
      [foreign.id, 'shift_not_found'],
      [clashing.id, 'schedule_conflict'],
    ]),
  )
  expect(await assignmentsOf(foreign)).toEqual([])
  // D13: the last message sends the link again.
  expect((await messagesTo(person)).map(({ template }) => template)).toEqual([
    'confirmation',
    'confirmation',
    'confirmation',
  ])
})

test('a shift with other times than were shown is named with those that it has', async () => {
  const [first, second] = shifts
  const seen = [first, second].map(({ id, start_dt, end_dt }) => ({ shift_id: id, start_dt, end_dt }))
  const moved = { start_dt: hoursAfter(second.start_dt, -20), end_dt: hoursAfter(second.end_dt, -20) }
  await api.deps.db.system((tx) => tx.update(schema.shift).set(moved).where(eq(schema.shift.id, second.id)))
  const answer = await ok([first.id, second.id], { ...stranger(), seen })
  expect(answer.signed_up).toMatchObject([{ shift: { id: first.id } }])
  expect(answer.refused).toEqual([{ shift_id: second.id, code: 'shift_moved', ...moved }])
})

test('D49: a shift that has begun is taken where the event allows it', async () => {
  for (const late_signup of [false, true]) {
    const event = await buildEvent(api.deps, { late_signup })
    const begun = await buildShift(api.deps, {
      role: await buildRole(api.deps, { event }),
      start_dt: hoursAfter(api.deps.now(), -1),
      end_dt: hoursAfter(api.deps.now(), 1),
    })
    const params = { eventId: event.id }
    const body = { ...stranger(), shift_ids: [begun.id] }
    if (late_signup) await api.ok(signup.signUpForSeveral, { params, body })
    else
      expect(await api.refused(signup.signUpForSeveral, { params, body })).toMatchObject({
        refused: [{ code: 'shift_over' }],
      })
  }
})

const eventOf = async ({ event_id, organization_id }: typeof role) => {
  const [found] = await api.deps.db.system((tx) =>
    tx.select().from(schema.event).where(eq(schema.event.id, event_id)),
  )
  if (!found) throw new Error('no event')
  return { ...found, organization_id }
}

test('when nothing could be taken, the refusal names each, and one link is still sent again', async () => {
  const person = stranger()
  const [taken, also, full] = [
    await after(shifts[0], 48),
    await after(shifts[0], 60),
    await after(shifts[0], 72, 1),
  ]
  await signUp(taken, person)
  await signUp(also, person)
  await signUp(full, stranger())
  const answer = await refused([taken.id, also.id, full.id], person)
  expect(answer).toMatchObject({
    status: 409,
    code: 'none_taken',
    refused: [
      { shift_id: taken.id, code: 'already_signed_up' },
      { shift_id: also.id, code: 'already_signed_up' },
      { shift_id: full.id, code: 'shift_full' },
    ],
  })
  const again = (await messagesTo(person)).filter(({ template }) => template === 'link_again')
  expect(again).toHaveLength(1)
})

test('a person who took nothing is not stored', async () => {
  const full = await after(shifts[0], 48, 1)
  await signUp(full, stranger())
  const person = stranger()
  await refused([full.id], person)
  const found = await api.deps.db.system((tx) =>
    tx.select().from(schema.person).where(eq(schema.person.email, person.email)),
  )
  expect(found).toEqual([])
})

test('shifts that overlap each other are refused, and none is taken', async () => {
  const [first] = shifts
  const overlapping = await after(first, 1)
  const answer = await refused([first.id, overlapping.id], stranger())
  expect(answer).toMatchObject({ status: 400, code: 'validation' })
  expect(await assignmentsOf(first)).toEqual([])
})

test('the same shift twice is one place', async () => {
  const [first] = shifts
  const { signed_up, refused: named } = await ok([first.id, first.id], stranger())
  expect([signed_up.length, named.length]).toEqual([1, 0])
})

describe('with a key (D16)', () => {
  test('twenty equal calls at once take each place once, with the same bytes', async () => {
    const [person, key] = [stranger(), randomUUID()]
    const calls = await Promise.all(
      Array.from({ length: 20 }, () =>
        patiently(() =>
          api.inject({
            method: 'POST',
            url: `/events/${role.event_id}/signup`,
            headers: { 'content-type': 'application/json', 'idempotency-key': key },
            payload: JSON.stringify({ shift_ids: idsOf(shifts), ...person }),
          }),
        ),
      ),
    )
    expect(new Set(calls.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1)
    expect(await messagesTo(person)).toHaveLength(1)
    for (const shift of shifts) expect(await assignmentsOf(shift)).toHaveLength(1)
  })

  test('a repeated answer has no names of a shift that has moved to an event which hides them (D22)', async () => {
    const [person, key] = [stranger(), { 'idempotency-key': randomUUID() }]
    const [stays, moves] = shifts
    await ok(idsOf([stays, moves]), person, key)
    const event = await buildEvent(api.deps, {
      organization_id: role.organization_id,
      public_names: 'hidden',
    })
    const { id: role_id, event_id } = await buildRole(api.deps, { event })
    await api.deps.db.system((tx) =>
      tx.update(schema.shift).set({ event_id, role_id }).where(eq(schema.shift.id, moves.id)),
    )
    const { signed_up } = await ok(idsOf([stays, moves]), person, key)
    const names = new Map(
      signed_up.map(({ shift }: SignedUp) => [
        shift.id,
        shift.assigned_people.map((each) => each.first_name),
      ]),
    )
    expect(names).toEqual(
      new Map([
        [stays.id, ['Åsa']],
        [moves.id, []],
      ]),
    )
  })

  test('a repeat names the places that are gone, and acts no more', async () => {
    const [person, key] = [stranger(), { 'idempotency-key': randomUUID() }]
    const [stays, removed, deleted] = shifts
    const full = await after(stays, 24, 1)
    await signUp(full, stranger())
    const asked = idsOf([...shifts, full])
    const first = await ok(asked, person, key)
    expect(first.signed_up).toHaveLength(3)
    await removePlaces(removed)
    await api.deps.db.system((tx) => tx.delete(schema.shift).where(eq(schema.shift.id, deleted.id)))
    const again = await ok(asked, person, key)
    expect(again.signed_up).toMatchObject([{ shift: { id: stays.id, assigned_count: 1 } }])
    const refusals = [
      { shift_id: full.id, code: 'shift_full' },
      { shift_id: removed.id, code: 'shift_not_found' },
      { shift_id: deleted.id, code: 'shift_not_found' },
    ]
    expect(again.refused).toEqual(refusals)
    await removePlaces(stays)
    expect(await refused(asked, person, key)).toMatchObject({
      status: 409,
      code: 'none_taken',
      refused: expect.arrayContaining([...refusals, { shift_id: stays.id, code: 'shift_not_found' }]),
    })
    expect(await assignmentsOf(stays)).toEqual([])
    expect(await messagesTo(person)).toHaveLength(1)
    // Negative control: with another key the same call acts.
    expect((await ok(asked, person)).signed_up).toHaveLength(2)
    expect(await messagesTo(person)).toHaveLength(2)
  })

  test('another body with the same key is refused', async () => {
    const [person, key] = [stranger(), { 'idempotency-key': randomUUID() }]
    await ok(idsOf(shifts.slice(0, 1)), person, key)
    expect(await refused(idsOf(shifts.slice(1)), person, key)).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    })
  })
})

/**
 * Signs up sixty people at once for the same three shifts of two places. Returns how many each shift has confirmed.
 */
async function storm(): Promise<number[]> {
  const [first] = shifts
  const tight = [await after(first, 24, 2), await after(first, 30, 2), await after(first, 36, 2)]
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => {
      const call: InjectOptions = {
        method: 'POST',
        url: `/events/${role.event_id}/signup`,
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        // The ids are in different orders: the locks are still taken by id (D15).
        payload: JSON.stringify({
          shift_ids: at % 2 ? idsOf(tight) : idsOf(tight).toReversed(),
          ...stranger(),
        }),
      }
      return patiently(() => api.inject(call))
    }),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]))
  return Promise.all(tight.map(async (shift) => (await assignmentsOf(shift)).length))
}

test('sixty people at once: no shift is overbooked', async () => {
  expect(await storm()).toEqual([2, 2, 2])
})

test('negative control: without the locks there are more', async () => {
  const { listSignUpShifts } = await vi.importActual<typeof queries>('./queries.ts')
  vi.mocked(queries.listSignUpShifts).mockImplementation(async (tx, asked) => {
    const read = await listSignUpShifts(tx, asked)
    await sleep(100)
    return read
  })
  await vi.mocked(locks.lockShifts).withImplementation(
    async (tx, shift_ids) =>
      tx
        .select()
        .from(schema.shift)
        .where(inArray(schema.shift.id, [...shift_ids])),
    async () => expect(Math.max(...(await storm()))).toBeGreaterThan(2),
  )
})

test('an unknown event', async () => {
  const answer = await api.refused(
    signup.signUpForSeveral,
    of(randomUUID(), { shift_ids: idsOf(shifts), ...stranger() }),
  )
  expect(answer).toMatchObject({ status: 404, code: 'event_not_found' })
})
