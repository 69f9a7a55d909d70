import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addMs, HOUR_MS } from '@muster/contract/rules/instants'
import type { MessageEvent } from '@muster/contract/rules/message-status'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'

import { buildProviders, deliverDue } from '../../test/outbox.ts'
import { buildAssignment, buildPerson, buildShift } from '../../test/planning.ts'
import { newId } from '../db/ids.ts'
import * as schema from '../db/schema.ts'
import { insertResetToken } from '../features/session/token-queries.ts'
import { announce } from '../live/announce.ts'
import { createCapture, listCaptured } from '../providers/capture.ts'
import type { SendResult } from '../providers/provider.ts'
import { signId } from '../signing/signed-id.ts'
import { type ClaimedMessage, claimDue } from './claim.ts'
import { createMailSender } from './deliver.ts'
import { enqueueAccountEmail, enqueueConfirmation } from './enqueue.ts'
import { settle } from './settle.ts'
import { startOutbox } from './start-outbox.ts'

// The claim is a spy, so that the negative control can remove its lock. Otherwise it is the real one.

const CLAIM = { channel: 'EMAIL', provider: 'stand-in', limit: 10, after: null } as const

let api: TestApp
let data_dir: string
beforeAll(async () => {
  data_dir = await mkdtemp(path.join(tmpdir(), 'muster-outbox-'))
  api = await buildTestApp({ data_dir })
})
afterAll(async () => {
  await api.close()
  await rm(data_dir, { recursive: true })
})
beforeEach(() =>
  api.deps.db.system(async (tx) => {
    await tx.delete(schema.message)
    await tx.delete(schema.accountMessage)
  }),
)

async function enqueue(count = 1) {
  const shift = await buildShift(api.deps, { required_qty: 10_000 })
  const addresses: string[] = []
  for (let n = 0; n < count; n++) {
    const person = await buildPerson(api.deps, { organization_id: shift.organization_id })
    const { id } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    await api.deps.db.transaction(shift.organization_id, (tx) =>
      enqueueConfirmation(tx, { assignment_ids: [id], now: api.deps.now() }),
    )
    addresses.push(person.email)
  }
  return addresses
}

/** Returns a promise and the function that resolves it. */
function hold<T = void>() {
  let resolve = (_value: T) => {}
  const promise = new Promise<T>((keep) => {
    resolve = keep
  })
  return { promise, resolve: (value: T) => resolve(value) }
}

const rows = () => api.deps.db.system((tx) => tx.select().from(schema.message))
const onlyMessage = async () => {
  const [row] = await rows()
  if (!row) throw new Error('no message')
  return row
}
const makeDue = () => api.deps.db.system((tx) => tx.update(schema.message).set({ due_at: sql`now()` }))
const endLeases = () =>
  api.deps.db.system((tx) =>
    tx.update(schema.message).set({ leased_until: sql`now() - interval '1 second'` }),
  )

test('sends with the personal link, which stands nowhere else', async () => {
  await enqueue()
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)

  const [assignment] = await api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).orderBy(sql`created_at desc`).limit(1),
  )
  const token = signId(api.deps.keys, { purpose: 'personal_link', id: assignment?.id ?? '', round: 1 })
  const [mail] = mails
  expect(mail?.text).toContain(`http://localhost:3000/c/${token}\n`)
  expect(mail?.html).toContain(`href="http://localhost:3000/c/${token}"`)
  expect(mail?.from).toEqual({ name: 'Sommarfesten', address: 'no-reply@localhost' })
  expect(mail?.attachments).toMatchObject([
    { file_name: 'Kafé.ics', content: expect.stringContaining(assignment?.calendar_uid ?? '?') },
  ])

  const row = await onlyMessage()
  expect(row).toMatchObject({
    status: 'SENT',
    provider: 'stand-in',
    provider_message_id: `p-${row.id}`,
    attempts: 1,
  })
  expect(row.sent_at).not.toBeNull()
  expect(JSON.stringify(row)).not.toContain(token)
})

test('account messages are sent alike', async () => {
  const user = { id: newId(), email: 'admin@organiser.example' }
  await api.deps.db.system(async (tx) => {
    await tx.insert(schema.appUser).values({ ...user, password_hash: 'none' })
    const link = newId()
    await insertResetToken(tx, { id: link, user_id: user.id, expires_at: addMs(api.deps.now(), HOUR_MS) })
    await enqueueAccountEmail(tx, {
      user,
      language: 'en',
      content: { template: 'password_reset', payload: { one_time_token_id: link } },
    })
  })
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  expect(mails).toMatchObject([
    { to: 'admin@organiser.example', subject: 'Choose a new password', from: { name: 'Muster' } },
  ])
  expect(mails[0]?.text).toMatch(/http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}\n/)
  const [row] = await api.deps.db.system((tx) => tx.select().from(schema.accountMessage))
  expect(row).toMatchObject({ status: 'SENT', provider: 'stand-in' })
  expect(JSON.stringify(row)).not.toMatch(/[\w-]{43}/)
})

