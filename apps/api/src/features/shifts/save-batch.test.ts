import { contract } from '@muster/contract/contract'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { withText } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  type EventRow,
  hoursAfter,
  type RoleRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import { SHIFTS_AT_ONCE } from '../../db/in-parts.ts'
import * as schema from '../../db/schema.ts'

const { saveBatch } = contract.shifts
const NOW = '2026-06-19T10:00:00.000Z'

let api: TestApp
let admin: Administrator
let other: Administrator
let event: EventRow
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp({ limits: { shifts_per_event: 1_100 } })
  api.setNow(NOW)
  admin = await buildAdministrator(api)
  other = await buildAdministrator(api)
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.deps.db.system((tx) => tx.delete(schema.message))
  event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  role = await buildRole(api.deps, { event })
})

const times = (hours: number, length = 4) => ({
  start_dt: hoursAfter(NOW, hours),
  end_dt: hoursAfter(NOW, hours + length),
})
const newShift = (hours: number) => ({
  event_id: event.id,
  role_id: role.id,
  ...times(hours),
  required_qty: 2,
})
const shiftIn = (hours: number, changes: Partial<ShiftRow> = {}) =>
  buildShift(api.deps, { role, ...times(hours), ...changes })
const call = (body: object, headers: Record<string, string> = admin.headers) => ({ headers, body })

type Answer = z.output<(typeof saveBatch)['responses'][200]>
type Saved = Extract<Answer, { batch_id: string }>
type Preview = Extract<Answer, { clash_count: number }>

async function save(body: object, headers?: Record<string, string>): Promise<Saved> {
  const answer: Answer = await api.ok(saveBatch, call(body, headers))
  if (!('batch_id' in answer)) throw new Error('a preview')
  return answer
}
async function preview(body: object, headers?: Record<string, string>): Promise<Preview> {
  const answer: Answer = await api.ok(saveBatch, call({ ...body, dry_run: true }, headers))
  if (!('clash_count' in answer)) throw new Error('saved')
  return answer
}
const refused = (body: object, headers?: Record<string, string>) =>
  api.refused(saveBatch, call(body, headers))

const rowsOf = (event_id = event.id) =>
  api.deps.db.system((tx) =>
    tx
      .select()
      .from(schema.shift)
      .where(eq(schema.shift.event_id, event_id))
      .orderBy(asc(schema.shift.start_dt), asc(schema.shift.id)),
  )
const messages = () => api.deps.db.system((tx) => tx.select().from(schema.message))
const textOf = async () => (await messages()).map((row) => withText(row).body_text ?? '').join('\n')
const movedBy = ({ id, start_dt, end_dt }: ShiftRow, hours: number) => ({
  id,
  start_dt: hoursAfter(start_dt, hours),
  end_dt: hoursAfter(end_dt, hours),
})

