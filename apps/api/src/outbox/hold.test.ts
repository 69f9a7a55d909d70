import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { SendGridFake } from '../../../../infra/fakes/sendgrid.ts'
import { ACCOUNT, TwilioFake } from '../../../../infra/fakes/twilio.ts'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { deliverDue, makeDue } from '../../test/outbox.ts'
import { buildOrganization, buildPerson } from '../../test/planning.ts'
import type { OrgId } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import * as schema from '../db/schema.ts'
import type { Providers } from '../providers/provider.ts'
import { createSendGrid } from '../providers/sendgrid.ts'
import { createTwilio } from '../providers/twilio.ts'
import { enqueueEmails, enqueueSms } from './enqueue.ts'
import { holdMessages, listHeld, releaseByLookup, releaseUnsent, requeueMessage } from './hold.ts'
import { recordOutcomes } from './settle.ts'

/* A restored backup holds messages that were sent since. What was sent is known from the stand-ins. */

let api: TestApp
let organization_id: OrgId
let sendgrid: SendGridFake
let twilio: TwilioFake
let providers: Providers
beforeAll(async () => {
  api = await buildTestApp()
  organization_id = (await buildOrganization(api.deps)).id
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.deps.db.system((tx) => tx.delete(schema.message))
  sendgrid = await SendGridFake.open()
  twilio = await TwilioFake.open()
  providers = {
    mail: createSendGrid({ api_key: 'SG.x', host: sendgrid.url, events_within_ms: 0 }),
    sms: createTwilio({
      ...ACCOUNT,
      host: twilio.url,
      numbers: [],
      public_api_url: 'http://localhost',
      listed_within_ms: 0,
    }),
  }
})
afterEach(() => Promise.all([sendgrid.close(), twilio.close()]))

let number = 100
async function enqueue(text: string): Promise<void> {
  const { deps } = api
  for (const each of [1, 2]) {
    const person = await buildPerson(deps, { organization_id, phone: `+46701740${number++}` })
    const template = 'custom_text'
    const payload = { text: `${text} ${each}` }
    const mail = { ...payload, message_id: newId(), organization_name: 'Sommarfesten', event_name: 'Fest' }
    await deps.db.transaction(organization_id, async (tx) => {
      await enqueueEmails(tx, [{ person, language: 'sv', content: { template, payload: mail } }])
      await enqueueSms(tx, { person, language: 'sv', content: { template, payload } })
    })
  }
}

const deliver = () => deliverDue(api.deps, providers)
const readRows = () => api.deps.db.system((tx) => tx.select().from(schema.message).orderBy(schema.message.id))

/** Counts how many times the stand-ins have accepted each message. */
function countSent(): Map<string, number> {
  const ids = [
    ...sendgrid.ledger.map(({ message_id }) => message_id),
    ...twilio.ledger.map(({ status_callback }) => new URL(status_callback).searchParams.get('message') ?? ''),
  ]
  const times = new Map<string, number>()
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
  return times
}

/** Restores a backup with messages in every unsettled state, some of which were sent before the database was lost. */
async function restoreAfterSending(): Promise<void> {
  await enqueue('accepted, the answer was lost')
  sendgrid.fault = twilio.fault = () => ({ kind: 'drop_after' })
  await deliver()
  await enqueue('refused for now')
  sendgrid.fault = twilio.fault = () => ({ kind: 'too_many', retry_after: 0 })
  await deliver()
  sendgrid.fault = twilio.fault = () => undefined
  await enqueue('waiting')
  const backup = await readRows()

  await api.deps.db.system((tx) =>
    tx.execute(sql`update message set due_at = now() + interval '1 day' where payload->>'text' like '%2'`),
  )
  await api.deps.db.system((tx) =>
    tx.execute(sql`update message set due_at = now() where payload->>'text' like '%1' and status = 'QUEUED'`),
  )
  await deliver()

  await api.deps.db.system(async (tx) => {
    await tx.delete(schema.message)
    await tx.insert(schema.message).values(backup)
  })
  await makeDue(api.deps)
}

/** Sends later messages and reports them, which makes missing reports of earlier ones a proof. */
async function goOn(): Promise<void> {
  await enqueue(`later ${number}`)
  await deliver()
  await api.deps.db.system((tx) =>
    tx.execute(sql`update message set reported_at = now() where status = 'SENT' and channel = 'EMAIL'`),
  )
  await deliver()
  await makeDue(api.deps)
  await deliver()
}

const twice = () => [...countSent().values()].filter((times) => times > 1).length

test('held messages are sent by no worker; those that were unsent are sent once after their release', async () => {
  await restoreAfterSending()
  const sent_before = countSent()
  expect(await api.deps.db.system(holdMessages)).toBe(10)
  await goOn()
  expect(twice()).toBe(0)
  expect(await api.deps.db.system(listHeld)).toHaveLength(10)
  expect(countSent().size).toBe(sent_before.size + 4)

  // Twilio is asked; the two whose answer was lost were found there before the backup.
  expect(await releaseByLookup(api.deps, providers, 'SMS')).toEqual({ sent: 2, released: 2 })
  // SendGrid cannot be asked: the operator brings its list.
  expect(await releaseByLookup(api.deps, providers, 'EMAIL')).toBeUndefined()
  const sent_ids = new Set(sendgrid.ledger.map(({ message_id }) => message_id))
  const released = await api.deps.db.system((tx) => releaseUnsent(tx, { channel: 'EMAIL', sent_ids }))
  expect(released).toEqual({ sent: 4, released: 2 })
  await goOn()

  expect(await api.deps.db.system(listHeld)).toEqual([])
  const rows = await readRows()
  const times = countSent()
  expect(rows.map(({ id }) => times.get(id))).toEqual(rows.map(() => 1))
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['SENT']))
})

test('negative control: set aside as UNKNOWN alone, they are sent twice', async () => {
  await restoreAfterSending()
  await api.deps.db.system((tx) =>
    tx.execute(sql`
      update message set status = 'UNKNOWN', failure_reason = 'restored' where status in ('QUEUED', 'SENDING')
    `),
  )
  await goOn()
  expect(twice()).toBeGreaterThan(0)
})

test('a report that arrives while a message is held is believed', async () => {
  await enqueue('late')
  await api.deps.db.system(holdMessages)
  const [row] = await api.deps.db.system(listHeld)
  await api.deps.db.system((tx) =>
    recordOutcomes(tx, [{ organization_id, id: row?.id ?? '', event: 'delivered' }]),
  )
  expect(await api.deps.db.system(listHeld)).toHaveLength(3)
})

test('what Twilio does not tell stays held', async () => {
  await enqueue('asked')
  await api.deps.db.system(holdMessages)
  await twilio.close()
  expect(await releaseByLookup(api.deps, providers, 'SMS')).toEqual({ sent: 0, released: 0 })
  expect(await api.deps.db.system(listHeld)).toHaveLength(4)
})

test('a message that was given up is sent from the beginning, one that was sent is not', async () => {
  await enqueue('again')
  await api.deps.db.system((tx) =>
    tx.update(schema.message).set({ status: 'FAILED', attempts: 8, failure_reason: 'Twilio answered 500' }),
  )
  const [row] = await readRows()
  const requeue = () => api.deps.db.system((tx) => requeueMessage(tx, row?.id ?? ''))
  expect(await requeue()).toBe(true)
  await deliver()
  expect(countSent().get(row?.id ?? '')).toBe(1)
  expect(await requeue()).toBe(false)
})
