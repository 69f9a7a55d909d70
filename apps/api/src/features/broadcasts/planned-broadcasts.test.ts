import { broadcasts } from '@muster/contract/broadcasts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  type EventRow,
  hoursAfter,
  mint,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { enqueueRecipients } from './enqueue-recipients.ts'
import { sendPlannedBroadcasts } from './send-planned.ts'

const NOW = '2026-06-19T10:00:00.000Z'
const TONIGHT = '2026-06-19T16:00:00.000Z'

let api: TestApp
let admin: Administrator
let event: EventRow
let shift: ShiftRow
beforeAll(async () => {
  api = await buildTestApp({ limits: { messages_per_day: { EMAIL: 200, SMS: 200 } } })
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())
beforeEach(async () => {
  api.setNow(NOW)
  await api.deps.db.system(async (tx) => {
    await tx.delete(schema.message)
    await tx.delete(schema.broadcast)
    await tx.delete(schema.dailyCap)
    await tx.delete(schema.sendingTotal)
  })
  event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  const role = await buildRole(api.deps, { event })
  shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 50), required_qty: 9 })
})

const invite = async () =>
  buildAssignment(api.deps, {
    shift,
    person: await buildPerson(api.deps, { organization_id: admin.organization_id }),
  })
const call = (changes: object = {}) => ({
  headers: admin.headers,
  params: { eventId: event.id },
  body: {
    messageType: 'reminder',
    communicationChannel: 'email',
    includePastShifts: false,
    includeCurrentShifts: true,
    includeUpcomingShifts: true,
    includeLink: true,
    send_at: TONIGHT,
    ...changes,
  },
})
const plan = async (changes?: object) => (await api.ok(broadcasts.sendBroadcast, call(changes))).broadcast_id
const byId = (id: string) => ({ headers: admin.headers, params: { id } })
const progress = (id: string) => api.ok(broadcasts.getBroadcast, byId(id))
const cancel = (id: string) => api.ok(broadcasts.undoBroadcast, byId(id))
const sendNow = (id: string) => api.ok(broadcasts.sendBroadcastNow, byId(id))
const run = () => sendPlannedBroadcasts(api.deps)
const messages = () => api.deps.db.system((tx) => tx.select().from(schema.message))
const setStatus = (id: string, status: 'CONFIRMED' | 'DECLINED') =>
  api.deps.db.system((tx) => tx.update(schema.assignment).set({ status }).where(eq(schema.assignment.id, id)))

/** Of each, all messages or none: cancelled with none, or sent once. */
async function expectOnce(id: string, invited: number) {
  const stored = (await messages()).filter(({ broadcast_id }) => broadcast_id === id)
  const { state, undone_count } = await progress(id)
  expect(stored.length + undone_count).toBe(state === 'sent' ? invited : 0)
  return state
}

/** Plans for an event that is archived a moment later. */
async function planArchived() {
  event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  api.setNow(NOW)
  const id = await plan()
  await api.deps.db.system((tx) =>
    tx.update(schema.event).set({ archived: true }).where(eq(schema.event.id, event.id)),
  )
  return id
}

test('waits for its time, and its recipients are read then', async () => {
  const [stays, leaves] = [await invite(), await invite()]
  const answer = await api.ok(broadcasts.sendBroadcast, call())
  expect(answer).toMatchObject({ sentCount: 2, totalCount: 2 })
  const id = answer.broadcast_id
  expect(await run()).toBe(0)
  expect(await messages()).toEqual([])
  expect(await progress(id)).toMatchObject({ state: 'planned', send_at: TONIGHT, sendable: 0, settled: 0 })

  await setStatus(leaves.id, 'DECLINED')
  const comes = await invite()
  api.setNow(TONIGHT)
  expect(await run()).toBe(1)
  const recipients = (await messages()).map(({ person_id }) => person_id)
  expect(new Set(recipients)).toEqual(new Set([stays.person_id, comes.person_id]))
  expect(recipients).toHaveLength(2)
  expect(await progress(id)).toMatchObject({
    state: 'sent',
    created_at: TONIGHT,
    people_count: 2,
    sendable: 2,
  })
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  expect(mails).toHaveLength(2)

  expect(await run()).toBe(0)
  expect(await messages()).toHaveLength(2)
})