describe('saving', () => {
  test('adds, changes and removes at once; the answer has the new ones, then the changed, as given', async () => {
    const [kept, changed, gone] = [await shiftIn(72), await shiftIn(80), await shiftIn(90)]
    const { shifts, batch_id } = await save({
      create: [newShift(120), newShift(100)],
      update: [
        { id: changed.id, version: 1, required_qty: 7 },
        { ...movedBy(kept, 1), required_qty: 3 },
      ],
      delete: [gone.id],
    })
    expect(batch_id).toMatch(/^[\da-f-]{36}$/)
    expect(shifts.map(({ start_dt, required_qty }) => [start_dt, required_qty])).toEqual([
      [hoursAfter(NOW, 120), 2],
      [hoursAfter(NOW, 100), 2],
      [hoursAfter(NOW, 80), 7],
      [hoursAfter(NOW, 73), 3],
    ])
    expect(shifts.map(({ version }) => version)).toEqual([1, 1, 2, 2])
    expect((await rowsOf()).map(({ id }) => id)).toEqual(
      [shifts[3], shifts[2], shifts[1], shifts[0]].map((shift) => shift?.id),
    )
  })

  test('each shift is in the log with its action', async () => {
    const [changed, gone] = [await shiftIn(80), await shiftIn(90)]
    const { shifts } = await save({
      create: [newShift(120)],
      update: [{ id: changed.id, required_qty: 7 }],
      delete: [gone.id],
    })
    const logged = await api.deps.db.system((tx) =>
      tx
        .select()
        .from(schema.auditLog)
        .where(eq(schema.auditLog.organization_id, admin.organization_id))
        .orderBy(asc(schema.auditLog.id)),
    )
    expect(
      logged.slice(-3).map(({ action, shift, fields, changes }) => [action, shift?.id, fields, changes]),
    ).toEqual([
      ['shift.added', shifts[0]?.id, [], {}],
      ['shift.changed', changed.id, ['required_qty'], { required_qty: [changed.required_qty, 7] }],
      ['shift.removed', gone.id, [], {}],
    ])
  })

  test('a repeated call with its key is answered again, and adds nothing', async () => {
    const headers = { ...admin.headers, 'idempotency-key': newId() }
    const first = await save({ create: [newShift(72)] }, headers)
    expect(await save({ create: [newShift(72)] }, headers)).toEqual(first)
    expect(await rowsOf()).toHaveLength(1)
    expect(await refused({ create: [newShift(73)] }, headers)).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    })
  })

  test('both nights of the clock: instants are kept as they are sent, lengths too', async () => {
    for (const [start_dt, end_dt] of [
      ['2027-03-28T00:30:00.000Z', '2027-03-28T04:30:00.000Z'],
      ['2026-10-25T00:30:00.000Z', '2026-10-25T04:30:00.000Z'],
    ] as const) {
      const shift = await buildShift(api.deps, {
        role,
        start_dt: hoursAfter(start_dt, -24),
        end_dt: hoursAfter(end_dt, -24),
        meant_times: { start_dt, end_dt, time_zone: 'Europe/Stockholm', days: 1 },
      })
      const { shifts } = await save({ update: [{ id: shift.id, start_dt, end_dt }] })
      expect(shifts[0]).toMatchObject({ start_dt, end_dt, meant_times: null })
    }
  })
})

describe('refusals', () => {
  test('all invalid rows are named at once, and nothing is saved', async () => {
    const shift = await shiftIn(72)
    const backwards = { ...newShift(72), end_dt: hoursAfter(NOW, 70) }
    const answer = await refused({
      create: [newShift(72), backwards, { ...newShift(72), required_qty: 0 }],
      update: [{ id: shift.id, ...times(10, -1) }],
    })
    expect(answer).toMatchObject({ status: 400, code: 'validation' })
    expect(answer.issues?.map(({ path }) => path)).toEqual([
      'create.1.end_dt',
      'create.2.required_qty',
      'update.0.end_dt',
    ])
    expect(await rowsOf()).toHaveLength(1)
  })

  test('a row that names one time only is judged by the other', async () => {
    const [one, two] = [await shiftIn(72), await shiftIn(72)]
    const early = hoursAfter(NOW, 70)
    const answer = await refused({
      update: [
        { id: one.id, end_dt: early },
        { id: two.id, end_dt: early },
      ],
    })
    expect(answer.issues?.map(({ path }) => path)).toEqual(['update.0.end_dt', 'update.1.end_dt'])
  })

  test('all refused rows are named at once, each with its code', async () => {
    const [stale, fine] = [await shiftIn(72), await shiftIn(90)]
    const theirs = await buildShift(api.deps, {
      role: await buildRole(api.deps, { organization_id: other.organization_id }),
    })
    const answer = await refused({
      create: [{ ...newShift(72), role_id: theirs.role_id }, newShift(80)],
      update: [
        { id: stale.id, version: 9 },
        { id: fine.id, required_qty: 4 },
        { id: theirs.id, required_qty: 4 },
      ],
      delete: [newId()],
    })
    expect(answer).toMatchObject({ status: 409, code: 'batch_refused' })
    expect(answer.issues).toEqual([
      { path: 'create.0', code: 'role_not_found', message: expect.any(String) },
      { path: 'update.0', code: 'changed_elsewhere', message: expect.any(String) },
      { path: 'update.2', code: 'shift_not_found', message: expect.any(String) },
      { path: 'delete.0', code: 'shift_not_found', message: expect.any(String) },
    ])
    expect((await rowsOf()).map(({ required_qty }) => required_qty)).toEqual([
      stale.required_qty,
      fine.required_qty,
    ])
    expect(await rowsOf(theirs.event_id)).toHaveLength(1)
  })

  test('1,000 rows are taken, 1,001 are not, in one list or in several; nor is a shift named twice', async () => {
    const create = Array.from({ length: 1_000 }, (_, n) => newShift(n))
    expect((await save({ create })).shifts).toHaveLength(1_000)
    for (const body of [{ create: [...create, newShift(1)] }, { create, delete: [newId()] }])
      expect(await refused(body)).toMatchObject({ status: 400, code: 'validation' })
    const { id } = await shiftIn(72)
    const twice = await refused({ update: [{ id }], delete: [id] })
    expect(twice.issues).toEqual([{ path: 'delete.0', message: 'Named twice' }])
  })

  test('the limit of an event counts what the batch adds and removes (D66)', async () => {
    const many = Array.from({ length: 550 }, (_, n) => newShift(n))
    const { shifts } = await save({ create: many })
    await save({ create: many })
    const more = [newShift(1), newShift(2)]
    const removed = shifts.slice(0, 1).map(({ id }) => id)
    const answer = await refused({ create: more, delete: removed })
    expect(answer.issues).toMatchObject([{ path: 'create.1', code: 'limit_reached' }])
    expect((await save({ create: more.slice(1), delete: removed })).shifts).toHaveLength(1)
  })

  test('a key of the event may, of another not (D69)', async () => {
    const key = (event_id: string) => buildApiKey(api, admin, { rights: ['plan'], event_id })
    const ours = await key(event.id)
    expect((await save({ create: [newShift(72)] }, ours.headers)).shifts).toHaveLength(1)
    const foreign = await key((await buildEvent(api.deps, { organization_id: admin.organization_id })).id)
    expect(await refused({ create: [newShift(72)] }, foreign.headers)).toMatchObject({ status: 404 })
  })
})

