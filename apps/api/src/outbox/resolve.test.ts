import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { buildProviders, deliverDue } from '../../test/outbox.ts'
import {
  buildAssignment,
  buildOrganization,
  buildPerson,
  buildShift,
  hoursAfter,
} from '../../test/planning.ts'
import { explain, recordStatements } from '../../test/recorded-statements.ts'
import { newId } from '../db/ids.ts'
import * as schema from '../db/schema.ts'
import type { ProviderRecord } from '../providers/provider.ts'
import { enqueueSms } from './enqueue.ts'
import { enqueueNewLinks } from './enqueue-notices.ts'
import { resolveUnknown } from './resolve.ts'
import { recordOutcomes } from './settle.ts'

/* D27: messages without a known outcome, and the proof needed to send them again. */

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(() => api.deps.db.system((tx) => tx.delete(schema.message)))

async function enqueue(text = 'Hej', phone = '+46701234567') {
  const { id: organization_id } = await buildOrganization(api.deps)
  const person = await buildPerson(api.deps, { organization_id, phone })
  return api.deps.db.transaction(organization_id, (tx) =>
    enqueueSms(tx, { person, language: 'sv', content: { template: 'custom_text', payload: { text } } }),
  )
}

const statuses = async () => {
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.message).orderBy(schema.message.created_at, schema.message.id),
  )
  return rows.map(({ status }) => status)
}
const pass = (minutes: number) =>
  api.deps.db.system((tx) =>
    tx.update(schema.message).set({ asked_at: sql`asked_at - ${minutes} * interval '1 minute'` }),
  )

/** A provider whose answers get lost. `accepts`: whether it has accepted the messages. */
function buildDeaf(record: ProviderRecord, accepts = true) {
  const ledger: string[] = []
  const { providers } = buildProviders({
    record,
    sms: ({ text }) => {
      if (accepts) ledger.push(text)
      throw new Error('socket hang up')
    },
  })
  return { providers, ledger }
}

const events: ProviderRecord = { kind: 'events', after_ms: 15 * 60_000 }

test('a missing event before the deadline, or without events of later messages, proves nothing', async () => {
  const { providers } = buildDeaf(events)
  await enqueue()
  await deliverDue(api.deps, providers)
  await deliverDue(api.deps, providers)
  expect(await statuses()).toEqual(['UNKNOWN'])
  await pass(16)
  await deliverDue(api.deps, providers)
  expect(await statuses()).toEqual(['UNKNOWN'])
})

test('a missing event, with events of later messages, is proof: the message is sent again', async () => {
  const { providers } = buildDeaf(events, false)
  const { id } = await enqueue()
  await deliverDue(api.deps, providers)
  await pass(16)
  const { id: later } = await enqueue('Senare')
  const { providers: well, texts } = buildProviders({ record: events })
  await deliverDue(api.deps, well)
  expect(await statuses()).toEqual(['UNKNOWN', 'SENT'])
  await api.deps.db.system((tx) =>
    tx.update(schema.message).set({ reported_at: sql`now()` }).where(eq(schema.message.id, later)),
  )
  await deliverDue(api.deps, well)
  expect(texts.map((text) => text.id)).toEqual([later, id])
  expect(await statuses()).toEqual(['SENT', 'SENT'])
})

/** A provider whose record can be searched only by text. */
function buildAsked(accepts: boolean) {
  const ledger: { sid: string; text: string }[] = []
  const { providers } = buildProviders({
    record: {
      kind: 'lookup',
      after_ms: 0,
      find: async ({ text }) => ledger.filter((each) => each.text === text).map(({ sid }) => sid),
    },
    sms: ({ text }) => {
      if (accepts || ledger.length > 0) ledger.push({ sid: newId(), text })
      throw new Error('socket hang up')
    },
  })
  return { providers, ledger }
}

test('a message that the provider has is not sent again; the same text twice is two messages', async () => {
  const { providers, ledger } = buildAsked(true)
  await enqueue('Samma')
  await enqueue('Samma')
  await deliverDue(api.deps, providers)
  expect(await statuses()).toEqual(['UNKNOWN', 'UNKNOWN'])
  await deliverDue(api.deps, providers)
  expect(await statuses()).toEqual(['SENT', 'SENT'])
  expect(ledger).toHaveLength(2)
  const rows = await api.deps.db.system((tx) => tx.select().from(schema.message))
  expect(new Set(rows.map((row) => row.provider_message_id))).toEqual(new Set(ledger.map(({ sid }) => sid)))
})

