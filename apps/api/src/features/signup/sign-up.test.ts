import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { identityKey } from '@muster/contract/rules/fold'
import { signup } from '@muster/contract/signup'
import { contractTexts } from '@muster/contract/texts'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { patiently } from '../../../test/patient.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  mint,
  type ShiftRow,
} from '../../../test/planning.ts'
import * as locks from '../../db/lock.ts'
import * as schema from '../../db/schema.ts'
import { enqueueConfirmation } from '../../outbox/enqueue.ts'
import { confirmationPayload } from '../../outbox/kinds/confirmation.ts'
import * as queries from './queries.ts'
import * as visitors from './visitor.ts'

// Spies (test/spied-modules.ts), so that the negative controls can leave out a lock; otherwise the real code runs.

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

const asa = { first_name: 'Åsa', last_name: 'Öberg', email: 'asa@volunteer.example', phone: '+46701234567' }
let people = 0
/** Returns a person unknown to the organisation. */
const stranger = () => ({ ...asa, email: `stranger-${++people}@volunteer.example` })

const sign = (shift: { id: string }, body: unknown, headers: Record<string, string> = {}) =>
  patiently(() =>
    api.inject({
      method: 'POST',
      url: `/shifts/${shift.id}/signup`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    }),
  )
const refused = (shift: { id: string }, body: unknown, headers?: Record<string, string>) =>
  api.refused(signup.signUp, { params: { shiftId: shift.id }, body, ...(headers && { headers }) })
const ok = (shift: { id: string }, body: unknown, headers?: Record<string, string>) =>
  api.ok(signup.signUp, { params: { shiftId: shift.id }, body, ...(headers && { headers }) })

const assignmentsOf = (shift: { id: string }) =>
  api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, shift.id)),
  )
const messagesTo = (address: string) =>
  api.deps.db.system((tx) => tx.select().from(schema.message).where(eq(schema.message.address, address)))
const findPerson = (person: typeof asa, organization_id: string) =>
  api.deps.db.system(async (tx) => {
    const [found] = await tx
      .select()
      .from(schema.person)
      .where(
        and(
          eq(schema.person.organization_id, organization_id),
          eq(schema.person.identity_key, identityKey(person)),
        ),
      )
    return found
  })

/** Builds a second shift of the same event at the same time. */
const buildOverlapping = async (shift: ShiftRow) => {
  const role = await buildRole(api.deps, { event: await eventOf(shift), name: 'Entré' })
  return buildShift(api.deps, { role, start_dt: hoursAfter(shift.start_dt, 1) })
}
const eventOf = (shift: ShiftRow) =>
  api.deps.db.system(async (tx) => {
    const [found] = await tx.select().from(schema.event).where(eq(schema.event.id, shift.event_id))
    if (!found) throw new Error('no event')
    return { ...found, organization_id: shift.organization_id }
  })

test('a visitor takes a place and is told what everybody may see', async () => {
  const shift = await buildShift(api.deps)
  const heard: unknown[] = []
  const unsubscribe = api.deps.bus.subscribe((announcement) => heard.push(announcement))
  const answer = await ok(shift, asa, { 'accept-language': 'sv' })
  unsubscribe()

  expect(answer).toEqual({
    assignment_id: expect.any(String),
    shift: {
      id: shift.id,
      role_id: shift.role_id,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      required_qty: 5,
      spots_left: 4,
      assigned_count: 1,
      assigned_people: [{ person_id: answer.assignment_id, first_name: 'Åsa', last_name: 'Öberg' }],
    },
    calendar_url: expect.stringMatching(/^http:\/\/localhost:3000\/calendar\/[\w-]{43}\.ics$/),
    correction_key: expect.stringMatching(/^[\w-]+$/),
  })
  expect(await assignmentsOf(shift)).toMatchObject([
    { status: 'CONFIRMED', source: 'signup', terms_version: '1.3', other_phone: null },
  ])
  const person = await findPerson(asa, shift.organization_id)
  expect(person).toMatchObject({ phone: '+46701234567', language: 'sv' })
  const { organization_id } = shift
  expect(heard).toEqual([
    { kind: 'shifts', organization_id, event_id: shift.event_id, shift_ids: [shift.id] },
    { kind: 'outbox' },
    { kind: 'messages', organization_id, person_ids: [person?.id] },
  ])
})