async function onTwo(hours: number) {
  const person = await buildPerson(api.deps, { organization_id: admin.organization_id, first_name: 'Siv' })
  const [one, two] = [await shiftIn(hours), await shiftIn(hours + 4)]
  await buildAssignment(api.deps, { shift: one, person, status: 'CONFIRMED' })
  await buildAssignment(api.deps, { shift: two, person, status: 'CONFIRMED' })
  return { person, one, two }
}

describe('conflicts (D14)', () => {
  test('a move onto another shift is refused by row, with person and shift, unless the row says so', async () => {
    const { person, one, two } = await onTwo(72)
    const row = movedBy(one, 1)
    const answer = await refused({ update: [row] })
    expect(answer.issues).toEqual([
      {
        path: 'update.0',
        code: 'schedule_conflict',
        message: `Siv ${person.last_name} has another shift at that time.`,
        person_id: person.id,
        shift_id: two.id,
      },
    ])
    expect((await rowsOf())[0]?.start_dt).toBe(one.start_dt)
    await save({ update: [{ ...row, despite_conflict: true }] })
    expect((await rowsOf())[0]?.start_dt).toBe(row.start_dt)
  })

  test('touching shifts that move together do not refuse each other, in either order', async () => {
    const { one, two } = await onTwo(72)
    await save({ update: [movedBy(one, 1), movedBy(two, 1)] })
    await save({ update: [movedBy(two, 2), movedBy(one, 2)] })
    expect((await rowsOf()).map(({ start_dt }) => start_dt)).toEqual([
      hoursAfter(NOW, 74),
      hoursAfter(NOW, 78),
    ])
  })

  test('a shift that the batch removes is in nobody’s way', async () => {
    const { one, two } = await onTwo(72)
    await save({ update: [movedBy(one, 1)], delete: [two.id] })
    expect(await rowsOf()).toHaveLength(1)
  })
})

const assign = (shift: ShiftRow, changes: Parameters<typeof buildAssignment>[1] = {}) =>
  buildAssignment(api.deps, { shift, status: 'CONFIRMED', ...changes })