test('a time that is over, or a text that is too long, is refused at once', async () => {
  await invite()
  expect(await api.refused(broadcasts.sendBroadcast, call({ send_at: NOW }))).toMatchObject({
    status: 400,
    code: 'validation',
    issues: [{ path: 'send_at' }],
  })
})

test('cancelled, it is never sent, and cancelling again changes nothing', async () => {
  await invite()
  const id = await plan()
  expect(await cancel(id)).toMatchObject({ state: 'cancelled', undone_count: 0 })
  expect(await cancel(id)).toMatchObject({ state: 'cancelled' })
  expect(await sendNow(id)).toMatchObject({ state: 'cancelled' })
  api.setNow(TONIGHT)
  expect(await run()).toBe(0)
  expect(await messages()).toEqual([])
})

test('sent now, it is not sent again at its time', async () => {
  await invite()
  const id = await plan()
  expect(await sendNow(id)).toMatchObject({ state: 'sent', sendable: 1 })
  api.setNow(TONIGHT)
  expect(await run()).toBe(0)
  expect(await messages()).toHaveLength(1)
})

test('"send now" ends the fifteen seconds of one that was not planned', async () => {
  await invite()
  const id = await plan({ send_at: null })
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  expect(mails).toEqual([])
  expect(await sendNow(id)).toMatchObject({ waits_ms: 0 })
  await deliverDue(api.deps, providers)
  expect(mails).toHaveLength(1)
})

describe('raced with the worker', () => {
  test('two workers and a cancellation: sent once or not at all, never in part', async () => {
    await Promise.all([invite(), invite(), invite()])
    for (let round = 0; round < 12; round++) {
      api.setNow(NOW)
      const id = await plan()
      api.setNow(TONIGHT)
      const undo = api.inject({
        method: 'POST',
        url: `/admin/broadcasts/${id}/undo`,
        headers: admin.headers,
      })
      await Promise.all([run(), undo, run()])
      await expectOnce(id, 3)
    }
  })

  test('two workers and "send now": one set of messages', async () => {
    await Promise.all([invite(), invite(), invite()])
    for (let round = 0; round < 8; round++) {
      api.setNow(NOW)
      const id = await plan()
      api.setNow(TONIGHT)
      await Promise.all([run(), sendNow(id), run()])
      expect(await expectOnce(id, 3)).toBe('sent')
    }
  })

  test('negative control: without the lock on its row and the index two workers send it twice', async () => {
    await api.deps.db.pool.query('begin read write; drop index message_once_per_broadcast; commit')
    await invite()
    const id = await plan()
    const { form } = await progress(id)
    if (!form) throw new Error('no form')
    const order = { id, event_id: event.id, form, now: TONIGHT, waits_ms: 0 }
    const sendUnlocked = () =>
      api.deps.db.transaction(mint(admin.organization_id), (tx) => enqueueRecipients(tx, api.deps, order))
    await Promise.all([sendUnlocked(), sendUnlocked()])
    expect(await messages()).toHaveLength(2)
  })

  test('the undo of an earlier one, sent while it was planned: the invitation keeps the later message', async () => {
    const invited = await invite()
    const planned = await plan()
    const earlier = await plan({ send_at: null })
    api.setNow(TONIGHT)
    await run()
    await cancel(earlier)
    const [row] = await api.deps.db.system((tx) =>
      tx.select().from(schema.assignment).where(eq(schema.assignment.id, invited.id)),
    )
    expect(row?.invite_sent_at).toBe(TONIGHT)
    await cancel(planned)
    const [after] = await api.deps.db.system((tx) =>
      tx.select().from(schema.assignment).where(eq(schema.assignment.id, invited.id)),
    )
    expect(after?.invite_sent_at).toBeNull()
  })
})