test('an answer names who is on the shift now: one has left, one is called otherwise', async () => {
  const shift = await buildShift(api.deps)
  const [leaves, renamed] = [
    await ok(shift, { ...stranger(), first_name: 'Asta' }),
    await ok(shift, { ...stranger(), first_name: 'Bo' }),
  ]
  await api.deps.db.system(async (tx) => {
    const { id } = schema.assignment
    await tx.update(schema.assignment).set({ status: 'DECLINED' }).where(eq(id, leaves.assignment_id))
    const [found] = await tx.select().from(schema.assignment).where(eq(id, renamed.assignment_id))
    await tx
      .update(schema.person)
      .set({ first_name: 'Britt' })
      .where(eq(schema.person.id, found?.person_id ?? ''))
  })
  const answer = await ok(shift, { ...stranger(), first_name: 'Cai' })
  expect(answer.shift.assigned_people.map(({ first_name }) => first_name)).toEqual(['Britt', 'Cai'])
})

test('the confirmation is queued in the person’s language, without the link', async () => {
  const shift = await buildShift(api.deps)
  await ok(shift, stranger(), { 'accept-language': 'en' })
  const [message, ...others] = await api.deps.db.system((tx) =>
    tx.select().from(schema.message).where(eq(schema.message.organization_id, shift.organization_id)),
  )
  // D28: an anonymous action sends no SMS.
  expect(others).toEqual([])
  expect(message).toMatchObject({
    status: 'QUEUED',
    template: 'confirmation',
    language: 'en',
    channel: 'EMAIL',
  })
  expect(message).toMatchObject({ subject: null, body_text: null })
  // Only the payload is stored: the worker writes the text.
  expect(message?.payload).toMatchObject({ round: 1, first_name: stranger().first_name })
  expect(JSON.stringify(message)).not.toMatch(/\/c\/[\w-]{43}/)
})

test('its payload is the one that a confirmation of the stored assignment has', async () => {
  const event = await buildEvent(api.deps, { notes: 'Ta med vatten' })
  const shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
  const visitor = stranger()
  const { assignment_id } = await ok(shift, visitor)
  await api.deps.db.transaction(mint(shift.organization_id), (tx) =>
    enqueueConfirmation(tx, { assignment_ids: [assignment_id], now: api.deps.now() }),
  )
  const [first, second] = (await messagesTo(visitor.email)).map(
    ({ payload, language, person_id, channel, template }) => {
      const { entry, ...rest } = confirmationPayload.parse(payload)
      return { ...rest, entry: { ...entry, stamp: 'any' }, language, person_id, channel, template }
    },
  )
  expect(first).toBeDefined()
  expect(first).toEqual(second)
  // The mail shows the notes once, although the calendar file has them too.
  expect(JSON.stringify(first).match(/Ta med vatten/g)).toHaveLength(1)
})

test('without a stated language the organisation’s is used and the person’s stays open', async () => {
  const person = stranger()
  const shift = await buildShift(api.deps)
  await ok(shift, person)
  expect(await messagesTo(person.email)).toMatchObject([{ language: 'sv' }])
  expect(await findPerson(person, shift.organization_id)).toMatchObject({ language: null })
})

// ── What is refused, in D13's order ──────────────────────────────────────────────────────────────

test('an unknown shift and an id that is none are not found', async () => {
  const unknown = { id: '01890000-0000-7000-8000-000000000000' }
  expect(await refused(unknown, asa)).toMatchObject({ status: 404, code: 'shift_not_found' })
  expect(await refused({ id: 'nonsense' }, asa)).toMatchObject({ status: 404, code: 'not_found' })
})