test('what the provider surely has not is sent again', async () => {
  const { providers } = buildAsked(false)
  await enqueue()
  await deliverDue(api.deps, providers)
  const { providers: well, texts } = buildProviders({
    record: { kind: 'lookup', after_ms: 0, find: async () => [] },
  })
  await deliverDue(api.deps, well)
  expect(texts).toHaveLength(1)
  expect(await statuses()).toEqual(['SENT'])
})

/** An SMS with two links, sent by a version with other words, about which a provider is asked. */
async function sendInOtherWords() {
  const { providers, ledger } = buildAsked(true)
  const { id: organization_id } = await buildOrganization(api.deps)
  const person = await buildPerson(api.deps, { organization_id, phone: '+46701234567' })
  const [first, second] = await Promise.all(
    [24, 48].map(async (hours) => {
      const start_dt = hoursAfter(api.deps.now(), hours)
      const end_dt = hoursAfter(api.deps.now(), hours + 1)
      const shift = await buildShift(api.deps, { organization_id, start_dt, end_dt })
      return buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    }),
  )
  if (!first || !second) throw new Error('two are needed')
  await api.deps.db.transaction(organization_id, (tx) =>
    enqueueNewLinks(tx, [first.id, second.id], { now: api.deps.now(), config: api.deps.config }),
  )
  await api.deps.db.system((tx) => tx.update(schema.message).set({ channel: 'SMS', address: '+46701234567' }))
  await deliverDue(api.deps, providers)
  const [sent] = ledger
  if (!sent) throw new Error('nothing was sent')
  sent.text = sent.text.replaceAll(': http', ' här: http')
  return { providers, ledger, sent }
}

test('a provider is asked about the words that were sent, though a later version has others', async () => {
  const { providers, ledger, sent } = await sendInOtherWords()
  expect(sent.text.match(/\/c\/[\w-]{43}/g)).toHaveLength(2)
  await api.deps.db.system((tx) =>
    tx.update(schema.message).set({ body_text: sql`replace(body_text, ': [', ' här: [')` }),
  )
  await deliverDue(api.deps, providers)
  expect(await statuses()).toEqual(['SENT'])
  expect(ledger).toHaveLength(1)
})

test('negative control: asked about the words of today, it would be sent again', async () => {
  const { providers, ledger } = await sendInOtherWords()
  await deliverDue(api.deps, providers)
  expect(ledger).toHaveLength(2)
})

test('a worker that stops asks about no more messages', async () => {
  const { providers } = buildDeaf({ kind: 'none' })
  for (const text of ['Ett', 'Två', 'Tre']) await enqueue(text)
  await deliverDue(api.deps, providers)
  const stopping = new AbortController()
  const asked: string[] = []
  const find = async ({ text }: { text: string }) => {
    asked.push(text)
    stopping.abort()
    return []
  }
  const { providers: well } = buildProviders({ record: { kind: 'lookup', after_ms: 0, find } })
  await resolveUnknown(api.deps, well, stopping.signal)
  expect(asked).toHaveLength(1)
})

test('the last message with an event is found by an index in both tables', async () => {
  const { providers } = buildDeaf(events)
  await enqueue()
  await deliverDue(api.deps, providers)
  await pass(16)
  const statements = await recordStatements(() => resolveUnknown(api.deps, providers))
  const latest = statements.find(({ text }) => text.includes('greatest('))
  if (!latest) throw new Error('not looked for')
  const database = new Client({ connectionString: String(api.deps.db.pool.options.connectionString) })
  await database.connect()
  await database.query('set enable_seqscan = off')
  const plan = await explain(database, latest, 'force_custom_plan')
  await database.end()
  expect(JSON.stringify(plan)).toContain('"account_message_reported"')
  expect(JSON.stringify(plan)).toContain('"message_reported"')
})

test('a provider that cannot be asked: UNKNOWN for ever, and visible', async () => {
  const { providers, ledger } = buildDeaf({ kind: 'none' })
  await enqueue()
  for (let round = 0; round < 3; round++) {
    await deliverDue(api.deps, providers)
    await pass(60 * 24)
  }
  expect(await statuses()).toEqual(['UNKNOWN'])
  expect(ledger).toHaveLength(1)
})

test('negative control: sending again without proof sends twice', async () => {
  const { providers, ledger } = buildDeaf({ kind: 'none' })
  const { id } = await enqueue()
  await deliverDue(api.deps, providers)
  const [row] = await api.deps.db.system((tx) => tx.select().from(schema.message))
  await api.deps.db.system((tx) =>
    recordOutcomes(tx, [{ organization_id: row?.organization_id ?? '', id, event: 'absent' }]),
  )
  await deliverDue(api.deps, providers)
  expect(ledger).toHaveLength(2)
})
