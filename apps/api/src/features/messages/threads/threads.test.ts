import { messages } from '@muster/contract/messages'
import { people } from '@muster/contract/people'
import { HOUR_MS } from '@muster/contract/rules/instants'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ACCOUNT, TwilioFake } from '../../../../../../infra/fakes/twilio.ts'
import { THREADS } from '../../../../../../infra/fakes/twilio-conversations.ts'
import { buildTestApp, type TestApp } from '../../../../test/app.ts'
import { decodeJwt } from '../../../../test/jwt.ts'
import { type Administrator, buildAdministrator } from '../../../../test/organizations.ts'
import { deliverDue } from '../../../../test/outbox.ts'
import { buildPerson, type PersonRow } from '../../../../test/planning.ts'
import { deleteOrganization } from '../../../db/delete-organization.ts'
import { newId } from '../../../db/ids.ts'
import * as schema from '../../../db/schema.ts'
import type { Providers } from '../../../providers/provider.ts'
import { deleteEndedThreads } from '../../../providers/threads/delete-ended-threads.ts'
import { createThreads } from '../../../providers/threads/threads.ts'
import { createConversations } from '../../../providers/threads/twilio-conversations.ts'
import { createTwilio } from '../../../providers/twilio.ts'

/* D30, D31: two-way threads with Twilio Conversations. Its own library calls a stand-in. */

const ORIGIN = 'https://muster.example'
const NUMBER = '+46700000001'
const SHARED = '+46700000002'

let twilio: TwilioFake
let api: TestApp
let admin: Administrator
let person: PersonRow
let phone: string
let providers: Providers
const numbers = [{ number: SHARED, organization_id: null as string | null }]
beforeAll(async () => {
  twilio = await TwilioFake.open()
  const threads = { ...THREADS, host: twilio.url }
  api = await buildTestApp({
    public_api_url: ORIGIN,
    sms: { provider: 'twilio', ...ACCOUNT, host: twilio.url, numbers, threads },
  })
  admin = await buildAdministrator(api)
  numbers.push({ number: NUMBER, organization_id: admin.organization_id })
  providers = createTestProviders()
})
afterAll(() => Promise.all([api.close(), twilio.close()]))
beforeEach(async () => {
  twilio.ledger.length = 0
  twilio.conversations.list.length = 0
  twilio.conversations.fault = () => undefined
  phone = `+4670${String(Math.random()).slice(2, 9)}`
  person = await buildPerson(api.deps, { organization_id: admin.organization_id, phone })
})

type Limit = { timeout_ms?: number }

/** Opens the providers as a worker in another process does, without waiting times. */
function createTestProviders(limit: Limit = {}): Providers {
  const { sms, public_api_url } = api.deps.config
  if (sms?.provider !== 'twilio') throw new Error('Twilio is configured')
  return {
    mail: undefined,
    sms: createTwilio({
      ...sms,
      public_api_url,
      threads: createThreads(api.deps, createTestConversations(limit)),
      listed_within_ms: 0,
      ...limit,
    }),
  }
}

function createTestConversations(limit: Limit = {}) {
  return createConversations({ ...ACCOUNT, ...THREADS, host: twilio.url, ...limit })
}

const call = () => ({ headers: admin.headers, params: { id: person.id } })
const send = (message: string) => api.ok(messages.sendSms, { ...call(), body: { message } })
const listMessages = () => api.ok(messages.listMessages, call())
const deliver = () => deliverDue(api.deps, providers)
const openThread = () => api.ok(messages.openThread, call())

function post(path: string, params: Record<string, string>, options = {}) {
  const { body, headers } = twilio.signed(ORIGIN + path, params, options)
  return api.inject({ method: 'POST', url: path, payload: body, headers })
}

const toNumber = (Body: string, { To = NUMBER, MessageSid = `SM${newId()}` } = {}) =>
  post('/webhooks/twilio/inbound', { MessageSid, From: phone, To, Body })

const deliverEvent = (params: Record<string, string>, options = {}) =>
  post('/webhooks/twilio/conversation', params, options)