test.each([
  ['an empty body', {}],
  ['one letter for a name', { ...asa, first_name: 'Å' }],
  ['no e-mail address', { ...asa, email: 'asa at example' }],
  ['a NUL', { ...asa, last_name: 'Ö\u0000berg' }],
  ['half a letter', { ...asa, first_name: 'Ås\ud800a' }],
  ['a list', [asa]],
  ['a version of terms that is none', { ...asa, terms_version: '1\u0000' }],
  ['a version of terms that never was', { ...asa, terms_version: '9.9' }],
])('%s is a clear 400', async (_what, body) => {
  expect(await refused(await buildShift(api.deps), body)).toMatchObject({ status: 400, code: 'validation' })
})

test('a key of seven characters is a clear 400', async () => {
  const answer = await refused(await buildShift(api.deps), asa, { 'idempotency-key': '1234567' })
  expect(answer).toMatchObject({ status: 400, issues: [{ path: 'headers.idempotency-key' }] })
})

test('one address has its limit', async () => {
  const limited = await buildTestApp({ limits: { signups_per_minute: 2 } })
  const shift = await buildShift(limited.deps)
  const call = () =>
    limited.inject({ method: 'POST', url: `/shifts/${shift.id}/signup`, payload: stranger() })
  const answers = [await call(), await call(), await call()]
  await limited.close()
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 429])
  expect(answers[2]?.json()).toMatchObject({ code: 'rate_limited', retry_after: expect.any(Number) })
})

const ask = async (limited: TestApp, shift: { id: string }, payload: object) =>
  (await patiently(() => limited.inject({ method: 'POST', url: `/shifts/${shift.id}/signup`, payload })))
    .statusCode

describe('asking who is on a shift', () => {
  test.each([
    ['is over after a few answers from one address', 2, [409, 409, 429, 429]],
    ['negative control: goes on without the limit', 1_000, [409, 409, 409, 201]],
  ])('%s', async (_name, signup_refusals_per_minute, expected) => {
    const limited = await buildTestApp({ limits: { signup_refusals_per_minute } })
    const shift = await buildShift(limited.deps)
    await ask(limited, shift, asa)
    const answers = [
      await ask(limited, shift, asa),
      await ask(limited, shift, asa),
      await ask(limited, shift, asa),
    ]
    answers.push(await ask(limited, shift, stranger()))
    await limited.close()
    expect(answers).toEqual(expected)
  })

  test('costs nobody else of a school their place', async () => {
    const limited = await buildTestApp({ limits: { signup_refusals_per_minute: 2 } })
    const shift = await buildShift(limited.deps, { required_qty: 20 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(limited, shift, stranger())))
    await limited.close()
    expect(new Set(answers)).toEqual(new Set([201]))
  })
})

test.each([
  ['+46', 'not_phone'],
  ['+4670', 'not_phone'],
  // Has a possible length, but is not valid for its country.
  ['+1 085 123 4567', 'not_phone'],
  ['12345', 'not_international'],
  ['call me', 'phone_letters'],
  ['070-123 45 67', 'not_international'],
] as const)('D23: %s cannot be read: %s', async (phone, reason) => {
  const message = contractTexts.en(`issues.${reason}`)
  const answer = await refused(await buildShift(api.deps), { ...asa, phone })
  expect(answer).toMatchObject({ status: 400, issues: [{ path: 'phone', message }] })
})

test('a number is read as the form sends it, with its country, and kept in E.164', async () => {
  const person = stranger()
  const shift = await buildShift(api.deps)
  await ok(shift, { ...person, phone: '+46 (0)70-123 45 67' })
  expect(await findPerson(person, shift.organization_id)).toMatchObject({ phone: '+46701234567' })
})

test('a shift_id that is not the path’s is refused; the same is fine', async () => {
  const [shift, other] = [await buildShift(api.deps), await buildShift(api.deps)]
  const answer = await refused(shift, { ...stranger(), shift_id: other.id })
  expect(answer).toMatchObject({ status: 400, issues: [{ path: 'shift_id' }] })
  await ok(shift, { ...stranger(), shift_id: shift.id })
})