test('a message that cannot be prepared is put off, and stops no other', async () => {
  const [poisoned, ...others] = await enqueue(3)
  await api.deps.db.system((tx) =>
    tx
      .update(schema.message)
      .set({ payload: sql`payload || '{"assignment_id": "none"}'` })
      .where(eq(schema.message.address, String(poisoned))),
  )
  const { providers, mails } = buildProviders()
  const sender = createMailSender(api.deps, providers.mail)
  await expect(sender.run()).rejects.toThrow('Failed query')
  await sender.run()
  await sender.settled()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(others.toSorted())
  const waiting = (await rows()).filter(({ status }) => status !== 'SENT')
  expect(waiting).toMatchObject([{ address: poisoned, status: 'QUEUED', attempts: 0, leased_until: null }])
  expect(String(waiting[0]?.due_at) > api.deps.now()).toBe(true)
})

/** Lets two workers send 60 messages at once. Returns the recipients. */
async function sendWithTwoWorkers() {
  const addresses = await enqueue(60)
  const { providers, mails } = buildProviders({
    mail: async ({ id }) => {
      await sleep(5)
      return { provider_message_id: id }
    },
  })
  await Promise.all([deliverDue(api.deps, providers), deliverDue(api.deps, providers)])
  return { addresses: addresses.toSorted(), sent_to: mails.map(({ to }) => to).toSorted() }
}

test('two workers send everything once', async () => {
  const { addresses, sent_to } = await sendWithTwoWorkers()
  expect(sent_to).toEqual(addresses)
  expect((await rows()).every(({ status }) => status === 'SENT')).toBe(true)
})

test('negative control: when a claim takes no lock, messages are sent twice', async () => {
  await vi.mocked(claimDue).withImplementation(
    async (tx, { channel, limit }) => {
      const { rows: claimed } = await tx.execute<ClaimedMessage>(sql`
        select *, null as organization_name, null as approved_sms_sender, fence + 1 as fence from message
        where status = 'QUEUED' and channel = ${channel} order by due_at limit ${limit}
      `)
      await sleep(20)
      for (const { id } of claimed) {
        await tx.execute(sql`update message set status = 'SENDING', fence = fence + 1 where id = ${id}`)
      }
      return claimed
    },
    async () => {
      const { addresses, sent_to } = await sendWithTwoWorkers()
      expect(sent_to.length).toBeGreaterThan(addresses.length)
    },
  )
})

test('a known refusal is tried again later, eight times in all', async () => {
  await enqueue()
  const { providers, mails } = buildProviders({ mail: () => ({ refused: 'Try later.', is_final: false }) })
  await deliverDue(api.deps, providers)
  const waiting = await onlyMessage()
  expect(waiting).toMatchObject({ status: 'QUEUED', failure_reason: 'Try later.', leased_until: null })
  expect(Date.parse(waiting.due_at) - Date.parse(waiting.created_at)).toBeGreaterThan(14_000)

  for (let attempt = 2; attempt <= 8; attempt++) {
    await makeDue()
    await deliverDue(api.deps, providers)
  }
  expect(await onlyMessage()).toMatchObject({ status: 'FAILED', attempts: 8 })
  await makeDue()
  await deliverDue(api.deps, providers)
  expect(mails).toHaveLength(8)
})

test('a final refusal is not tried again', async () => {
  await enqueue()
  const { providers } = buildProviders({ mail: () => ({ refused: 'No such mailbox.', is_final: true }) })
  await deliverDue(api.deps, providers)
  expect(await onlyMessage()).toMatchObject({ status: 'FAILED', failure_reason: 'No such mailbox.' })
})

test('a refusal in words that PostgreSQL cannot store stops no other outcome', async () => {
  await enqueue(3)
  const words = `no\0such \ud800mailbox ${'\ud83d\ude00'.repeat(1_000)}`
  let count = 0
  const { providers } = buildProviders({
    mail: ({ id }) => (count++ === 1 ? { refused: words, is_final: true } : { provider_message_id: id }),
  })
  await deliverDue(api.deps, providers)
  const settled = await rows()
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['FAILED', 'SENT', 'SENT'])
  const reason = settled.find(({ status }) => status === 'FAILED')?.failure_reason
  expect(reason).toMatch(/^no such {2}mailbox \u{1f600}+ $/u)
  expect(reason?.length).toBeLessThanOrEqual(500)
})