/** Returns the thread's only conversation, and the last message in it. */
function conversation() {
  const [only, ...others] = twilio.conversations.list
  if (!only || others.length > 0) throw new Error(`${twilio.conversations.list.length} conversations`)
  return only
}
const lastPosted = () => conversation().messages.at(-1)

const writeInThread = (Body: string, { MessageSid = `IM${newId()}` } = {}) =>
  deliverEvent({
    EventType: 'onMessageAdded',
    ConversationSid: conversation().sid,
    ParticipantSid: conversation().participants[0]?.sid ?? '',
    MessageSid,
    Author: phone,
    Body,
  })

const reportDelivery = (Status: string, more = {}, options = {}) =>
  deliverEvent(
    {
      EventType: 'onDeliveryUpdated',
      ConversationSid: conversation().sid,
      MessageSid: lastPosted()?.sid ?? '',
      Status,
      ...more,
    },
    options,
  )

/** Starts a thread: the person has written to the number and was answered. */
async function startThread() {
  await toNumber('Hej!')
  await send('Hej själv')
  await deliver()
}

// ── Sending ──────────────────────────────────────────────────────────────────────────────────────

test('a person who has written to the number is answered in a thread, always the same', async () => {
  await send('Kom kl 9')
  await deliver()
  expect(twilio.conversations.list).toEqual([])
  await startThread()
  await send('Och ta med regnkläder')
  await deliver()
  expect(conversation()).toMatchObject({
    participants: [{ address: phone, proxy_address: NUMBER }],
    messages: [
      { author: 'muster', body: 'Hej själv' },
      { author: 'muster', body: 'Och ta med regnkläder' },
    ],
  })
  const [latest] = await listMessages()
  expect(JSON.parse(lastPosted()?.attributes ?? '')).toEqual({
    message_id: latest?.id,
    request_id: expect.any(String),
  })
  expect(latest).toMatchObject({ status: 'SENT' })
  expect(twilio.ledger.map(({ from }) => from)).toEqual([expect.stringMatching(/^[A-Za-z]/), NUMBER, NUMBER])
})

test('a person who has written to a shared number is answered from it, without a thread', async () => {
  const elsewhere = await buildAdministrator(api)
  const { organization_id, headers } = elsewhere
  const other = await buildPerson(api.deps, { organization_id, phone })
  const theirs = { headers, params: { id: other.id } }
  await api.ok(messages.sendSms, { ...theirs, body: { message: 'Hej' } })
  await toNumber('Ja', { To: SHARED })
  await api.ok(messages.sendSms, { ...theirs, body: { message: 'Tack' } })
  await deliver()
  expect(twilio.conversations.list).toEqual([])
  expect(twilio.ledger.at(-1)).toMatchObject({ from: SHARED, body: 'Tack' })
  expect(await api.ok(messages.openThread, theirs)).toEqual({ available: false })
})

test('two workers at once make one thread', async () => {
  await toNumber('Hej!')
  for (let message = 0; message < 6; message++) await send(`Svar ${message}`)
  await Promise.all([deliverDue(api.deps, createTestProviders()), deliver()])
  expect(conversation().messages).toHaveLength(6)
  expect((await listMessages()).filter(({ status }) => status === 'SENT')).toHaveLength(6)
})

test('a worker that died before it wrote the thread down: the next one finds it', async () => {
  await startThread()
  await api.deps.db.system((tx) =>
    tx.update(schema.smsThread).set({ conversation_sid: null }).where(eq(schema.smsThread.phone, phone)),
  )
  await send('Igen')
  await deliver()
  expect(conversation().messages).toHaveLength(2)
})

test('a worker that died between the conversation and its participant: the next one goes on there', async () => {
  await toNumber('Hej!')
  await send('Svar')
  twilio.conversations.fault = (kind) => (kind === 'Participants' ? { kind: 'error_before' } : undefined)
  await deliver()
  expect(await listMessages()).toMatchObject([
    { status: 'QUEUED', failure_reason: 'The sending service could not be reached.' },
    {},
  ])
  expect(twilio.ledger).toEqual([])
  twilio.conversations.fault = () => undefined
  await dueNow()
  await deliver()
  expect(conversation()).toMatchObject({ participants: [{ address: phone }], messages: [{ body: 'Svar' }] })
})