test.each([
  { late_signup: false, open: 1, over: 0 },
  { late_signup: true, open: -3, over: -4 },
])('late sign-up $late_signup: open $open h after now, over $over h after, even when full', async (row) => {
  const event = await buildEvent(api.deps, { late_signup: row.late_signup })
  const role = await buildRole(api.deps, { event })
  const startingIn = (hours: number) => {
    const start_dt = hoursAfter(api.deps.now(), hours)
    return buildShift(api.deps, { role, start_dt, end_dt: hoursAfter(start_dt, 4), required_qty: 1 })
  }
  await ok(await startingIn(row.open), stranger())
  const over = await startingIn(row.over)
  await buildAssignment(api.deps, { shift: over, status: 'CONFIRMED' })
  expect(await refused(over, stranger())).toMatchObject({ status: 409, code: 'shift_over' })
})

const move = (shift: ShiftRow, hours: number) => {
  const times = { start_dt: hoursAfter(shift.start_dt, hours), end_dt: hoursAfter(shift.end_dt, hours) }
  return api.deps.db
    .system((tx) => tx.update(schema.shift).set(times).where(eq(schema.shift.id, shift.id)))
    .then(() => times)
}
const seenOf = ({ start_dt, end_dt }: { start_dt: string; end_dt: string }) => ({ start_dt, end_dt })

test('a shift that has begun is not called over', async () => {
  const running = await buildShift(api.deps, { start_dt: hoursAfter(api.deps.now(), -1) })
  expect(await refused(running, stranger())).toMatchObject({
    code: 'shift_over',
    error: 'This shift has begun, so sign-up is closed.',
  })
})

describe('what was on the screen', () => {
  test('a shift that has moved is refused with its new time, which can be agreed to', async () => {
    const shift = await buildShift(api.deps)
    const person = stranger()
    const now_at = await move(shift, 2)
    const body = { ...person, seen: seenOf(shift) }
    expect(await refused(shift, body)).toMatchObject({ status: 409, code: 'shift_moved', ...now_at })
    expect(await assignmentsOf(shift)).toEqual([])
    expect(await ok(shift, { ...person, seen: now_at })).toMatchObject({ shift: now_at })
  })

  test('is compared by instant, and need not be said', async () => {
    const shift = await buildShift(api.deps)
    const start_dt = shift.start_dt.replace('.000Z', '+00:00')
    await ok(shift, { ...stranger(), seen: { ...seenOf(shift), start_dt } })
    await move(shift, 2)
    await ok(shift, stranger())
  })

  test('full and signed up come before moved, moved before conflict', async () => {
    const shift = await buildShift(api.deps, { required_qty: 2 })
    const body = { ...stranger(), seen: seenOf(shift) }
    await ok(shift, body)
    await ok(await buildOverlapping(shift), asa)
    await move(shift, 1)
    expect(await refused(shift, body)).toMatchObject({ code: 'already_signed_up' })
    expect(await refused(shift, { ...asa, seen: seenOf(shift) })).toMatchObject({ code: 'shift_moved' })
    await ok(shift, stranger())
    expect(await refused(shift, { ...stranger(), seen: seenOf(shift) })).toMatchObject({ code: 'shift_full' })
  })
})

test.each(['CONFIRMED', 'ABSENT'] as const)('%s is signed up already', async (status) => {
  const shift = await buildShift(api.deps)
  const person = await buildPerson(api.deps, { organization_id: shift.organization_id })
  await buildAssignment(api.deps, { shift, person, status })
  const answer = await refused(shift, { ...asa, email: person.email })
  expect(answer).toMatchObject({ status: 409, code: 'already_signed_up' })
})

test('who signs up again is sent their link again, once a day, and nobody else hears of it', async () => {
  // Days are UTC.
  api.setNow(new Date().toISOString())
  const shift = await buildShift(api.deps)
  const person = stranger()
  await ok(shift, person)
  const again = await sign(shift, person)
  expect((await sign(shift, person)).body).toBe(again.body)
  expect((await messagesTo(person.email)).map(({ template }) => template)).toEqual([
    'confirmation',
    'link_again',
  ])
})

