import { contract } from '@muster/contract/contract'
import type { ErrorBody } from '@muster/contract/errors'
import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue, makeDue, withText } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  type EventRow,
  hoursAfter,
  type PersonRow,
  type RoleRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import { uncounted } from '../../../test/uncounted.ts'
import { newId } from '../../db/ids.ts'
import { forgetBatches } from '../../db/record-batch.ts'
import * as schema from '../../db/schema.ts'
import { claimDue } from '../../outbox/claim.ts'

const { saveBatch } = contract.shifts
const { saveAssignments } = contract.assignments
const { updateEvent, deleteEvent } = contract.events
const { undoBatch } = contract.batches
const NOW = '2026-06-19T10:00:00.000Z'

let api: TestApp
let admin: Administrator
let event: EventRow
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow(NOW)
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.deps.db.system((tx) => tx.delete(schema.message))
  event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  role = await buildRole(api.deps, { event })
})

const person = (changes: Partial<PersonRow> = {}) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, ...changes })
const shiftIn = (hours: number, changes: Partial<ShiftRow> = {}) =>
  buildShift(api.deps, {
    role,
    start_dt: hoursAfter(NOW, hours),
    end_dt: hoursAfter(NOW, hours + 4),
    ...changes,
  })
const confirm = (shift: ShiftRow, changes: Parameters<typeof buildAssignment>[1] = {}) =>
  buildAssignment(api.deps, { shift, status: 'CONFIRMED', ...changes })
const moved = ({ id, start_dt, end_dt }: ShiftRow, hours: number) => ({
  id,
  start_dt: hoursAfter(start_dt, hours),
  end_dt: hoursAfter(end_dt, hours),
})
const newShift = (hours: number) => ({
  event_id: event.id,
  role_id: role.id,
  start_dt: hoursAfter(NOW, hours),
  end_dt: hoursAfter(NOW, hours + 4),
  required_qty: 2,
})

async function save(body: object) {
  const saved = await api.ok(saveBatch, { headers: admin.headers, body })
  if (!('batch_id' in saved)) throw new Error('a preview')
  return saved
}
const call = (batch_id: string, headers: Record<string, string> = {}) => ({
  params: { batch_id },
  headers: { ...admin.headers, ...headers },
})
const undo = async (batch_id: string) => (await api.ok(undoBatch, call(batch_id))).kept
const tooLate = (batch_id: string) => api.refused(undoBatch, call(batch_id))
const signUp = (shift_id: string, email = `${newId()}@volunteer.example`) =>
  api.inject({
    method: 'POST',
    url: `/shifts/${shift_id}/signup`,
    payload: { first_name: 'Ida', last_name: 'Lind', email, phone: '+46701234567' },
  })
const messages = () => api.deps.db.system((tx) => tx.select().from(schema.message))
const noticesNow = async () =>
  (await messages())
    .filter(({ template }) => /^(shift|waiting)_/.test(template))
    .map(({ template }) => template)
    .toSorted()

/** All that belongs to the event, without what only counts or dates. */
async function look(event_id = event.id) {
  return api.deps.db.system(async (tx) => {
    const events = await tx.select().from(schema.event).where(eq(schema.event.id, event_id))
    const roles = await tx
      .select()
      .from(schema.role)
      .where(eq(schema.role.event_id, event_id))
      .orderBy(asc(schema.role.id))
    const shifts = await tx
      .select()
      .from(schema.shift)
      .where(eq(schema.shift.event_id, event_id))
      .orderBy(asc(schema.shift.id))
    const places = await tx
      .select({ assignment: schema.assignment })
      .from(schema.assignment)
      .innerJoin(schema.shift, eq(schema.shift.id, schema.assignment.shift_id))
      .where(eq(schema.shift.event_id, event_id))
      .orderBy(asc(schema.assignment.id))
    const waiting = await tx
      .select({ waiting: schema.waiting })
      .from(schema.waiting)
      .innerJoin(schema.shift, eq(schema.shift.id, schema.waiting.shift_id))
      .where(eq(schema.shift.event_id, event_id))
      .orderBy(asc(schema.waiting.id))
    return {
      events: events.map(uncounted),
      roles: roles.map(uncounted),
      shifts: shifts.map(uncounted),
      places: places.map((row) => uncounted(row.assignment)),
      waiting: waiting.map((row) => row.waiting),
    }
  })
}