test('a message that cannot be written delays no other', async () => {
  const [first] = await enqueue(2)
  await api.deps.db.system((tx) =>
    tx
      .update(schema.message)
      .set({ payload: { poison: true } })
      .where(eq(schema.message.address, first ?? '')),
  )
  await deliverDue(api.deps, buildProviders().providers)
  const statuses = (await rows()).map(({ address, status }) =>
    address === first ? `poisoned ${status}` : status,
  )
  expect(statuses.toSorted()).toEqual(['SENT', 'poisoned FAILED'])
})

test('people taken off the shift get no confirmation', async () => {
  await enqueue()
  await api.deps.db.system((tx) => tx.delete(schema.assignment))
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  expect(mails).toEqual([])
  expect(await onlyMessage()).toMatchObject({
    status: 'FAILED',
    failure_reason: 'off_shift',
  })
})

// ── Unknown outcomes ─────────────────────────────────────────────────────────────────────────────

test('no answer from the provider: UNKNOWN, and not sent again', async () => {
  await enqueue()
  const { providers, mails } = buildProviders({ mail: () => Promise.reject(new Error('socket hang up')) })
  await deliverDue(api.deps, providers)
  await makeDue()
  await deliverDue(api.deps, providers)
  expect(await onlyMessage()).toMatchObject({ status: 'UNKNOWN' })
  expect(mails).toHaveLength(1)
})

test('a worker that died between sending and settling: UNKNOWN after its lease, and not sent again', async () => {
  await enqueue()
  await api.deps.db.system((tx) => claimDue(tx, CLAIM))
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  expect(await onlyMessage()).toMatchObject({ status: 'SENDING' })
  await endLeases()
  await deliverDue(api.deps, providers)
  expect(await onlyMessage()).toMatchObject({ status: 'UNKNOWN', leased_until: null })
  expect(mails).toEqual([])
})

test('a late outcome settles; one of an earlier claim does not', async () => {
  await enqueue()
  const claim = async () => {
    const [row] = await api.deps.db.system((tx) => claimDue(tx, CLAIM))
    if (!row) throw new Error('nothing claimed')
    const { organization_id, id, fence } = row
    return async (event: MessageEvent) => {
      const learnt = { organization_id, id, fence, event }
      return (await api.deps.db.system((tx) => settle(tx, [learnt]))).length === 1
    }
  }
  const late = await claim()
  await endLeases()
  await deliverDue(api.deps, buildProviders().providers)
  expect(await onlyMessage()).toMatchObject({ status: 'UNKNOWN' })
  // The message was provably not sent, so another worker claims it.
  expect(await late('refused')).toBe(true)
  const current = await claim()
  expect(await late('accepted')).toBe(false)
  expect(await onlyMessage()).toMatchObject({ status: 'SENDING', fence: 2 })
  expect(await current('accepted')).toBe(true)
  expect(await current('refused')).toBe(false)
  expect(await onlyMessage()).toMatchObject({ status: 'SENT' })
})

// ── The running worker ───────────────────────────────────────────────────────────────────────────

let stop = async () => {}
afterEach(async () => {
  vi.useRealTimers()
  await stop()
  stop = async () => {}
})

test('wakes on an announcement, shows that it lives, and ends what it began', async () => {
  // With a faked timer the worker never polls.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const begun = hold()
  const held = hold<SendResult>()
  const { providers } = buildProviders({
    mail: () => {
      begun.resolve()
      return held.promise
    },
  })
  const claim = vi.mocked(claimDue).mockClear()
  const outbox = startOutbox(api.deps, providers)
  stop = () => outbox.stop()
  const heartbeats = () => api.deps.db.system((tx) => tx.select().from(schema.workerHeartbeat))
  await eventually(() => expect(claim).toHaveResolved())
  expect(await heartbeats()).toHaveLength(1)
  await enqueue()
  await begun.promise

  const stopping = outbox.stop()
  // Meanwhile another worker can start and stop.
  await startOutbox(api.deps, buildProviders().providers).stop()
  expect(await onlyMessage()).toMatchObject({ status: 'SENDING' })
  expect(await heartbeats()).toHaveLength(1)
  held.resolve({ provider_message_id: 'held' })
  await stopping
  expect(await onlyMessage()).toMatchObject({ status: 'SENT' })
  expect(await heartbeats()).toEqual([])
})