test.each(['CONFIRMED', 'ABSENT'] as const)('a full shift tells nobody that %s is on it', async (status) => {
  const shift = await buildShift(api.deps, { required_qty: 1 })
  const person = await buildPerson(api.deps, { organization_id: shift.organization_id })
  await buildAssignment(api.deps, { shift, person, status })
  if (status === 'ABSENT') await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
  const known = await sign(shift, { ...asa, email: person.email })
  // The second request is refused without a transaction.
  const again = await sign(shift, { ...asa, email: person.email })
  const unknown = await sign(shift, stranger())
  expect(known.json()).toMatchObject({ code: 'shift_full' })
  expect([again.body, unknown.body]).toEqual([known.body, known.body])
})

test('full comes before conflict', async () => {
  const shift = await buildShift(api.deps, { required_qty: 1 })
  const overlapping = await buildOverlapping(shift)
  await ok(overlapping, asa)
  await ok(shift, stranger())
  expect(await refused(shift, asa)).toMatchObject({ status: 409, code: 'shift_full' })
})

test('somebody invited cannot take a place that is not there, and stays invited', async () => {
  const shift = await buildShift(api.deps, { required_qty: 1 })
  const person = await buildPerson(api.deps, { organization_id: shift.organization_id })
  await buildAssignment(api.deps, { shift, person, status: 'INVITED' })
  await ok(shift, stranger())
  expect(await refused(shift, { ...asa, email: person.email })).toMatchObject({ code: 'shift_full' })
  expect((await assignmentsOf(shift)).map(({ status }) => status).toSorted()).toEqual([
    'CONFIRMED',
    'INVITED',
  ])
})

test.each([
  ['CONFIRMED', 409],
  ['INVITED', 201],
  ['DECLINED', 201],
  ['ABSENT', 201],
] as const)('an overlapping shift where one is %s: %i', async (status, expected) => {
  const shift = await buildShift(api.deps)
  const person = await buildPerson(api.deps, { organization_id: shift.organization_id })
  await buildAssignment(api.deps, { shift: await buildOverlapping(shift), person, status })
  const answer = await sign(shift, { ...asa, email: person.email })
  expect(answer.statusCode).toBe(expected)
  if (expected === 409) expect(answer.json()).toMatchObject({ code: 'schedule_conflict' })
  expect(answer.body).not.toContain(person.id)
})

test('shifts that only touch do not collide', async () => {
  const shift = await buildShift(api.deps)
  const role = await buildRole(api.deps, { event: await eventOf(shift), name: 'Efteråt' })
  const next = await buildShift(api.deps, { role, start_dt: shift.end_dt })
  const person = stranger()
  await ok(shift, person)
  await ok(next, person)
})

// ── Who is who (D11) ─────────────────────────────────────────────────────────────────────────────

test.each(['INVITED', 'DECLINED'] as const)(
  '%s becomes CONFIRMED with the same assignment',
  async (status) => {
    const shift = await buildShift(api.deps)
    const person = await buildPerson(api.deps, { organization_id: shift.organization_id })
    const before = await buildAssignment(api.deps, { shift, person, status, round: 3 })
    const answer = await ok(shift, { ...asa, email: person.email })
    expect(answer.assignment_id).toBe(before.id)
    expect(await assignmentsOf(shift)).toMatchObject([
      { status: 'CONFIRMED', source: 'admin', round: 3, version: 2 },
    ])
  },
)

test('two people may share an e-mail', async () => {
  const shift = await buildShift(api.deps)
  const family = stranger()
  await ok(shift, family)
  await ok(shift, { ...family, first_name: 'Björn' })
  expect(await assignmentsOf(shift)).toHaveLength(2)
})

test('one person is found however the name is typed, and nothing of them changes', async () => {
  const shift = await buildShift(api.deps)
  const known = await buildPerson(api.deps, {
    organization_id: shift.organization_id,
    email: 'zoe@volunteer.example',
    first_name: 'Zoë',
    last_name: "O'Brien",
    phone: '+46700000001',
    language: 'en',
  })
  const typed = {
    first_name: 'ZOE\u0308',
    last_name: "o'brien",
    email: 'Zoe@Volunteer.example',
    phone: '+46700000002',
  }
  await ok(shift, typed, { 'accept-language': 'sv' })
  expect(await findPerson({ ...asa, ...known, phone: '' }, shift.organization_id)).toEqual(known)
  expect(await assignmentsOf(shift)).toMatchObject([{ person_id: known.id, other_phone: '+46700000002' }])
  // D11: the typed address does not replace the stored one.
  expect(await messagesTo('zoe@volunteer.example')).toHaveLength(1)
})

