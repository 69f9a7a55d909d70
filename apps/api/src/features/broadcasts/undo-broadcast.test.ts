import { broadcasts } from '@muster/contract/broadcasts'
import { topics } from '@muster/contract/live'
import { BATCH_WAITS_MS } from '@muster/contract/rules/batch-undo'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { awaitLocks } from '../../../test/await-locks.ts'
import { eventually } from '../../../test/eventually.ts'
import { closeClients, join, listen, openClient } from '../../../test/live.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue, makeDue } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  type EventRow,
  hoursAfter,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import { oneRow } from '../../db/one-row.ts'
import * as schema from '../../db/schema.ts'
import { claimDue } from '../../outbox/claim.ts'

const NOW = '2026-06-19T10:00:00.000Z'
const LATER = '2026-06-19T10:05:00.000Z'

let api: TestApp
let admin: Administrator
let event: EventRow
let shift: ShiftRow
beforeAll(async () => {
  api = await buildTestApp({ limits: { messages_per_day: { EMAIL: 1_000, SMS: 1_000 } } })
  api.setNow(NOW)
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())
beforeEach(async () => {
  // Removes what an earlier test left, which must not be claimed in this one.
  await api.deps.db.system(async (tx) => {
    await tx.delete(schema.message)
    await tx.delete(schema.dailyCap)
  })
  event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  const role = await buildRole(api.deps, { event })
  shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 50) })
})

let number = 0
async function invite(amount = 1) {
  const invited = []
  for (let made = 0; made < amount; made += 1) {
    number += 1
    const phone = `+4670${String(number).padStart(7, '0')}`
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id, phone })
    invited.push(await buildAssignment(api.deps, { shift, person, token_expires_at: hoursAfter(NOW, 1) }))
  }
  return invited
}

const call = (changes: object = {}) => ({
  headers: admin.headers,
  params: { eventId: event.id },
  body: {
    messageType: 'reminder',
    communicationChannel: 'both',
    includePastShifts: false,
    includeCurrentShifts: true,
    includeUpcomingShifts: true,
    includeLink: true,
    ...changes,
  },
})
const send = async (changes?: object) => (await api.ok(broadcasts.sendBroadcast, call(changes))).broadcast_id
const byId = (id: string) => ({ headers: admin.headers, params: { id } })
const undo = (id: string) => api.ok(broadcasts.undoBroadcast, byId(id))
const progress = (id: string) => api.ok(broadcasts.getBroadcast, byId(id))

const readAssignment = async (id: string) =>
  oneRow(
    await api.deps.db.system((tx) => tx.select().from(schema.assignment).where(eq(schema.assignment.id, id))),
  )
const invitationOf = async (id: string) => {
  const { token_expires_at, invite_sent_at, invite_method } = await readAssignment(id)
  return { token_expires_at, invite_sent_at, invite_method }
}
const messagesOf = (broadcast_id: string) =>
  api.deps.db.system((tx) =>
    tx.select().from(schema.message).where(eq(schema.message.broadcast_id, broadcast_id)),
  )

const claim = (limit: number, channel: 'EMAIL' | 'SMS' = 'EMAIL') =>
  api.deps.db.system((tx) => claimDue(tx, { channel, provider: 'stand-in', limit, after: null }))