describe('messages', () => {
  test('one message about a moved and a removed shift, fifteen seconds later', async () => {
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
    const [moved, gone] = [await shiftIn(72), await shiftIn(90)]
    await assign(moved, { person })
    await assign(gone, { person })
    const { batch_id } = await save({ update: [movedBy(moved, 2)], delete: [gone.id] })
    const rows = await messages()
    expect(rows).toMatchObject([
      { template: 'shift_changed', person_id: person.id, batch_id, channel: 'EMAIL' },
    ])
    const waits = Date.parse(rows[0]?.due_at ?? '') - Date.parse(rows[0]?.created_at ?? '')
    expect(waits).toBeGreaterThanOrEqual(15_000)
    expect(waits).toBeLessThan(20_000)
    const text = await textOf()
    expect(text).toContain('Passar den nya tiden dig?')
    expect(text).toContain('Ditt pass är inställt')
  })

  test('removed shifts alone are told as such; who was never asked and whose shift is over hear nothing', async () => {
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
    const [one, two, over] = [await shiftIn(72), await shiftIn(90), await shiftIn(-20)]
    await assign(one, { person })
    await assign(two, { person })
    await assign(two, { status: 'INVITED' })
    await assign(over)
    await save({ delete: [one.id, two.id, over.id] })
    expect(await messages()).toMatchObject([{ template: 'shift_cancelled', person_id: person.id }])
  })

  test('more shifts than are read at once: one message each, in the order of their starts', async () => {
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
    // Latest first, so that the order of reading is another one.
    const moved = await Promise.all(
      Array.from({ length: SHIFTS_AT_ONCE + 20 }, (_, at) => shiftIn(2_000 - at * 6)),
    )
    for (const shift of moved) await assign(shift, { person, status: 'CONFIRMED' })
    await save({ update: moved.map((shift) => movedBy(shift, 1)) })
    const [message, ...more] = await messages()
    expect(more).toEqual([])
    const { shifts } = z
      .object({ shifts: z.array(z.object({ entry: z.object({ start_dt: z.string() }) })) })
      .parse(message?.payload)
    const starts = shifts.map(({ entry }) => entry.start_dt)
    expect(starts).toHaveLength(moved.length)
    expect(starts).toEqual(starts.toSorted())
    const deadlines = await api.deps.db.system((tx) =>
      tx.select().from(schema.assignment).where(eq(schema.assignment.person_id, person.id)),
    )
    expect(deadlines.every(({ asked_again_at }) => asked_again_at === NOW)).toBe(true)
  })

  test('`notify: false` tells nobody', async () => {
    const [moved, gone] = [await shiftIn(72), await shiftIn(90)]
    await assign(moved)
    await assign(gone)
    await save({ update: [movedBy(moved, 2)], delete: [gone.id], notify: false })
    expect(await messages()).toEqual([])
  })

  test('the preview says what saving then does, and changes nothing', async () => {
    const organization_id = admin.organization_id
    const [moved, near, gone, more_places] = [
      await shiftIn(72),
      await shiftIn(82),
      await shiftIn(100),
      await shiftIn(110),
    ]
    const sms_only = await buildPerson(api.deps, { organization_id, phone: '+46701234567' })
    await api.deps.db.system((tx) =>
      tx.insert(schema.message).values({
        organization_id,
        id: newId(),
        person_id: sms_only.id,
        channel: 'SMS',
        template: 'invitation',
        payload: {},
        language: 'sv',
        address: '+46701234567',
        status: 'DELIVERED',
        sent_at: NOW,
      }),
    )
    const busy = await buildPerson(api.deps, { organization_id, first_name: 'Siv' })
    await assign(moved, { person: busy })
    await assign(near, { person: busy })
    await assign(moved, { person: sms_only })
    await assign(gone, { person: sms_only })
    await assign(gone)
    await assign(moved, { status: 'INVITED', invite_sent_at: NOW, token_expires_at: hoursAfter(NOW, 24) })
    await assign(moved, { status: 'INVITED', invite_sent_at: NOW, token_expires_at: hoursAfter(NOW, -1) })
    await assign(moved, { status: 'INVITED' })
    await assign(moved, { status: 'DECLINED' })
    await assign(more_places)
    await buildWaiting(api.deps, {
      shift: moved,
      person: await buildPerson(api.deps, { organization_id }),
      status: 'WAITING',
    })
    await api.deps.db.system((tx) => tx.delete(schema.message).where(eq(schema.message.channel, 'EMAIL')))
    const batch = {
      create: [newShift(150)],
      update: [movedBy(moved, 8), { id: more_places.id, required_qty: 9 }],
      delete: [gone.id],
    }
    const before = await rowsOf()
    expect(await preview(batch)).toEqual({
      people: {
        confirmed: { question: 2, notice: 1, nothing: 0 },
        asked: { question: 0, notice: 1, nothing: 0 },
        expired: { question: 0, notice: 1, nothing: 0 },
        not_asked: { question: 0, notice: 0, nothing: 1 },
        waiting: { question: 0, notice: 1, nothing: 0 },
      },
      emails: 5,
      sms: 1,
      texted_lately: 1,
      clashes: [
        {
          path: 'update.0',
          shift_id: moved.id,
          person_id: busy.id,
          first_name: 'Siv',
          last_name: busy.last_name,
          other: {
            shift_id: near.id,
            role_name: role.name,
            event_name: event.name,
            time_zone: event.time_zone,
            start_dt: near.start_dt,
            end_dt: near.end_dt,
          },
        },
      ],
      left_out: [],
      clash_count: 1,
    })
    expect(await rowsOf()).toEqual(before)
    expect(await messages()).toHaveLength(1)

    const [row, ...others] = batch.update
    await save({ ...batch, update: [{ ...row, despite_conflict: true }, ...others] })
    const sent = (await messages()).filter(({ batch_id }) => batch_id !== null)
    expect(sent.filter(({ channel }) => channel === 'EMAIL')).toHaveLength(5)
    expect(sent.filter(({ channel }) => channel === 'SMS')).toHaveLength(1)
  })

  test('a preview refuses what saving refuses, but not clashes', async () => {
    const answer = await api.refused(saveBatch, call({ delete: [newId()], dry_run: true }))
    expect(answer).toMatchObject({ status: 409, code: 'batch_refused' })
  })
})