// ── Repeats (D16) ────────────────────────────────────────────────────────────────────────────────

test('20 identical calls with one key: one assignment, one message, the same bytes', async () => {
  const shift = await buildShift(api.deps)
  const person = stranger()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sign(shift, person, { 'idempotency-key': 'a-key-of-mine' })),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await assignmentsOf(shift)).toHaveLength(1)
  expect(await messagesTo(person.email)).toHaveLength(1)
})

test('a repeat is answered before everything else, from what is true then: full, over, signed up', async () => {
  const shift = await buildShift(api.deps, { required_qty: 1 })
  const person = stranger()
  const headers = { 'idempotency-key': 'before-all' }
  const first = await ok(shift, person, headers)
  expect(await ok(shift, person, headers)).toEqual(first)
  const times = { start_dt: hoursAfter(api.deps.now(), -2), end_dt: hoursAfter(api.deps.now(), -1) }
  await api.deps.db.system((tx) => tx.update(schema.shift).set(times).where(eq(schema.shift.id, shift.id)))
  expect(await ok(shift, person, headers)).toEqual({ ...first, shift: { ...first.shift, ...times } })
})

test('on a full shift everybody who repeats a call gets their own answer, all at once', async () => {
  const shift = await buildShift(api.deps, { required_qty: 20 })
  const calls = Array.from({ length: 20 }, (_, n) => ({
    person: stranger(),
    key: { 'idempotency-key': `mine-${n}-${shift.id}` },
  }))
  const first = await Promise.all(calls.map(({ person, key }) => ok(shift, person, key)))
  expect((await sign(shift, stranger(), { 'idempotency-key': 'too-late-for-it' })).statusCode).toBe(409)
  const again = await Promise.all(calls.map(({ person, key }) => ok(shift, person, key)))
  expect(again.map(({ assignment_id }) => assignment_id)).toEqual(
    first.map(({ assignment_id }) => assignment_id),
  )
  for (const { shift: now } of again) expect(now).toMatchObject({ spots_left: 0, assigned_count: 20 })
  const reused = await refused(shift, stranger(), calls[0]?.key)
  expect(reused).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
})

const removePlace = ({ id }: { id: string }) =>
  api.deps.db.system((tx) => tx.delete(schema.assignment).where(eq(schema.assignment.id, id)))

describe('a repeat whose place is gone is told so and acts no more', () => {
  test.each<[string, (gone: { id: string; person_id: string; shift_id: string }) => Promise<unknown>]>([
    ['removed', removePlace],
    [
      'declined',
      ({ id }) =>
        api.deps.db.system((tx) =>
          tx.update(schema.assignment).set({ status: 'DECLINED' }).where(eq(schema.assignment.id, id)),
        ),
    ],
    [
      'of a person who was deleted',
      ({ person_id }) =>
        api.deps.db.system((tx) => tx.delete(schema.person).where(eq(schema.person.id, person_id))),
    ],
    [
      'of a person who was erased',
      ({ person_id }) =>
        api.deps.db.system((tx) =>
          tx
            .update(schema.person)
            .set({ erased_at: api.deps.now(), identity_key: person_id })
            .where(eq(schema.person.id, person_id)),
        ),
    ],
    [
      'on a shift that was deleted',
      ({ shift_id }) =>
        api.deps.db.system((tx) => tx.delete(schema.shift).where(eq(schema.shift.id, shift_id))),
    ],
  ])('%s', async (_why, end) => {
    const shift = await buildShift(api.deps)
    const [person, headers] = [stranger(), { 'idempotency-key': randomUUID() }]
    const state = async () => ({
      people: (await findPerson(person, shift.organization_id)) ? 1 : 0,
      confirmed: (await assignmentsOf(shift)).filter(({ status }) => status === 'CONFIRMED').length,
      messages: (await messagesTo(person.email)).length,
    })
    await ok(shift, person, headers)
    const [taken] = await assignmentsOf(shift)
    if (!taken) throw new Error('no place was taken')
    await end(taken)
    const before = await state()
    expect(await refused(shift, person, headers)).toMatchObject({ status: 404, code: 'shift_not_found' })
    expect(await state()).toEqual(before)
  })

  test('negative control: the same call with another key takes the place', async () => {
    const shift = await buildShift(api.deps)
    const person = stranger()
    await ok(shift, person, { 'idempotency-key': randomUUID() })
    const [taken] = await assignmentsOf(shift)
    if (!taken) throw new Error('no place was taken')
    await removePlace(taken)
    await ok(shift, person, { 'idempotency-key': randomUUID() })
    expect(await assignmentsOf(shift)).toHaveLength(1)
    expect(await messagesTo(person.email)).toHaveLength(2)
  })

  test('a place marked ABSENT holds', async () => {
    const shift = await buildShift(api.deps)
    const [person, headers] = [stranger(), { 'idempotency-key': randomUUID() }]
    const { assignment_id } = await ok(shift, person, headers)
    await api.deps.db.system((tx) =>
      tx.update(schema.assignment).set({ status: 'ABSENT' }).where(eq(schema.assignment.id, assignment_id)),
    )
    expect(await ok(shift, person, headers)).toMatchObject({ assignment_id, shift: { assigned_count: 0 } })
  })
})