describe('what cannot be sent at its time', () => {
  test('of an archived event is refused with the reason, and tried no more', async () => {
    await invite()
    const id = await plan()
    await api.deps.db.system((tx) =>
      tx.update(schema.event).set({ archived: true }).where(eq(schema.event.id, event.id)),
    )
    api.setNow(TONIGHT)
    await run()
    expect(await progress(id)).toMatchObject({
      state: 'refused',
      refusal: 'This event is archived. Bring it back to change it.',
    })
    expect(await api.refused(broadcasts.sendBroadcastNow, byId(await planArchived()))).toMatchObject({
      code: 'event_archived',
    })
    expect(await messages()).toEqual([])
  })

  test('too long for somebody with more shifts by then is refused', async () => {
    const { organization_id } = admin
    const person = await buildPerson(api.deps, { organization_id, phone: '+46701234567' })
    await buildAssignment(api.deps, { shift, person })
    const id = await plan({ communicationChannel: 'sms', customText: 'Hej '.repeat(300) })
    const role = await buildRole(api.deps, { event, name: 'En roll med ett ganska långt namn' })
    for (let hours = 60; hours < 72; hours += 1)
      await buildAssignment(api.deps, {
        shift: await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, hours) }),
        person,
      })
    const late = { status: 400, code: 'message_too_long' }
    expect(await api.refused(broadcasts.sendBroadcastNow, byId(id))).toMatchObject(late)
    api.setNow(TONIGHT)
    await run()
    expect(await progress(id)).toMatchObject({ state: 'refused' })
    expect(await messages()).toEqual([])
  })

  test('one that does not exist is not found', async () => {
    const unknown = { status: 404, code: 'broadcast_not_found' }
    expect(await api.refused(broadcasts.sendBroadcastNow, byId(newId()))).toMatchObject(unknown)
  })

  test('above the daily cap is refused, and the others go out', async () => {
    await invite()
    const over = await plan()
    await api.deps.db.system((tx) =>
      tx.insert(schema.dailyCap).values({
        organization_id: admin.organization_id,
        channel: 'EMAIL',
        day: TONIGHT.slice(0, 10),
        accepted: 200,
      }),
    )
    const other = await buildAdministrator(api)
    const their_event = await buildEvent(api.deps, { organization_id: other.organization_id })
    const their_shift = await buildShift(api.deps, {
      role: await buildRole(api.deps, { event: their_event }),
      start_dt: hoursAfter(NOW, 50),
    })
    await buildAssignment(api.deps, {
      shift: their_shift,
      person: await buildPerson(api.deps, { organization_id: other.organization_id }),
    })
    const theirs = await api.ok(broadcasts.sendBroadcast, {
      ...call(),
      headers: other.headers,
      params: { eventId: their_event.id },
    })
    expect(await api.refused(broadcasts.sendBroadcastNow, byId(over))).toMatchObject({
      status: 429,
      code: 'daily_cap_reached',
    })
    api.setNow(TONIGHT)
    await run()
    expect(await progress(over)).toMatchObject({ state: 'refused' })
    const sent = await messages()
    expect(sent.map(({ broadcast_id }) => broadcast_id)).toEqual([theirs.broadcast_id])
  })

  test('of a paused organisation waits until it goes on', async () => {
    await invite()
    await plan()
    const pause = (paused_at: string | null) =>
      api.deps.db.system((tx) =>
        tx
          .update(schema.organization)
          .set({ paused_at })
          .where(eq(schema.organization.id, admin.organization_id)),
      )
    api.setNow(TONIGHT)
    await pause(NOW)
    expect(await run()).toBe(0)
    await pause(null)
    expect(await run()).toBe(1)
  })
})