/** An event with two shifts that have people and a line, and one that is empty. */
async function buildPlan() {
  const [one, two, three] = [await shiftIn(72), await shiftIn(90), await shiftIn(110)]
  const siv = await person({ first_name: 'Siv' })
  await confirm(one, { person: siv, note: 'n', round: 3, calendar_sequence: 4 })
  await confirm(two, { person: siv })
  await buildAssignment(api.deps, { shift: two, invite_sent_at: NOW, token_expires_at: hoursAfter(NOW, 60) })
  await buildWaiting(api.deps, { shift: two, person: await person(), status: 'WAITING' })
  return { one, two, three, siv }
}

const readCounters = () =>
  api.deps.db.system((tx) =>
    tx
      .select({ version: schema.shift.version, sequence: schema.assignment.calendar_sequence })
      .from(schema.shift)
      .innerJoin(schema.assignment, eq(schema.assignment.shift_id, schema.shift.id))
      .where(eq(schema.shift.event_id, event.id))
      .orderBy(asc(schema.assignment.id)),
  )

describe('what nobody has touched', () => {
  test('is as before: added, changed and removed shifts, with ids, people, links and lines; nobody is told', async () => {
    const { one, two, three } = await buildPlan()
    const before = await look()
    const { batch_id } = await save({
      create: [newShift(150)],
      update: [moved(one, 3), { id: three.id, required_qty: 9 }],
      delete: [two.id],
    })
    expect(await look()).not.toEqual(before)
    expect((await noticesNow()).length).toBeGreaterThan(0)
    expect(await undo(batch_id)).toEqual([])
    expect(await look()).toEqual(before)
    expect(await messages()).toEqual([])
  })

  test('versions and sequences of calendars rise, never fall', async () => {
    const { one, two } = await buildPlan()
    const before = await readCounters()
    const { batch_id } = await save({ update: [moved(one, 3)], delete: [two.id] })
    await undo(batch_id)
    const after = await readCounters()
    expect(after).toHaveLength(before.length)
    for (const [n, { version, sequence }] of before.entries()) {
      expect(after[n]?.version).toBeGreaterThan(version)
      expect(after[n]?.sequence).toBeGreaterThan(sequence)
    }
  })

  test('again and at once it answers the same, with one entry in the log', async () => {
    const { shifts, batch_id } = await save({ create: [newShift(72), newShift(80)] })
    const [first] = shifts
    await signUp(first?.id ?? '')
    const answers = await Promise.all([undo(batch_id), undo(batch_id)])
    expect([...answers, await undo(batch_id)]).toEqual(
      Array.from({ length: 3 }, () => [{ id: first?.id, reason: 'signed_up' }]),
    )
    const logged = await api.deps.db.system((tx) =>
      tx.select().from(schema.auditLog).where(eq(schema.auditLog.action, 'batch.undone')),
    )
    expect(logged.filter(({ subjects }) => subjects.event_id === event.id)).toHaveLength(1)
  })

  test('both nights of the clock: back to the instants and what was meant (D25)', async () => {
    for (const start_dt of ['2027-03-28T00:30:00.000Z', '2026-10-25T00:30:00.000Z']) {
      const end_dt = hoursAfter(start_dt, 4)
      const meant_times = {
        start_dt: hoursAfter(start_dt, -24),
        end_dt: hoursAfter(end_dt, -24),
        time_zone: 'Europe/Stockholm',
        days: 1,
      }
      const shift = await buildShift(api.deps, { role, start_dt, end_dt, meant_times })
      await confirm(shift)
      const before = await look()
      const { batch_id } = await save({ update: [moved(shift, 24)] })
      expect(await undo(batch_id)).toEqual([])
      expect(await look()).toEqual(before)
    }
  })
})