test('sign-ups in flight: whoever got onto a removed shift was told, and nobody is lost', async () => {
  for (let round = 0; round < 10; round++) {
    const shifts = [await shiftIn(72), await shiftIn(80), await shiftIn(90)]
    const emails = shifts.flatMap((shift) =>
      [1, 2].map((n) => ({ shift, email: `${newId()}-${n}@volunteer.example` })),
    )
    const signUps = emails.map(({ shift, email }) =>
      api.inject({
        method: 'POST',
        url: `/shifts/${shift.id}/signup`,
        payload: { first_name: 'Ida', last_name: 'Lind', email, phone: '+46701234567' },
      }),
    )
    const [removed, moved] = shifts
    if (!removed || !moved) throw new Error('no shifts')
    const [, ...answers] = await Promise.all([
      save({ delete: [removed.id], update: [movedBy(moved, 2)] }),
      ...signUps,
    ])
    for (const [n, { shift, email }] of emails.entries()) {
      const templates = (await messages())
        .filter(({ address }) => address === email)
        .map(({ template }) => template)
        .toSorted()
      const status = answers[n]?.statusCode
      if (shift === removed)
        expect([status, templates]).toEqual(
          templates.length === 0 ? [404, []] : [201, ['confirmation', 'shift_cancelled']],
        )
      else if (shift === moved)
        expect([['confirmation'], ['confirmation', 'shift_changed']]).toContainEqual(templates)
      else expect([status, templates]).toEqual([201, ['confirmation']])
    }
    const left = await api.deps.db.system((tx) =>
      tx
        .select()
        .from(schema.assignment)
        .where(
          and(
            eq(schema.assignment.organization_id, admin.organization_id),
            eq(schema.assignment.shift_id, removed.id),
          ),
        ),
    )
    expect(left).toEqual([])
  }
})