test('one thread for a pair of numbers: what holds them already is taken over', async () => {
  const existing = twilio.conversations.add({ address: phone, proxy_address: NUMBER })
  await startThread()
  expect(conversation()).toBe(existing)
  expect(existing.messages).toMatchObject([{ body: 'Hej själv' }])
})

test('a conversation created between lookup and creation is used too', async () => {
  let isLate = true
  twilio.conversations.fault = (kind) => {
    if (kind === 'Participants' && isLate) twilio.conversations.add({ address: phone, proxy_address: NUMBER })
    isLate &&= kind !== 'Participants'
    return undefined
  }
  await startThread()
  const bound = twilio.conversations.list.filter(({ participants }) => participants.length > 0)
  expect(bound).toMatchObject([{ unique_name: null, messages: [{ body: 'Hej själv' }] }])
})

test('a number that has changed hands brings nothing of the other organisation along', async () => {
  const theirs = twilio.conversations.add({
    unique_name: `muster_${newId()}_${newId()}`,
    address: phone,
    proxy_address: NUMBER,
  })
  await startThread()
  expect(theirs).toMatchObject({ participants: [], messages: [] })
  expect(twilio.conversations.list[1]?.messages).toMatchObject([{ body: 'Hej själv' }])
})

test('a conversation deleted at Twilio is created again', async () => {
  await startThread()
  twilio.conversations.list.length = 0
  await send('Finns du kvar?')
  await deliver()
  expect((await listMessages())[0]).toMatchObject({ status: 'QUEUED' })
  await dueNow()
  await deliver()
  expect(conversation().messages).toMatchObject([{ body: 'Finns du kvar?' }])
})

const dueNow = () =>
  api.deps.db.system((tx) => tx.update(schema.message).set({ due_at: sql`now() - interval '1 second'` }))

// ── Unknown outcomes ─────────────────────────────────────────────────────────────────────────────

test.each(['error_before', 'error_after', 'stall', 'drop_after'] as const)(
  '%s: outcome unknown, found in the thread, sent once',
  async (kind) => {
    await startThread()
    // The same text went to the same number just before: only our id distinguishes them.
    await send('Ja')
    await deliver()
    twilio.conversations.fault = (posted) => (posted === 'Messages' ? { kind } : undefined)
    await send('Ja')
    // A short time limit only where nothing answers, because a busy machine takes its time.
    await deliverDue(api.deps, createTestProviders(kind === 'stall' ? { timeout_ms: 1_500 } : {}))
    expect((await listMessages())[0]).toMatchObject({ status: 'UNKNOWN' })
    twilio.conversations.fault = () => undefined
    await deliver()
    await deliver()
    expect((await listMessages()).slice(0, 2)).toMatchObject([{ status: 'SENT' }, { status: 'SENT' }])
    expect(twilio.ledger.filter(({ body }) => body === 'Ja')).toHaveLength(2)
  },
)

test.each([true, false])('a worker that died while sending (posted: %s)', async (was_posted) => {
  await startThread()
  const { id } = await send('Sista')
  if (was_posted) await deliver()
  await api.deps.db.system((tx) =>
    tx
      .update(schema.message)
      .set({
        status: 'SENDING',
        provider: 'twilio',
        provider_message_id: null,
        asked_at: sql`now()`,
        leased_until: sql`now() - interval '1 second'`,
      })
      .where(eq(schema.message.id, id)),
  )
  await deliver()
  await deliver()
  expect((await listMessages())[0]).toMatchObject({ id, status: 'SENT' })
  expect(twilio.ledger.filter(({ body }) => body === 'Sista')).toHaveLength(1)
})

test('negative control: by its text alone the lost message is taken for the one before', async () => {
  await startThread()
  await send('Ja')
  await deliver()
  twilio.conversations.fault = (posted) => (posted === 'Messages' ? { kind: 'error_before' } : undefined)
  await send('Ja')
  await deliver()
  twilio.conversations.fault = () => undefined
  const { sms } = api.deps.config
  if (sms?.provider !== 'twilio') throw new Error('Twilio is configured')
  const blind = createTwilio({ ...sms, public_api_url: ORIGIN, threads: undefined, listed_within_ms: 0 })
  await deliverDue(api.deps, { mail: undefined, sms: blind })
  expect((await listMessages())[0]).toMatchObject({ status: 'SENT' })
  expect(twilio.ledger.filter(({ body }) => body === 'Ja')).toHaveLength(1)
})

