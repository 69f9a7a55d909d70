import { assignments } from '@muster/contract/assignments'
import { batches } from '@muster/contract/batches'
import { log } from '@muster/contract/log'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildPersonByPhone,
  buildRole,
  buildShift,
  hoursAfter,
  type PersonRow,
  type RoleRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'

const NOW = '2026-06-01T10:00:00.000Z'
const START = '2026-06-20T10:00:00.000Z'

let api: TestApp
let admin: Administrator
let role: RoleRow
let person: PersonRow
let from: ShiftRow
let to: ShiftRow
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow(NOW)
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await buildAdministrator(api)
  role = await buildRole(api.deps, { event: await buildEvent(api.deps, admin) })
  person = await buildPerson(api.deps, { organization_id: admin.organization_id })
  from = await shiftAt(START)
  to = await shiftAt(hoursAfter(START, 4))
})

const shiftAt = (start_dt: string, given: Partial<ShiftRow> = {}) =>
  buildShift(api.deps, { role, start_dt, end_dt: hoursAfter(start_dt, 2), ...given })
const assign = (given: Partial<AssignmentRow> = {}, shift = from) =>
  buildAssignment(api.deps, { shift, person, status: 'CONFIRMED', ...given })
const move = (id: string, body: object = {}) => ({
  headers: admin.headers,
  params: { id },
  body: { shift_id: to.id, ...body },
})
const ok = (id: string, body?: object) => api.ok(assignments.moveAssignment, move(id, body))
const refused = (id: string, body?: object) => api.refused(assignments.moveAssignment, move(id, body))
const rowsOf = (shift: ShiftRow) =>
  api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, shift.id)),
  )
const messages = () =>
  api.deps.db.system((tx) => tx.select().from(schema.message).where(eq(schema.message.person_id, person.id)))

test('a confirmed person is on the other shift, and is told once of both', async () => {
  const before = await assign({ note: 'Ring', calendar_sequence: 3 })
  const moved = await ok(before.id)
  expect(moved).toMatchObject({ shift_id: to.id, person_id: person.id, status: 'CONFIRMED', note: 'Ring' })
  expect(moved.id).not.toBe(before.id)
  expect(await rowsOf(from)).toEqual([])
  // The entry in the person's calendar moves, and the new time is asked about (V1).
  expect(await rowsOf(to)).toMatchObject([
    { id: moved.id, calendar_uid: before.calendar_uid, calendar_sequence: 4, asked_again_at: NOW },
  ])
  const sent = await messages()
  expect(sent).toMatchObject([
    {
      template: 'shift_changed',
      channel: 'EMAIL',
      payload: {
        shifts: [
          {
            assignment_id: moved.id,
            is_confirmed: true,
            asks_again: true,
            was: { start_dt: from.start_dt },
            entry: { start_dt: to.start_dt },
          },
        ],
      },
    },
  ])
  expect((await api.ok(log.listLog, { headers: admin.headers })).map(({ action }) => action)).toEqual([
    'assignment.added',
    'assignment.removed',
  ])
})

test('who was asked can answer for the other shift, until it begins at most', async () => {
  const before = await assign({
    status: 'INVITED',
    invite_sent_at: NOW,
    expiry_set_at: NOW,
    uncapped_expires_at: hoursAfter(START, 3),
    token_expires_at: START,
  })
  expect(await ok(before.id)).toMatchObject({ status: 'INVITED', token_expires_at: hoursAfter(START, 3) })
  expect(await messages()).toMatchObject([{ payload: { shifts: [{ can_answer: true }] } }])
})

test.each([
  ['who was never asked', { status: 'INVITED' as const }, {}],
  ['who is not to be told', {}, { notify: false }],
])('%s hears nothing', async (_who, given, body) => {
  const { id } = await assign(given)
  await ok(id, body)
  expect(await messages()).toEqual([])
})

test('it can be undone until the message leaves', async () => {
  const before = await assign()
  const answer = await api.inject({
    method: 'POST',
    url: `/admin/assignments/${before.id}/move`,
    headers: { ...admin.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ shift_id: to.id }),
  })
  const batch_id = String(answer.headers['undo-batch'])
  const undone = await api.ok(batches.undoBatch, { headers: admin.headers, params: { batch_id } })
  expect(undone).toEqual({ kept: [] })
  expect(await rowsOf(from)).toMatchObject([{ id: before.id, status: 'CONFIRMED' }])
  expect(await rowsOf(to)).toEqual([])
  expect((await messages()).filter(({ status }) => status === 'QUEUED')).toEqual([])
})