test('what is stored under a key names nobody (D33); a repeat shows names as the event shows them now (D22)', async () => {
  const shift = await buildShift(api.deps)
  await ok(shift, { ...stranger(), last_name: 'Ågren' })
  const [person, headers] = [stranger(), { 'idempotency-key': randomUUID() }]
  const first = await ok(shift, person, headers)
  expect(first.shift.assigned_people.map(({ last_name }) => last_name)).toEqual(['Ågren', person.last_name])
  const stored = await api.deps.db.system((tx) =>
    tx.select().from(schema.idempotencyKey).where(eq(schema.idempotencyKey.scope_id, shift.id)),
  )
  for (const name of ['Ågren', person.first_name, person.last_name])
    expect(JSON.stringify(stored)).not.toContain(name)

  await api.deps.db.system((tx) =>
    tx.update(schema.event).set({ public_names: 'initial' }).where(eq(schema.event.id, shift.event_id)),
  )
  const again = await ok(shift, person, headers)
  expect(again.shift.assigned_people.map(({ last_name }) => last_name)).toEqual([
    'Å.',
    `${person.last_name[0]}.`,
  ])
})

test('one key with another body is refused; on another shift it is another key', async () => {
  const [shift, other] = [await buildShift(api.deps), await buildShift(api.deps)]
  const person = stranger()
  const key = { 'idempotency-key': 'reused-key' }
  await ok(shift, person, key)
  const answer = await refused(shift, { ...person, first_name: 'Maja' }, key)
  expect(answer).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  await ok(other, person, key)
})

test('a refusal is not kept: the same key may succeed as soon as the place is seen to be free', async () => {
  const later = await buildTestApp()
  const shift = await buildShift(later.deps, { required_qty: 1 })
  const taken = await buildAssignment(later.deps, { shift, status: 'CONFIRMED' })
  const input = {
    params: { shiftId: shift.id },
    body: stranger(),
    headers: { 'idempotency-key': 'try-again' },
  }
  expect(await later.refused(signup.signUp, input)).toMatchObject({ code: 'shift_full' })
  await later.deps.db.system((tx) => tx.delete(schema.assignment).where(eq(schema.assignment.id, taken.id)))
  later.setNow(new Date(Date.now() + 200).toISOString())
  await later.ok(signup.signUp, input)
  await later.close()
})

// ── Races, each with its negative control ───────────────────────────────────────────────────────

async function storm(shift: ShiftRow, calls: number) {
  const answers = await Promise.all(
    Array.from({ length: calls }, () => sign(shift, stranger(), { 'idempotency-key': randomUUID() })),
  )
  const confirmed = (await assignmentsOf(shift)).filter(({ status }) => status === 'CONFIRMED').length
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
  return { confirmed, granted: count(201), refused: count(409) }
}