test('messages without an announcement are found by the poll', async () => {
  const { providers, mails } = buildProviders()
  await enqueue()
  stop = startOutbox({ ...api.deps, bus: { ...api.deps.bus, subscribe: () => () => {} } }, providers).stop
  await eventually(() => expect(mails).toHaveLength(1))
  await enqueue()
  await eventually(() => expect(mails).toHaveLength(2))
})

test('keeps to the provider’s rate from its first message on, however slow its first heartbeat is', async () => {
  const { providers, mails } = buildProviders()
  await enqueue(20)
  const system = api.deps.db.system.bind(api.deps.db)
  const slow = vi.spyOn(api.deps.db, 'system').mockImplementationOnce(async (work) => {
    await sleep(1_000)
    return system(work)
  })
  const config = { ...api.deps.config, mails_per_second: 5 }
  // Measured before the first message is sent: by then more may be due.
  const started = performance.now()
  stop = startOutbox({ ...api.deps, config }, providers).stop
  slow.mockRestore()
  await eventually(() => expect(mails.length).toBeGreaterThan(0))
  await sleep(200)
  expect(mails.length).toBeLessThanOrEqual(5 + Math.ceil(((performance.now() - started) / 1000) * 5))
})

test('a database outage does not end the worker', async () => {
  const { providers, mails } = buildProviders()
  const system = vi.spyOn(api.deps.db, 'system').mockRejectedValueOnce(new Error('away'))
  stop = startOutbox(api.deps, providers).stop
  system.mockRestore()
  await enqueue()
  await eventually(() => expect(mails).toHaveLength(1))
})

test('a rolled back transaction leaves no message and wakes no worker', async () => {
  const heard = vi.fn()
  const unsubscribe = api.deps.bus.subscribe(heard)
  const { organization_id } = await buildShift(api.deps)
  await expect(
    api.deps.db.transaction(organization_id, async (tx) => {
      announce(tx, { kind: 'outbox' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  unsubscribe()
  expect(heard).not.toHaveBeenCalled()
})

// ── Capture ──────────────────────────────────────────────────────────────────────────────────────

test('capture keeps one file per message, whole, newest first', async () => {
  let now = '2026-06-20T08:00:00.000Z'
  const capture = createCapture({ data_dir, now: () => now })
  const mail = {
    id: newId(),
    organization_id: null,
    personal: [],
    from: { name: 'The "Fest"\\', address: 'no-reply@localhost' },
    reply_to: { name: 'Kansliet', address: 'kansli@fest.example' },
    to: 'asa@volunteer.example',
    subject: 'Hej',
    text: 'Text',
    html: '<p>Text</p>',
    attachments: [{ file_name: 'a.ics', content_type: 'text/calendar', content: 'BEGIN' }],
  }
  expect(await capture.mail.send([mail])[0]).toEqual({ provider_message_id: mail.id })
  await capture.mail.send([mail])[0]
  now = '2026-06-20T08:00:01.000Z'
  await capture.mail.send([{ ...mail, id: newId(), subject: 'Andra' }])[0]
  const mails = await listCaptured(data_dir)
  expect(mails.map(({ subject }) => subject)).toEqual(['Andra', 'Hej'])
  expect(mails[1]).toEqual({
    id: mail.id,
    channel: 'EMAIL',
    to: 'asa@volunteer.example',
    from: '"The \\"Fest\\"\\\\" <no-reply@localhost>',
    reply_to: '"Kansliet" <kansli@fest.example>',
    subject: 'Hej',
    text: 'Text',
    html: '<p>Text</p>',
    attachments: [{ filename: 'a.ics', content_type: 'text/calendar', content: 'BEGIN' }],
    sent_at: '2026-06-20T08:00:00.000Z',
  })
  expect((await readdir(path.join(data_dir, 'mailbox'))).every((name) => name.endsWith('.json'))).toBe(true)
})

test('capture that cannot write is a known refusal', async () => {
  const capture = createCapture({ data_dir: '/dev/null', now: api.deps.now })
  const mail = {
    organization_id: null,
    personal: [],
    from: { name: 'x', address: 'x' },
    to: 'x',
    subject: 'x',
    text: 'x',
    html: 'x',
    attachments: [],
  }
  expect(await capture.mail.send([{ ...mail, id: newId() }])[0]).toMatchObject({ is_final: false })
})