test('Twilio’s own word, that the message is in the thread, settles it too', async () => {
  await startThread()
  twilio.conversations.fault = (kind) => (kind === 'Messages' ? { kind: 'drop_after' } : undefined)
  await send('Hör du?')
  await deliver()
  twilio.conversations.fault = () => undefined
  const posted = lastPosted()
  const event = {
    EventType: 'onMessageAdded',
    ConversationSid: conversation().sid,
    MessageSid: posted?.sid ?? '',
    Body: posted?.body ?? '',
    Attributes: posted?.attributes ?? '',
  }
  // Ids by other authors do not count.
  expect((await deliverEvent({ ...event, Author: 'somebody' })).statusCode).toBe(204)
  expect((await listMessages())[0]).toMatchObject({ status: 'UNKNOWN' })
  await deliverEvent({ ...event, Author: 'muster' })
  expect((await listMessages())[0]).toMatchObject({ status: 'SENT' })
})

// ── Webhooks ─────────────────────────────────────────────────────────────────────────────────────

test.each([
  { order: ['sent', 'delivered'], status: 'DELIVERED' },
  { order: ['delivered', 'sent', 'read'], status: 'DELIVERED' },
  { order: ['undelivered', 'delivered'], status: 'FAILED' },
  { order: ['failed', 'sent'], status: 'FAILED' },
])('delivery events in the order $order, each twice: $status', async ({ order, status }) => {
  await startThread()
  for (const name of [...order, ...order]) {
    expect((await reportDelivery(name, { ErrorCode: '30005' })).statusCode).toBe(204)
  }
  expect((await listMessages())[0]).toMatchObject({
    status,
    failure_reason: status === 'FAILED' ? expect.stringContaining('30005') : null,
  })
})

test('a delivery event before the worker has settled', async () => {
  await startThread()
  const { id } = await send('Snabbt')
  await deliver()
  await api.deps.db.system((tx) =>
    tx
      .update(schema.message)
      .set({ status: 'SENDING', provider_message_id: null })
      .where(eq(schema.message.id, id)),
  )
  await reportDelivery('delivered')
  expect((await listMessages())[0]).toMatchObject({ id, status: 'DELIVERED' })
})

test('a STOP that only Twilio knows of is obeyed', async () => {
  await startThread()
  await reportDelivery('failed', { ErrorCode: '21610' })
  expect(await api.refused(messages.sendSms, { ...call(), body: { message: 'Hej' } })).toMatchObject({
    code: 'opted_out',
  })
})

test('another signature changes nothing', async () => {
  await startThread()
  expect((await reportDelivery('delivered', {}, { tampered: true })).statusCode).toBe(403)
  const forged = { EventType: 'onMessageAdded', ConversationSid: conversation().sid, MessageSid: 'IM1' }
  expect(
    (await deliverEvent({ ...forged, Author: phone, Body: 'STOP' }, { tampered: true })).statusCode,
  ).toBe(403)
  expect(await listMessages()).toHaveLength(2)
  expect((await listMessages())[0]).toMatchObject({ status: 'SENT' })
})

test('other events are ignored, incomplete ones refused', async () => {
  await startThread()
  expect((await deliverEvent({ EventType: 'onParticipantAdded' })).statusCode).toBe(204)
  expect((await deliverEvent({ EventType: 'onMessageAdded' })).statusCode).toBe(400)
})

test.each([
  ['the number first', [toNumber, writeInThread]],
  ['the thread first', [writeInThread, toNumber]],
])('an answer reported by both webhooks is stored once: %s', async (_, [first, second]) => {
  await startThread()
  await first?.('Jag är på väg')
  await second?.('Jag är på väg')
  expect((await listMessages()).map(({ body_text }) => body_text)).toEqual([
    'Jag är på väg',
    'Hej själv',
    'Hej!',
  ])
})

