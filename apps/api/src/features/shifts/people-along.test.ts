import { contract } from '@muster/contract/contract'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  type EventRow,
  hoursAfter,
  type PersonRow,
  type RoleRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as locks from '../../db/lock.ts'
import * as schema from '../../db/schema.ts'

// Spies (test/spied-modules.ts), so that the negative control can leave out a lock; otherwise the real code runs.

const { saveBatch } = contract.shifts
const { undoBatch } = contract.batches
const { sendInvite } = contract.assignments
const NOW = '2026-06-19T10:00:00.000Z'

let api: TestApp
let admin: Administrator
let event: EventRow
let role: RoleRow
let siv: PersonRow
let bo: PersonRow
let source: ShiftRow
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
  ;[siv, bo] = [await person('Siv'), await person('Bo')]
  source = await shiftIn(72)
  await put(siv, source, 'CONFIRMED')
  await put(bo, source, 'INVITED')
})

const person = (first_name: string) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, first_name, last_name: 'Ek' })
const times = (hours: number) => ({ start_dt: hoursAfter(NOW, hours), end_dt: hoursAfter(NOW, hours + 4) })
const shiftIn = (hours: number) => buildShift(api.deps, { role, ...times(hours) })
const put = (
  who: PersonRow,
  shift: ShiftRow,
  status: 'CONFIRMED' | 'INVITED' | 'DECLINED',
  changes: Parameters<typeof buildAssignment>[1] = {},
) => buildAssignment(api.deps, { person: who, shift, status, ...changes })
const copyTo = (hours: number, people_of = source.id) => ({
  event_id: event.id,
  role_id: role.id,
  ...times(hours),
  required_qty: 2,
  people_of,
})

async function save(body: object, headers: Record<string, string> = admin.headers) {
  const saved = await api.ok(saveBatch, { headers, body })
  if (!('batch_id' in saved)) throw new Error('a preview')
  return saved
}
async function preview(body: object) {
  const answer = await api.ok(saveBatch, { headers: admin.headers, body: { ...body, dry_run: true } })
  if (!('clash_count' in answer)) throw new Error('saved')
  return answer
}
const undo = async (batch_id: string) =>
  (await api.ok(undoBatch, { headers: admin.headers, params: { batch_id } })).kept
const messages = () => api.deps.db.system((tx) => tx.select().from(schema.message))
const placesOn = (shift_id: string) =>
  api.deps.db.system((tx) =>
    tx
      .select()
      .from(schema.assignment)
      .where(eq(schema.assignment.shift_id, shift_id))
      .orderBy(asc(schema.assignment.id)),
  )
const peopleOn = async (shift_id = '') => (await placesOn(shift_id)).map(({ person_id }) => person_id)