test('300 at once for 20 places: exactly 20, all others hear that it is full', async () => {
  const outcome = await storm(await buildShift(api.deps, { required_qty: 20 }), 300)
  expect(outcome).toEqual({ confirmed: 20, granted: 20, refused: 280 })
})

test('negative control: without the shift’s lock there are more', async () => {
  const { listSignUpShifts } = await vi.importActual<typeof queries>('./queries.ts')
  // The shifts are read before the others write, on a busy machine too.
  vi.mocked(queries.listSignUpShifts).mockImplementation(async (tx, of) => {
    const shifts = await listSignUpShifts(tx, of)
    await sleep(100)
    return shifts
  })
  await vi.mocked(locks.lockShifts).withImplementation(
    async (tx, shift_ids) =>
      tx
        .select()
        .from(schema.shift)
        .where(inArray(schema.shift.id, [...shift_ids])),
    async () => {
      // Not a multiple of the four sign-ups that run at a time.
      const { confirmed } = await storm(await buildShift(api.deps, { required_qty: 18 }), 100)
      expect(confirmed).toBeGreaterThan(18)
    },
  )
})

/** Signs up the same known person for two overlapping shifts at once, ten times; counts how often both succeed. */
async function countDoubleBookings(): Promise<{ doubles: number; none: number }> {
  let [doubles, none] = [0, 0]
  for (let round = 0; round < 10; round++) {
    const shift = await buildShift(api.deps)
    const overlapping = await buildOverlapping(shift)
    const { email } = await buildPerson(api.deps, { organization_id: shift.organization_id })
    const answers = await Promise.all([shift, overlapping].map((each) => sign(each, { ...asa, email })))
    const granted = answers.filter(({ statusCode }) => statusCode === 201).length
    if (granted === 2) doubles++
    if (granted === 0) none++
  }
  return { doubles, none }
}

test('one person on two overlapping shifts at once gets exactly one of them', async () => {
  expect(await countDoubleBookings()).toEqual({ doubles: 0, none: 0 })
})

test('negative control: without the person’s lock both are granted', async () => {
  await vi.mocked(visitors.findOrInsertPeople).withImplementation(
    async (tx, [visitor]) => {
      if (!visitor) throw new Error('nobody')
      const isThem = eq(schema.person.identity_key, identityKey(visitor))
      const [unlocked] = await tx.select().from(schema.person).where(isThem)
      if (!unlocked) throw new Error('the person is known')
      return [{ ...visitor, person: { ...unlocked, is_new: false } }]
    },
    async () => {
      expect((await countDoubleBookings()).doubles).toBeGreaterThan(0)
    },
  )
})

test('a new person on many shifts at once, in any order, never deadlocks', async () => {
  const event = await buildEvent(api.deps)
  const role = await buildRole(api.deps, { event })
  const shifts = await Promise.all(
    Array.from({ length: 8 }, (_, day) =>
      buildShift(api.deps, { role, start_dt: hoursAfter(event.event_date_start, 3 * day) }),
    ),
  )
  const person = stranger()
  const answers = await Promise.all([...shifts, ...shifts.toReversed()].map((shift) => sign(shift, person)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(8)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(8)
})

// ── Private data ─────────────────────────────────────────────────────────────────────────────────

test('no answer carries what is private', async () => {
  const shift = await buildShift(api.deps)
  const person = await buildPerson(api.deps, {
    organization_id: shift.organization_id,
    email: 'canary-email@volunteer.example',
    phone: '+46709999999',
    notes: 'canary-notes',
    child_team: 'canary-team',
  })
  const { body } = await sign(shift, { ...asa, email: person.email })
  const { calendar_url } = JSON.parse(body)
  const calendar = await api.inject({ url: new URL(calendar_url).pathname })
  const again = await sign(shift, { ...asa, email: person.email })
  for (const answer of [body, calendar.body, again.body]) {
    expect(answer).not.toMatch(/canary|\+4670|token/)
    expect(answer).not.toContain(person.id)
  }
})