test('both webhooks at the same moment, each twice', async () => {
  await startThread()
  const [SM, IM] = [`SM${newId()}`, `IM${newId()}`]
  const ways = [toNumber('Nu', { MessageSid: SM }), writeInThread('Nu', { MessageSid: IM })]
  await Promise.all([...ways, toNumber('Nu', { MessageSid: SM }), writeInThread('Nu', { MessageSid: IM })])
  expect((await listMessages()).filter(({ body_text }) => body_text === 'Nu')).toHaveLength(1)
})

test('the same text twice is two messages', async () => {
  await startThread()
  for (const tell of [toNumber, toNumber, writeInThread, writeInThread]) await tell('Ja')
  expect((await listMessages()).filter(({ body_text }) => body_text === 'Ja')).toHaveLength(2)
})

test('an answer in an unknown thread finds its person by the number', async () => {
  await startThread()
  await api.deps.db.system((tx) => tx.delete(schema.smsThread).where(eq(schema.smsThread.phone, phone)))
  await writeInThread('Här är jag')
  expect((await listMessages())[0]).toMatchObject({ direction: 'INBOUND', body_text: 'Här är jag' })
})

// ── Whose thread it was ──────────────────────────────────────────────────────────────────────────

const phonesOfThreads = async () =>
  (await api.deps.db.system((tx) => tx.select().from(schema.smsThread))).map((thread) => thread.phone)
const remove = ({ id }: PersonRow) =>
  api.ok(people.deletePerson, { headers: admin.headers, params: { id }, query: {} })

test('deleting a person deletes the threads of all their phones', async () => {
  await startThread()
  await api.ok(people.updatePerson, { ...call(), body: { phone: '+46701740605' } })
  expect(await phonesOfThreads()).toContain(phone)
  await remove(person)
  expect(await phonesOfThreads()).not.toContain(phone)
})

test('a phone of two people keeps its thread until both are deleted', async () => {
  const twin = await buildPerson(api.deps, { organization_id: admin.organization_id, phone })
  const elsewhere = await buildAdministrator(api)
  await buildPerson(api.deps, { organization_id: elsewhere.organization_id, phone })
  await startThread()
  await remove(person)
  expect(await phonesOfThreads()).toContain(phone)
  await remove(twin)
  expect(await phonesOfThreads()).not.toContain(phone)
})

const conversations = () => twilio.conversations.list.map(({ sid }) => sid)
const deleteEnded = () => deleteEndedThreads(api.deps, createTestConversations())

test('the conversation of a deleted person is deleted at Twilio; one that fails is tried again', async () => {
  await startThread()
  const ended = conversation().sid
  const kept = twilio.conversations.add({ address: '+46701740609', proxy_address: NUMBER }).sid
  await deleteEnded()
  expect(conversations()).toEqual([ended, kept])

  await remove(person)
  twilio.conversations.fault = (id) => (id === ended ? { kind: 'error_before' } : undefined)
  await deleteEnded()
  expect(conversations()).toEqual([ended, kept])

  twilio.conversations.fault = () => undefined
  await deleteEnded()
  expect(conversations()).toEqual([kept])
})

test('the same phone of a new person gets a conversation of its own meanwhile', async () => {
  await startThread()
  const ended = conversation().sid
  await remove(person)
  person = await buildPerson(api.deps, { organization_id: admin.organization_id, phone })
  await startThread()
  const [own] = conversations()
  expect(conversations()).toHaveLength(1)
  expect(own).not.toBe(ended)
  await deleteEnded()
  expect(conversations()).toEqual([own])
})

test('the provider’s failure ends a run, with one line in the log', async () => {
  const { organization_id } = admin
  const sids = Array.from({ length: 8 }, (_, n) => `CH${n}`)
  await api.deps.db.system((tx) =>
    tx
      .insert(schema.endedThread)
      .values(sids.map((conversation_sid) => ({ organization_id, conversation_sid }))),
  )
  const asked: string[] = []
  const warnings: object[] = []
  const log = { warn: (line: object) => void warnings.push(line) }
  const failing = {
    remove: async (sid: string) => {
      asked.push(sid)
      throw new Error('503')
    },
  }
  await deleteEndedThreads({ db: api.deps.db, log }, failing)
  expect(asked).toEqual(sids.slice(0, 5))
  expect(warnings).toMatchObject([{ failures: 5 }])
  await deleteEndedThreads(api.deps, { remove: async () => undefined })
})