describe('what somebody has touched since', () => {
  test('a new or moved shift with a sign-up stays, and its people are told of the move', async () => {
    const { one, three, siv } = await buildPlan()
    const { shifts, batch_id } = await save({
      create: [newShift(150)],
      update: [moved(one, 3), moved(three, 1)],
    })
    const added = shifts[0]?.id ?? ''
    await signUp(added)
    await signUp(one.id)
    const before_undo = await look()
    const kept = await undo(batch_id)
    expect(kept.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      [
        { id: one.id, reason: 'signed_up' },
        { id: added, reason: 'signed_up' },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    const after = await look()
    const timesOf = (id: string, { shifts: rows } = after) => rows.find((row) => row.id === id)?.start_dt
    expect(timesOf(one.id)).toBe(timesOf(one.id, before_undo))
    expect(timesOf(three.id)).toBe(three.start_dt)
    const left = (await messages()).filter(({ template }) => template === 'shift_changed')
    expect(left).toMatchObject([{ person_id: siv.id, batch_id: null }])
  })

  test('a message keeps only the parts that stay true', async () => {
    const { one, two, siv } = await buildPlan()
    const { batch_id } = await save({ update: [moved(one, 3)], delete: [two.id] })
    await signUp(one.id)
    expect(await undo(batch_id)).toEqual([{ id: one.id, reason: 'signed_up' }])
    const left = (await messages()).filter(({ template }) => template.startsWith('shift_'))
    expect(left).toMatchObject([{ template: 'shift_changed', person_id: siv.id }])
    const text = left.map((row) => withText(row).body_text ?? '').join()
    expect(text).toContain('Passar den nya tiden dig?')
    expect(text).not.toContain('inställt')
  })

  test('a shift that was changed again stays as it is now', async () => {
    const shift = await shiftIn(72)
    const { batch_id } = await save({ update: [moved(shift, 3)] })
    await save({ update: [{ id: shift.id, required_qty: 8 }] })
    expect(await undo(batch_id)).toEqual([{ id: shift.id, reason: 'changed' }])
    expect((await look()).shifts).toMatchObject([{ start_dt: hoursAfter(NOW, 75), required_qty: 8 }])
  })

  test('a removed shift whose role is gone does not come back', async () => {
    const shift = await shiftIn(72)
    const { batch_id } = await save({ delete: [shift.id] })
    await api.ok(contract.events.deleteRole, {
      headers: admin.headers,
      params: { id: event.id, roleId: role.id },
    })
    expect(await undo(batch_id)).toEqual([{ id: shift.id, reason: 'gone' }])
    expect((await look()).shifts).toEqual([])
  })

  test('what an erased person has asked for does not come back either (D52)', async () => {
    await api.deps.db.system((tx) =>
      tx.update(schema.event).set({ approval: 'all' }).where(eq(schema.event.id, event.id)),
    )
    const shift = await shiftIn(48)
    const siv = await person()
    const phone = '+46701234567'
    const bodies = [
      { first_name: siv.first_name, last_name: siv.last_name, email: siv.email ?? '', phone },
      { first_name: 'Olle', last_name: 'Frisk', email: 'olle@volunteer.example', phone },
    ]
    for (const body of bodies) await api.ok(contract.signup.signUp, { params: { shiftId: shift.id }, body })
    const { batch_id } = await save({ delete: [shift.id] })
    await api.ok(contract.people.deletePerson, { headers: admin.headers, params: { id: siv.id } })
    expect(await undo(batch_id)).toEqual([])
    const asked = await api.deps.db.system((tx) =>
      tx.select().from(schema.request).where(eq(schema.request.shift_id, shift.id)),
    )
    expect(asked.map(({ first_name }) => first_name)).toEqual(['Olle'])
  })

  test('an erased person does not come back, and the batch forgets them at once (D33)', async () => {
    const { one, siv } = await buildPlan()
    const { batch_id } = await save({ delete: [one.id] })
    await api.ok(contract.people.deletePerson, { headers: admin.headers, params: { id: siv.id } })
    const [row] = await api.deps.db.system((tx) =>
      tx.select().from(schema.batch).where(eq(schema.batch.id, batch_id)),
    )
    expect(JSON.stringify(row)).not.toContain(siv.id)
    expect(JSON.stringify(row)).toContain(one.id)
    expect(await undo(batch_id)).toEqual([])
    expect((await look()).places.filter(({ person_id }) => person_id === siv.id)).toEqual([])
    expect((await look()).shifts.map(({ id }) => id)).toContain(one.id)
  })

  test('who has another shift at that time since does not get the removed one back (D14)', async () => {
    const { one, siv } = await buildPlan()
    const { batch_id } = await save({ delete: [one.id] })
    const instead = await shiftIn(73)
    await confirm(instead, { person: siv })
    const kept = await undo(batch_id)
    expect(kept).toMatchObject([{ reason: 'schedule_conflict' }])
    const { shifts, places } = await look()
    expect(shifts.map(({ id }) => id)).toContain(one.id)
    expect(places.filter(({ shift_id }) => shift_id === one.id)).toEqual([])
    expect(await messages()).toMatchObject([{ template: 'shift_cancelled', person_id: siv.id }])
  })

  test('a move back onto such a shift is kept, without the check it would not be', async () => {
    const shift = await shiftIn(72)
    const siv = await person()
    await confirm(shift, { person: siv })
    const { batch_id } = await save({ update: [moved(shift, 10)] })
    await confirm(await shiftIn(73), { person: siv })
    expect(await undo(batch_id)).toEqual([{ id: shift.id, reason: 'schedule_conflict' }])
    expect((await messages()).map(({ template }) => template)).toEqual(['shift_changed'])
  })

  test('a conflict from before the batch comes back with it', async () => {
    const siv = await person()
    const [one, two] = [await shiftIn(72), await shiftIn(73)]
    await confirm(one, { person: siv })
    await confirm(two, { person: siv })
    const before = await look()
    const { batch_id } = await save({ update: [moved(one, 20)], delete: [two.id] })
    expect(await undo(batch_id)).toEqual([])
    expect(await look()).toEqual(before)
  })
})

describe('too late', () => {
  test('once the first message has been claimed, nothing is undone', async () => {
    const { one } = await buildPlan()
    const { batch_id } = await save({ update: [moved(one, 3)] })
    const before = await look()
    await makeDue(api.deps)
    await api.deps.db.system((tx) => claimDue(tx, { channel: 'EMAIL', provider: 'p', limit: 1, after: null }))
    expect(await tooLate(batch_id)).toMatchObject({ status: 409, code: 'undo_too_late' })
    expect(await look()).toEqual(before)
    expect(await noticesNow()).not.toEqual([])
  })

  test('a claim and an undo at the same time: told, or undone, never both', async () => {
    for (let round = 0; round < 10; round++) {
      await api.deps.db.system((tx) => tx.delete(schema.message))
      const shift = await shiftIn(72 + 10 * round)
      await confirm(shift)
      const { batch_id } = await save({ update: [moved(shift, 2)] })
      await makeDue(api.deps)
      const { providers } = buildProviders()
      const [answer] = await Promise.all([
        api.inject({ method: 'POST', url: `/admin/batches/${batch_id}/undo`, headers: admin.headers }),
        deliverDue(api.deps, providers),
      ])
      await deliverDue(api.deps, providers)
      const [row] = await api.deps.db.system((tx) =>
        tx.select().from(schema.shift).where(eq(schema.shift.id, shift.id)),
      )
      const is_undone = answer.statusCode === 200
      if (!is_undone) expect(answer.json<ErrorBody>().code).toBe('undo_too_late')
      expect(row?.start_dt === shift.start_dt).toBe(is_undone)
      expect((await messages()).length).toBe(is_undone ? 0 : 1)
    }
  })

  test('after a minute, when the batch has also forgotten its rows', async () => {
    const { batch_id } = await save({ create: [newShift(72)] })
    const age = (seconds: number) =>
      api.deps.db.system((tx) =>
        tx
          .update(schema.batch)
          .set({ created_at: sql`now() - ${seconds} * interval '1 second'` })
          .where(eq(schema.batch.id, batch_id)),
      )
    const forget = () => api.deps.db.system(forgetBatches)
    await age(50)
    await forget()
    await age(61)
    expect(await tooLate(batch_id)).toMatchObject({ status: 409, code: 'undo_too_late' })
    expect(await forget()).toBeGreaterThan(0)
    const [row] = await api.deps.db.system((tx) =>
      tx.select().from(schema.batch).where(eq(schema.batch.id, batch_id)),
    )
    expect(row).toMatchObject({ before: null, after: null })
    expect(await tooLate(batch_id)).toMatchObject({ status: 409, code: 'undo_too_late' })
  })

  test('a batch that is not known, or another organisation’s, is not found', async () => {
    const other = await buildAdministrator(api)
    const { batch_id } = await save({ create: [newShift(72)] })
    expect(await tooLate(newId())).toMatchObject({ status: 404, code: 'batch_not_found' })
    expect(await api.refused(undoBatch, call(batch_id, other.headers))).toMatchObject({
      status: 404,
      code: 'batch_not_found',
    })
    expect((await look()).shifts).toHaveLength(1)
  })
})

const change = async (shift: ShiftRow, body: object, headers = {}) => {
  const answer = await api.inject({
    method: 'POST',
    url: `/admin/shifts/${shift.id}/assignments?undoable=true`,
    headers: { ...admin.headers, ...headers },
    payload: { add: [], remove: [], ...body },
  })
  expect(answer.statusCode).toBe(200)
  return String(answer.headers['undo-batch'])
}

describe('people of a shift (D36)', () => {
  test('who was added goes, who was removed is back, and nobody is told', async () => {
    const { one, siv } = await buildPlan()
    const before = await look()
    const [place] = before.places.filter(
      ({ person_id, shift_id }) => person_id === siv.id && shift_id === one.id,
    )
    const batch_id = await change(one, { add: [(await person()).id], remove: [place?.id] })
    expect(await messages()).toMatchObject([{ template: 'shift_cancelled', batch_id }])
    expect(await undo(batch_id)).toEqual([])
    expect(await look()).toEqual(before)
    expect(await messages()).toEqual([])
  })

  test('a repeated call names the same batch; without `undoable` there is none', async () => {
    const shift = await shiftIn(72)
    const headers = { 'idempotency-key': newId() }
    const body = { add: [(await person()).id] }
    expect(await change(shift, body, headers)).toBe(await change(shift, body, headers))
    const answer = await api.inject({
      method: 'POST',
      url: `/admin/shifts/${shift.id}/assignments`,
      headers: admin.headers,
      payload: { add: [], remove: [] },
    })
    expect(answer.headers).not.toHaveProperty('undo-batch')
  })

  test('a place that somebody has taken since is not given twice (D12)', async () => {
    const shift = await shiftIn(72, { required_qty: 1 })
    const place = await confirm(shift)
    const batch_id = await change(shift, { remove: [place.id] })
    expect((await signUp(shift.id)).statusCode).toBe(201)
    expect(await undo(batch_id)).toEqual([{ id: place.id, reason: 'shift_full' }])
    expect((await look()).places.filter(({ status }) => status === 'CONFIRMED')).toHaveLength(1)
    expect(await noticesNow()).toEqual(['shift_cancelled'])
  })

  test('sign-ups at the same time as an undo: a place is never given twice', async () => {
    for (let round = 0; round < 10; round++) {
      const shift = await shiftIn(72, { required_qty: 1 })
      const place = await confirm(shift)
      const batch_id = await change(shift, { remove: [place.id] })
      await Promise.all([undo(batch_id), signUp(shift.id), signUp(shift.id)])
      const confirmed = await api.deps.db.system((tx) =>
        tx
          .select()
          .from(schema.assignment)
          .where(and(eq(schema.assignment.shift_id, shift.id), eq(schema.assignment.status, 'CONFIRMED'))),
      )
      expect(confirmed).toHaveLength(1)
    }
  })

  test('somebody may be assigned in spite of a conflict (D14)', async () => {
    const { siv } = await buildPlan()
    const near = await shiftIn(73)
    const body = { add: [siv.id], remove: [] }
    const of = { headers: admin.headers, params: { id: near.id } }
    expect(await api.refused(saveAssignments, { ...of, body })).toMatchObject({ code: 'schedule_conflict' })
    await api.ok(saveAssignments, { ...of, body: { ...body, despite_conflict: true } })
    const again = { shift_id: (await shiftIn(73)).id, person_ids: [siv.id] }
    const assign = (more = {}) => ({ headers: admin.headers, body: { ...again, ...more } })
    expect(await api.refused(contract.assignments.assignPeople, assign())).toMatchObject({
      code: 'schedule_conflict',
    })
    await api.ok(contract.assignments.assignPeople, assign({ despite_conflict: true }))
  })
})

const act = async (method: 'PUT' | 'DELETE', payload?: object) => {
  const answer = await api.inject({
    method,
    url: `/admin/events/${event.id}?undoable=true`,
    headers: admin.headers,
    ...(payload && { payload }),
  })
  expect(answer.statusCode).toBeLessThan(300)
  return String(answer.headers['undo-batch'])
}

describe('an event', () => {
  test('its removal is undone with roles, shifts, people and lines', async () => {
    await buildPlan()
    await buildRole(api.deps, { event })
    const before = await look()
    const batch_id = await act('DELETE')
    expect((await look()).events).toEqual([])
    expect(await noticesNow()).not.toEqual([])
    expect(await undo(batch_id)).toEqual([])
    expect(await look()).toEqual(before)
    expect(await messages()).toEqual([])
  })

  test('a change of its dates and zone is undone with its shifts', async () => {
    await buildPlan()
    const before = await look()
    const batch_id = await act('PUT', {
      event_date_start: hoursAfter(event.event_date_start, 48),
      event_date_end: hoursAfter(event.event_date_end, 48),
      time_zone: 'Europe/Helsinki',
      name: 'Annat',
      move_shifts: true,
    })
    expect(await look()).not.toEqual(before)
    expect(await undo(batch_id)).toEqual([])
    expect(await look()).toEqual(before)
    expect(await messages()).toEqual([])
  })

  test('one that was changed again stays, and its people are told', async () => {
    await buildPlan()
    const batch_id = await act('PUT', { location: 'Ny plats' })
    await api.ok(updateEvent, {
      headers: admin.headers,
      params: { id: event.id },
      body: { public_names: 'hidden' },
    })
    const before = await noticesNow()
    expect(await undo(batch_id)).toEqual([{ id: event.id, reason: 'changed' }])
    expect((await look()).events).toMatchObject([{ location: 'Ny plats' }])
    expect(await noticesNow()).toEqual(before)
  })

  test('a call that is refused names no batch', async () => {
    const answer = await api.inject({
      method: 'DELETE',
      url: `/admin/events/${newId()}?undoable=true`,
      headers: admin.headers,
    })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers).not.toHaveProperty('undo-batch')
    await api.ok(deleteEvent, { headers: admin.headers, params: { id: event.id } })
  })
})