test('nothing leaves before the fifteen seconds are over', async () => {
  await invite()
  const id = await send()
  const { providers, mails, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  expect([mails, texts]).toEqual([[], []])
  const { waits_ms } = await progress(id)
  expect(waits_ms).toBeGreaterThan(0)
  expect(waits_ms).toBeLessThanOrEqual(BATCH_WAITS_MS)

  await makeDue(api.deps)
  await deliverDue(api.deps, providers)
  expect([mails.length, texts.length]).toEqual([1, 1])
})

test('takes all back, and everything is as before', async () => {
  const [assignment] = await invite()
  const before = await invitationOf(assignment?.id ?? '')
  const id = await send()
  expect(await invitationOf(assignment?.id ?? '')).toMatchObject({
    invite_sent_at: NOW,
    invite_method: 'BOTH',
  })
  expect(await undo(id)).toMatchObject({
    total_count: 2,
    sendable: 0,
    settled: 0,
    undone_count: 2,
    waits_ms: 0,
    problem_count: 0,
  })
  expect(await messagesOf(id)).toEqual([])
  expect(await invitationOf(assignment?.id ?? '')).toEqual(before)
  expect(await acceptedToday()).toEqual([0, 0])

  // A second undo changes nothing.
  expect(await undo(id)).toMatchObject({ sendable: 0, undone_count: 2 })
})

async function acceptedToday(): Promise<number[]> {
  const rows = await api.deps.db.system((tx) =>
    tx
      .select()
      .from(schema.dailyCap)
      .where(eq(schema.dailyCap.organization_id, admin.organization_id))
      .orderBy(schema.dailyCap.channel),
  )
  return rows.map(({ accepted }) => accepted)
}

test('what a worker has claimed stays, and the answer says how much', async () => {
  const invited = await invite(3)
  const id = await send()
  await makeDue(api.deps)
  const [claimed] = await claim(1)
  expect(await undo(id)).toMatchObject({ sendable: 1, undone_count: 5, counts: { SENDING: 1, QUEUED: 0 } })
  expect((await messagesOf(id)).map((row) => row.id)).toEqual([claimed?.id])
  for (const { id: assignment_id, person_id } of invited) {
    expect(await invitationOf(assignment_id)).toMatchObject(
      person_id === claimed?.person_id
        ? { invite_method: 'EMAIL', invite_sent_at: NOW }
        : { invite_method: null, invite_sent_at: null, token_expires_at: hoursAfter(NOW, 1) },
    )
  }
  expect(await acceptedToday()).toEqual([1, 0])
})

test('too late: all have been sent', async () => {
  await invite()
  const id = await send()
  await makeDue(api.deps)
  await deliverDue(api.deps, buildProviders().providers)
  expect(await undo(id)).toMatchObject({ sendable: 2, settled: 2, undone_count: 0 })
})

test('a message that a provider has refused is not taken back: it was claimed', async () => {
  await invite()
  const id = await send({ communicationChannel: 'email' })
  await makeDue(api.deps)
  await deliverDue(api.deps, buildProviders({ mail: () => ({ refused: '421', is_final: false }) }).providers)
  expect(await undo(id)).toMatchObject({ undone_count: 0, retrying: 1, counts: { QUEUED: 1 } })
})

test('an answer and a later invitation stay', async () => {
  const [answered, invited_again] = await invite(2)
  const id = await send()
  await api.deps.db.system(async (tx) => {
    await tx
      .update(schema.assignment)
      .set({ status: 'CONFIRMED' })
      .where(eq(schema.assignment.id, answered?.id ?? ''))
    await tx
      .update(schema.assignment)
      .set({ invite_sent_at: hoursAfter(NOW, 1), invite_method: 'SMS' })
      .where(eq(schema.assignment.id, invited_again?.id ?? ''))
  })
  await undo(id)
  expect(await readAssignment(answered?.id ?? '')).toMatchObject({
    status: 'CONFIRMED',
    invite_method: 'BOTH',
  })
  expect(await invitationOf(invited_again?.id ?? '')).toMatchObject({
    invite_sent_at: hoursAfter(NOW, 1),
    invite_method: 'SMS',
  })
})

async function sendThree() {
  const [{ id } = { id: '' }] = await invite()
  const before = await invitationOf(id)
  const sent: string[] = []
  for (const seconds of [0, 1, 2]) {
    api.setNow(hoursAfter(NOW, seconds / 3600))
    sent.push(await send())
  }
  return { id, before, sent }
}

describe('of several broadcasts', () => {
  afterEach(() => api.setNow(NOW))

  test.each([
    ['the oldest first', [0, 1, 2]],
    ['the newest first', [2, 1, 0]],
    ['the middle one first', [1, 0, 2]],
    ['the middle one last', [2, 0, 1]],
  ])('all taken back, %s: everything is as before', async (_name, order) => {
    const { id, before, sent } = await sendThree()
    for (const each of order) await undo(sent[each] ?? '')
    expect(await invitationOf(id)).toEqual(before)
  })

  test('all taken back at once', async () => {
    const { id, before, sent } = await sendThree()
    await Promise.all(sent.map(undo))
    expect(await invitationOf(id)).toEqual(before)
  })

  test('the invitation by one that stays is not taken back', async () => {
    const { id, sent } = await sendThree()
    for (const each of sent.slice(1)) await undo(each)
    expect(await invitationOf(id)).toMatchObject({ invite_sent_at: NOW, invite_method: 'BOTH' })
  })
})

/** Claims three of six due e-mails without a commit, then runs `act`. */
async function raceWith<T>(
  act: (broadcast_id: string) => Promise<T>,
): Promise<{ claimed: string[]; result: T }> {
  await invite(6)
  const id = await send({ communicationChannel: 'email' })
  await makeDue(api.deps)
  let acting: Promise<T> | undefined
  const claimed = await api.deps.db.system(async (tx) => {
    const rows = await claimDue(tx, { channel: 'EMAIL', provider: 'stand-in', limit: 3, after: null })
    acting = act(id)
    await awaitLocks(api.deps, 1)
    return rows.map((row) => row.id)
  })
  if (!acting) throw new Error('nothing raced')
  return { claimed, result: await acting }
}
const existing = async (ids: string[]) =>
  (await api.deps.db.system((tx) => tx.select().from(schema.message).where(inArray(schema.message.id, ids))))
    .length

describe('against a claim at the same moment', () => {
  test('an undo waits for it, and takes back the rest only', async () => {
    const { claimed, result } = await raceWith(undo)
    expect(result).toMatchObject({ sendable: 3, undone_count: 3, counts: { SENDING: 3 } })
    expect(await existing(claimed)).toBe(3)
  })

  test('control: without reading the status again, messages on their way are taken back', async () => {
    const { claimed } = await raceWith(async (id) => {
      const queued = (await messagesOf(id)).map((row) => row.id)
      await api.deps.db.system((tx) => tx.delete(schema.message).where(inArray(schema.message.id, queued)))
    })
    expect(await existing(claimed)).toBe(0)
  })

  test('a claim leaves out what an undo is deleting', async () => {
    await invite(4)
    const id = await send({ communicationChannel: 'email' })
    await makeDue(api.deps)
    await api.deps.db.system(async (tx) => {
      await tx
        .delete(schema.message)
        .where(and(eq(schema.message.broadcast_id, id), eq(schema.message.status, 'QUEUED')))
      expect(await claim(10)).toEqual([])
    })
  })
})

test('ten undos at once count each message once', async () => {
  await invite(5)
  const id = await send()
  const answers = await Promise.all(Array.from({ length: 10 }, () => undo(id)))
  expect(new Set(answers.map(({ undone_count }) => undone_count))).toEqual(new Set([10]))
})

test('another organisation cannot undo or list it', async () => {
  await invite()
  const id = await send()
  const stranger = await buildAdministrator(api)
  for (const each of [id, newId()]) {
    expect(
      await api.refused(broadcasts.undoBroadcast, { headers: stranger.headers, params: { id: each } }),
    ).toMatchObject({ status: 404, code: 'broadcast_not_found' })
  }
  expect(
    await api.refused(broadcasts.listBroadcasts, {
      headers: stranger.headers,
      params: { eventId: event.id },
    }),
  ).toMatchObject({ status: 404, code: 'event_not_found' })
  expect(await api.refused(broadcasts.undoBroadcast, { params: { id } })).toMatchObject({ status: 401 })
  expect(await progress(id)).toMatchObject({ undone_count: 0 })
})

test('is announced to administrators', async () => {
  await invite()
  const id = await send()
  const client = openClient(await listen(api))
  const token = admin.headers.authorization.replace('Bearer ', '')
  const channel = client.channel(topics.broadcast(id), { token })
  const hints: unknown[] = []
  channel.on('changed', (hint) => hints.push(hint))
  await join(channel)
  await undo(id)
  await eventually(() => expect(hints).toEqual([{}]))
  await closeClients()
})

const list = () =>
  api.ok(broadcasts.listBroadcasts, { headers: admin.headers, params: { eventId: event.id } })

describe('the list of an event', () => {
  test('is empty, then newest first, with by whom, to whom and what became of it', async () => {
    expect(await list()).toEqual([])
    await invite(2)
    const first = await send({ messageType: 'custom', texts: { sv: 'Ta med regnkläder!' } })
    await makeDue(api.deps)
    await deliverDue(
      api.deps,
      buildProviders({ sms: () => ({ refused: '30005', is_final: true }) }).providers,
    )
    api.setNow(LATER)
    const second = await send({ communicationChannel: 'email' })
    api.setNow(NOW)
    await undo(second)

    const found = await list()
    expect(found).toMatchObject([
      { id: second, created_at: LATER, text: null, undone_count: 2, sendable: 0 },
      {
        id: first,
        event_id: event.id,
        message_type: 'custom',
        created_at: NOW,
        people_count: 2,
        sendable: 4,
        settled: 4,
        counts: { SENT: 2, FAILED: 2 },
        text: 'Ta med regnkläder!',
        form: {
          texts: { sv: 'Ta med regnkläder!' },
          communicationChannel: 'both',
          includePastShifts: false,
          includeCurrentShifts: true,
          includeUpcomingShifts: true,
        },
      },
    ])
    const [account] = await api.deps.db.system((tx) =>
      tx.select().from(schema.appUser).where(eq(schema.appUser.id, admin.user_id)),
    )
    expect(found.map(({ created_by }) => created_by)).toEqual([account?.email, account?.email])
    await api.deps.db.system((tx) =>
      tx.update(schema.appUser).set({ name: 'Maja Lind' }).where(eq(schema.appUser.id, admin.user_id)),
    )
    expect((await list()).map(({ created_by_name }) => created_by_name)).toEqual(['Maja Lind', 'Maja Lind'])
  })

  test('keeps a broadcast whose account is gone, and one from before the form was recorded', async () => {
    const id = await send()
    await api.deps.db.system((tx) =>
      tx.update(schema.broadcast).set({ created_by: newId(), form: null }).where(eq(schema.broadcast.id, id)),
    )
    expect(await list()).toMatchObject([{ id, created_by: null, form: null, text: null }])
  })
})