test('one that is already gone at Twilio is not asked for again', async () => {
  await startThread()
  await remove(person)
  twilio.conversations.list.length = 0
  await deleteEnded()
  let deletions = 0
  twilio.conversations.fault = () => {
    deletions += 1
    return undefined
  }
  await deleteEnded()
  expect(deletions).toBe(0)
})

test('the conversations of a deleted organisation are deleted too', async () => {
  const elsewhere = await buildAdministrator(api)
  const kept = twilio.conversations.add({ address: '+46701740608', proxy_address: NUMBER }).sid
  const ended = twilio.conversations.add({ address: phone, proxy_address: SHARED }).sid
  const { organization_id } = elsewhere
  await api.deps.db.system((tx) =>
    tx
      .insert(schema.smsThread)
      .values({ organization_id, id: newId(), phone, number: SHARED, conversation_sid: ended }),
  )
  await deleteOrganization(api.deps.db, organization_id, async () => undefined)
  await deleteEnded()
  expect(conversations()).toEqual([kept])
})

// ── The administrator's browser ──────────────────────────────────────────────────────────────────

test('a browser is let into this one thread, for an hour', async () => {
  expect(await openThread()).toEqual({ available: false })
  await startThread()
  const opened = await openThread()
  if (!opened.available) throw new Error('there is a thread')
  const again = await openThread()
  const identity = `${admin.organization_id}_${admin.user_id}`
  expect(again).toMatchObject({ conversation_sid: opened.conversation_sid })
  expect(opened.conversation_sid).toBe(conversation().sid)
  expect(conversation().participants.map((each) => each.identity)).toEqual([null, identity])
  const { claims } = decodeJwt(opened.token)
  expect(claims).toMatchObject({
    iss: THREADS.api_key_sid,
    sub: ACCOUNT.account_sid,
    grants: { identity, chat: { service_sid: THREADS.service_sid } },
  })
  expect(Number(claims['exp']) - Number(claims['iat'])).toBeLessThanOrEqual(3_600)
  expect(Date.parse(opened.expires_at) - Date.now()).toBeLessThanOrEqual(HOUR_MS)
})

test('a person who has written and was not answered yet has a thread too', async () => {
  await send('Hej')
  await deliver()
  await toNumber('Hallå?')
  expect(await openThread()).toMatchObject({ available: true, conversation_sid: conversation().sid })
})

test('not for another organisation, not without a session', async () => {
  const elsewhere = await buildAdministrator(api)
  await startThread()
  const theirs = { headers: elsewhere.headers, params: { id: person.id } }
  expect(await api.refused(messages.openThread, theirs)).toMatchObject({
    status: 404,
    code: 'person_not_found',
  })
  expect(await api.refused(messages.openThread, { params: { id: person.id } })).toMatchObject({ status: 401 })
  expect(conversation().participants).toHaveLength(1)
})

test('503 while Twilio fails, and when the conversation was deleted', async () => {
  await startThread()
  twilio.conversations.fault = () => ({ kind: 'error_before' })
  expect(await api.refused(messages.openThread, call())).toMatchObject({ status: 503, retry_after: 5 })
  twilio.conversations.fault = () => undefined
  twilio.conversations.list.length = 0
  expect(await api.refused(messages.openThread, call())).toMatchObject({ status: 503 })
  expect(await openThread()).toMatchObject({ available: true, conversation_sid: conversation().sid })
})

test('not more often than a person clicks', async () => {
  await startThread()
  // A new minute, in which nothing was asked yet.
  api.setNow(new Date(Date.now() + 60_000).toISOString())
  const answers = await Promise.all(
    Array.from({ length: 31 }, () =>
      api.inject({ method: 'POST', url: `/admin/people/${person.id}/thread`, headers: admin.headers }),
    ),
  )
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 200)).toHaveLength(30)
  expect(codes.filter((code) => code === 429)).toHaveLength(1)
})