describe('people along with a copied shift (D46)', () => {
  test('come as not asked, and are told nothing', async () => {
    await put(await person('Nej'), source, 'DECLINED')
    await put(await person('Ask'), source, 'INVITED', { ask_id: newId(), ask_places: 1 })
    const { shifts, left_out } = await save({ create: [copyTo(96)] })
    const [copy] = shifts
    const places = await placesOn(copy?.id ?? '')
    expect(places.map(({ person_id }) => person_id)).toEqual([siv.id, bo.id])
    for (const place of places)
      expect(place).toMatchObject({
        status: 'INVITED',
        invite_sent_at: null,
        responded_at: null,
        ask_id: null,
      })
    expect(copy?.assignment).toHaveLength(2)
    expect(left_out).toEqual([])
    expect(await messages()).toEqual([])
  })

  test('are in the log with the shift', async () => {
    const { shifts, batch_id } = await save({ create: [copyTo(96)] })
    const logged = await api.deps.db.system((tx) =>
      tx.select().from(schema.auditLog).where(eq(schema.auditLog.batch_id, batch_id)),
    )
    expect(logged.map(({ action, shift, subjects }) => [action, shift?.id, subjects.person_ids])).toEqual([
      ['shift.added', shifts[0]?.id, undefined],
      ['assignment.added', shifts[0]?.id, [siv.id, bo.id]],
    ])
  })

  test('who is busy then is left out and named, before and after (D14)', async () => {
    await put(bo, await shiftIn(99), 'INVITED')
    // Touching is no conflict.
    await put(siv, await shiftIn(100), 'CONFIRMED')
    const batch = { create: [copyTo(96)] }
    const named = { person_id: bo.id, first_name: 'Bo', last_name: 'Ek' }
    expect((await preview(batch)).left_out).toMatchObject([named])
    const headers = { ...admin.headers, 'idempotency-key': newId() }
    const { shifts, left_out } = await save(batch, headers)
    expect(left_out).toEqual([{ ...named, shift_id: shifts[0]?.id }])
    expect(await peopleOn(shifts[0]?.id)).toEqual([siv.id])
    expect((await save(batch, headers)).left_out).toEqual(left_out)
    // The negative control: without the other shift they come along.
    expect(await peopleOn((await save({ create: [copyTo(120)] })).shifts[0]?.id)).toEqual([siv.id, bo.id])
  })

  test('nobody comes along twice for the same time', async () => {
    const { shifts, left_out } = await save({ create: [copyTo(96), copyTo(98)] })
    const [first, second] = shifts.map(({ id }) => id)
    expect([...(await peopleOn(first)), ...(await peopleOn(second))].toSorted()).toEqual(
      [siv.id, bo.id].toSorted(),
    )
    expect(left_out.map(({ person_id }) => person_id).toSorted()).toEqual([siv.id, bo.id].toSorted())
  })

  test('what the batch leaves decides who is busy', async () => {
    const [leaving, arriving] = [await shiftIn(96), await shiftIn(50)]
    await put(siv, leaving, 'CONFIRMED')
    await put(bo, arriving, 'CONFIRMED')
    const { shifts, left_out } = await save({
      create: [copyTo(96)],
      update: [{ id: arriving.id, ...times(97) }],
      delete: [leaving.id],
    })
    expect(await peopleOn(shifts[0]?.id)).toEqual([siv.id])
    expect(left_out.map(({ person_id }) => person_id)).toEqual([bo.id])
  })

  test('they come along from a shift that the batch removes', async () => {
    const { shifts } = await save({ create: [copyTo(96)], delete: [source.id], notify: false })
    expect(await peopleOn(shifts[0]?.id)).toEqual([siv.id, bo.id])
  })

  test('only from a shift of the same event', async () => {
    const elsewhere = await buildEvent(api.deps, { organization_id: admin.organization_id })
    const foreign = await buildAdministrator(api)
    const shiftOf = async (of: EventRow) =>
      buildShift(api.deps, { role: await buildRole(api.deps, { event: of }), ...times(72) })
    const hidden = await shiftOf(await buildEvent(api.deps, { organization_id: foreign.organization_id }))
    for (const people_of of [(await shiftOf(elsewhere)).id, hidden.id, newId()]) {
      const call = { headers: admin.headers, body: { create: [copyTo(96, people_of)] } }
      expect(await api.refused(saveBatch, call)).toMatchObject({
        status: 409,
        code: 'batch_refused',
        issues: [{ path: 'create.0', code: 'shift_not_found' }],
      })
    }
  })

  test('a key of one event takes people of its own shifts only (D69)', async () => {
    const other = await buildEvent(api.deps, { organization_id: admin.organization_id })
    const foreign = await buildShift(api.deps, {
      role: await buildRole(api.deps, { event: other }),
      ...times(72),
    })
    const { headers } = await buildApiKey(api, admin, { rights: ['plan'], event_id: event.id })
    const call = { headers, body: { create: [copyTo(96, foreign.id)] } }
    expect(await api.refused(saveBatch, call)).toMatchObject({ status: 404 })
    const { shifts } = await save({ create: [copyTo(96)] }, headers)
    expect(await peopleOn(shifts[0]?.id)).toEqual([siv.id, bo.id])
  })

  test('an undo takes them back; once one was asked the shift stays with its people', async () => {
    const first = await save({ create: [copyTo(96)] })
    expect(await undo(first.batch_id)).toEqual([])
    expect(await placesOn(first.shifts[0]?.id ?? '')).toEqual([])

    const { shifts, batch_id } = await save({ create: [copyTo(96)] })
    const [copy] = shifts
    const [asked] = copy?.assignment ?? []
    await api.ok(sendInvite, {
      headers: admin.headers,
      params: { id: asked?.id ?? '' },
      body: { method: 'EMAIL' },
    })
    expect(await undo(batch_id)).toEqual([{ id: copy?.id, reason: 'changed' }])
    expect(await peopleOn(copy?.id)).toEqual([siv.id, bo.id])
  })

  test('undone, they are in nobody’s way: a moved shift goes back to their time', async () => {
    const busy = await shiftIn(96)
    await put(siv, busy, 'CONFIRMED')
    const { batch_id } = await save({
      create: [copyTo(96)],
      update: [{ id: busy.id, ...times(120) }],
      notify: false,
    })
    expect(await undo(batch_id)).toEqual([])
  })

  test('two copies to the same hour at once: one gets the person', async () => {
    for (let round = 0; round < 5; round++) expect(await copyBothAtOnce(200 + round * 4)).toBe(1)
  })

  test('without the lock on the person both get them', async () => {
    await vi.mocked(locks.lockPeopleOfShifts).withImplementation(
      async () => [siv],
      async () => {
        let doubled = 0
        for (let round = 0; round < 20; round++) doubled += (await copyBothAtOnce(300 + round * 4)) - 1
        expect(doubled).toBeGreaterThan(0)
      },
    )
  })
})

/** Copies two shifts of one person to one hour at once. Returns on how many copies they are. */
async function copyBothAtOnce(hours: number): Promise<number> {
  const other = await shiftIn(50)
  await put(siv, other, 'CONFIRMED')
  const saved = await Promise.all([source, other].map(({ id }) => save({ create: [copyTo(hours, id)] })))
  const people = await Promise.all(saved.map(({ shifts }) => peopleOn(shifts[0]?.id)))
  await api.deps.db.system((tx) =>
    tx.delete(schema.assignment).where(eq(schema.assignment.shift_id, other.id)),
  )
  return people.flat().filter((id) => id === siv.id).length
}