test('a repeated call moves once', async () => {
  const { id } = await assign()
  const call = move(id)
  const repeated = { ...call, headers: { ...call.headers, 'idempotency-key': newId() } }
  const first = await api.ok(assignments.moveAssignment, repeated)
  expect(await api.ok(assignments.moveAssignment, repeated)).toEqual(first)
  expect(await messages()).toHaveLength(1)
})

test('a full shift takes nobody, and one of two at once', async () => {
  to = await shiftAt(hoursAfter(START, 8), { required_qty: 1 })
  const other = await buildPerson(api.deps, { organization_id: admin.organization_id })
  const one = await assign()
  const theirs = await buildAssignment(api.deps, { shift: from, person: other, status: 'CONFIRMED' })
  const answers = await Promise.all(
    [one.id, theirs.id].map((id) =>
      ok(id).then(
        () => 'moved',
        () => 'refused',
      ),
    ),
  )
  expect(answers.toSorted()).toEqual(['moved', 'refused'])
  expect(await rowsOf(to)).toHaveLength(1)
  expect(await rowsOf(from)).toHaveLength(1)
  const [left] = await rowsOf(from)
  expect(await refused(left?.id ?? '')).toMatchObject({ status: 409, code: 'shift_full' })
})

test('two moves against each other end, each carried out', async () => {
  const other = await buildPerson(api.deps, { organization_id: admin.organization_id })
  const there = await buildAssignment(api.deps, { shift: to, person: other, status: 'CONFIRMED' })
  const { id } = await assign()
  await Promise.all([ok(id), ok(there.id, { shift_id: from.id })])
  expect(await rowsOf(to)).toMatchObject([{ person_id: person.id }])
  expect(await rowsOf(from)).toMatchObject([{ person_id: other.id }])
})

test('another shift at that time refuses, unless it is meant', async () => {
  const { id } = await assign()
  await assign({}, await shiftAt(hoursAfter(START, 5)))
  expect(await refused(id)).toMatchObject({ code: 'schedule_conflict', person_id: person.id })
  expect(await ok(id, { despite_conflict: true })).toMatchObject({ shift_id: to.id })
  // The shift that they leave is none of them.
  to = await shiftAt(hoursAfter(START, 1))
  const alone = await buildPerson(api.deps, { organization_id: admin.organization_id })
  const own = await buildAssignment(api.deps, { shift: from, person: alone, status: 'CONFIRMED' })
  expect(await ok(own.id)).toMatchObject({ shift_id: to.id })
})

test('refusals', async () => {
  const { id } = await assign()
  expect(await refused(newId())).toMatchObject({ status: 404, code: 'assignment_not_found' })
  expect(await refused(id, { shift_id: newId() })).toMatchObject({ status: 404, code: 'shift_not_found' })
  expect(await refused(id, { shift_id: from.id })).toMatchObject({ code: 'already_assigned' })
  const over = await shiftAt('2026-05-01T10:00:00.000Z')
  expect(await refused(id, { shift_id: over.id })).toMatchObject({ code: 'shift_over' })
  const declined = await assign({ status: 'DECLINED' }, await shiftAt(hoursAfter(START, 48)))
  expect(await refused(declined.id)).toMatchObject({ status: 409, code: 'not_invited' })
})

test("nobody of another organisation is moved, nor to another's shift", async () => {
  const { id } = await assign()
  const theirs = await buildAssignment(api.deps, { status: 'CONFIRMED' })
  const shift = await buildShift(api.deps)
  expect(await refused(theirs.id)).toMatchObject({ code: 'assignment_not_found' })
  expect(await refused(id, { shift_id: shift.id })).toMatchObject({ code: 'shift_not_found' })
  expect(await rowsOf(from)).toMatchObject([{ id }])
})

test('above the cap of SMS nobody is moved', async () => {
  const uncapped = api
  api = await buildTestApp({ limits: { messages_per_day: { EMAIL: undefined, SMS: 0 } } })
  try {
    admin = await buildAdministrator(api)
    role = await buildRole(api.deps, { event: await buildEvent(api.deps, admin) })
    const { organization_id } = admin
    const phoned = await buildPersonByPhone(api.deps, { organization_id, phone: '+46701234567' })
    from = await shiftAt(START)
    to = await shiftAt(hoursAfter(START, 4))
    api.setNow(NOW)
    const { id } = await buildAssignment(api.deps, { shift: from, person: phoned, status: 'CONFIRMED' })
    expect(await refused(id)).toMatchObject({ status: 429, code: 'daily_cap_reached' })
    expect(await rowsOf(from)).toMatchObject([{ id }])
    expect(await rowsOf(to)).toEqual([])
  } finally {
    await api.close()
    api = uncapped
  }
})
