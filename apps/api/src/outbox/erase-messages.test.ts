import { people } from '@muster/contract/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../test/outbox.ts'
import { buildAssignment, buildPerson, buildShift, hoursAfter, type PersonRow } from '../../test/planning.ts'
import { newId } from '../db/ids.ts'
import { accountMessage, message, suppression } from '../db/schema.ts'
import { pauseOrganization, resumeOrganization } from '../features/organizations/pause-organization.ts'
import { claimDue } from './claim.ts'
import {
  deleteOldAccountMessages,
  eraseOldAccountMessages,
  giveUpErasedMessages,
  sweepErasedMessages,
} from './erase-messages.ts'
import { recordReceipts } from './receipts.ts'
import { settle } from './settle.ts'

/* D33: a person is erased while a worker sends to them. No message is lost or sent twice, and no data is left. */

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const rowOf = async (id: string) => {
  const [row] = await api.deps.db.system((tx) => tx.select().from(message).where(eq(message.id, id)))
  if (!row) throw new Error('the message is gone')
  return row
}
const sweep = () => api.deps.db.system(sweepErasedMessages)
const erase = ({ id }: PersonRow) => api.ok(people.deletePerson, { headers: admin.headers, params: { id } })

/** Lets a worker claim an email, then erases its person. */
async function eraseWhileSending() {
  const { organization_id } = admin
  const person = await buildPerson(api.deps, { organization_id })
  const id = newId()
  const content = { template: 'custom_text', payload: { text: 'f' }, subject: 's', body_text: 'b' }
  await api.deps.db.system((tx) =>
    tx.insert(message).values({
      organization_id,
      id,
      person_id: person.id,
      channel: 'EMAIL',
      language: 'sv',
      address: person.email,
      ...content,
    }),
  )
  const claim = { channel: 'EMAIL', provider: 'stand-in', limit: 10, after: null } as const
  const due = await api.deps.db.system((tx) => claimDue(tx, claim))
  const claimed = due.find((each) => each.id === id)
  if (!claimed) throw new Error(`not due, but ${JSON.stringify(due)}`)
  await erase(person)
  await sweep()
  const { fence } = claimed
  return { organization_id, id, person, fence }
}

const EMPTY = { address: '', payload: {}, subject: null, body_text: null, failure_reason: null }

test('SENDING: kept until the worker has settled it', async () => {
  const { organization_id, id, person, fence } = await eraseWhileSending()
  expect(await rowOf(id)).toMatchObject({ status: 'SENDING', address: person.email, body_text: 'b' })
  await api.deps.db.system((tx) => settle(tx, [{ organization_id, id, fence, event: 'accepted' }]))
  await sweep()
  expect(await rowOf(id)).toMatchObject({ ...EMPTY, status: 'SENT' })
})

test('the worker dies: UNKNOWN until the provider proves that it was sent', async () => {
  const { id, person } = await eraseWhileSending()
  await expireLease(id)
  const { providers, mails } = buildProviders({
    record: { kind: 'lookup', after_ms: 0, find: async () => ['p-1'] },
  })
  await deliverDue(api.deps, providers)
  await sweep()
  expect(mails.filter(({ to }) => to === person.email)).toEqual([])
  expect(await rowOf(id)).toMatchObject({ ...EMPTY, status: 'SENT', provider_message_id: 'p-1' })
})

test('the worker dies before it sends: not sent to somebody who is erased', async () => {
  const { id, person } = await eraseWhileSending()
  await expireLease(id)
  const { providers, mails } = buildProviders({
    record: { kind: 'lookup', after_ms: 0, find: async () => [] },
  })
  await deliverDue(api.deps, providers)
  await deliverDue(api.deps, providers)
  await sweep()
  expect(mails.filter(({ to }) => to === person.email)).toEqual([])
  expect(await rowOf(id)).toMatchObject({ ...EMPTY, status: 'FAILED', failure_reason: 'person_deleted' })
})

describe('a provider reports late', () => {
  test('a bounce names the address, and nothing of it is stored', async () => {
    const { organization_id, id, person, fence } = await eraseWhileSending()
    await api.deps.db.system((tx) => settle(tx, [{ organization_id, id, fence, event: 'accepted' }]))
    const bounce = {
      organization_id,
      id,
      event: 'undelivered' as const,
      provider: 'sendgrid',
      failure_reason: `550 ${person.email} unknown`,
      suppress: 'hard_bounce' as const,
    }
    // Once before and once after the row is emptied.
    await recordReceipts(api.deps, [{ ...bounce, provider_event_id: newId() }])
    await sweep()
    expect(await rowOf(id)).toMatchObject({ ...EMPTY, status: 'FAILED' })
    expect(await suppressed(person.email)).toEqual([])
  })

  test('after it is emptied too', async () => {
    const { organization_id, id, person, fence } = await eraseWhileSending()
    await api.deps.db.system((tx) => settle(tx, [{ organization_id, id, fence, event: 'accepted' }]))
    await sweep()
    await recordReceipts(api.deps, [
      {
        organization_id,
        id,
        event: 'undelivered',
        provider: 'sendgrid',
        provider_event_id: newId(),
        failure_reason: `550 ${person.email} unknown`,
        suppress: 'hard_bounce',
      },
    ])
    expect(await rowOf(id)).toMatchObject({ ...EMPTY, status: 'FAILED' })
    expect(await suppressed(person.email)).toEqual([])
  })

  test('negative control: of a person who is there both are stored', async () => {
    const { organization_id } = admin
    const person = await buildPerson(api.deps, { organization_id })
    const id = newId()
    await api.deps.db.system((tx) =>
      tx.insert(message).values({
        organization_id,
        id,
        person_id: person.id,
        channel: 'EMAIL',
        template: 'custom_text',
        payload: {},
        language: 'sv',
        address: person.email,
        status: 'SENT',
      }),
    )
    const failure_reason = `550 ${person.email} unknown`
    await recordReceipts(api.deps, [
      {
        organization_id,
        id,
        event: 'undelivered',
        provider: 'sendgrid',
        provider_event_id: newId(),
        failure_reason,
        suppress: 'hard_bounce',
      },
    ])
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', failure_reason, address: person.email })
    expect(await suppressed(person.email)).toHaveLength(1)
  })
})

test('what can never be settled is given up after seven days', async () => {
  const { id } = await eraseWhileSending()
  await expireLease(id)
  // The stand-in, like SMTP, cannot be asked.
  await deliverDue(api.deps, buildProviders().providers)
  const { erased_at } = await rowOf(id)
  const giveUp = (hours: number) =>
    api.deps.db.system((tx) => giveUpErasedMessages(tx, hoursAfter(erased_at ?? '', hours)))
  expect(await giveUp(7 * 24)).toBe(0)
  await sweep()
  expect(await rowOf(id)).toMatchObject({ status: 'UNKNOWN', body_text: 'b' })
  expect(await giveUp(7 * 24 + 1)).toBe(1)
  await sweep()
  expect(await rowOf(id)).toMatchObject({ ...EMPTY, status: 'FAILED', failure_reason: 'sender_stopped' })
})

test('O1: a cancellation that waits in a pause is not given up, and is sent when it ends', async () => {
  const { organization_id, headers } = await buildAdministrator(api)
  const shift = await buildShift(api.deps, { organization_id, start_dt: hoursAfter(api.deps.now(), 30 * 24) })
  const person = await buildPerson(api.deps, { organization_id })
  await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  await api.ok(people.deletePerson, { headers, params: { id: person.id } })
  await pauseOrganization(api.deps, { organization_id, reason: 'Many reports of spam' })
  await api.deps.db.system((tx) => giveUpErasedMessages(tx, hoursAfter(new Date().toISOString(), 8 * 24)))
  await sweep()
  await resumeOrganization(api.deps, organization_id)
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  expect(mails.filter(({ to }) => to === person.email)).toHaveLength(1)
})

const insert = async (changes: Partial<typeof accountMessage.$inferInsert>) => {
  const id = newId()
  await api.deps.db.system((tx) =>
    tx.insert(accountMessage).values({
      id,
      template: 'password_reset',
      payload: { one_time_token_id: id },
      language: 'sv',
      address: 'asa@muster.example',
      status: 'SENT',
      ...changes,
    }),
  )
  return id
}
const accountRow = async (id: string) =>
  (await api.deps.db.system((tx) => tx.select().from(accountMessage).where(eq(accountMessage.id, id))))[0]

describe('email of accounts', () => {
  const created_at = '2024-01-01T12:00:00.000Z'
  const passNight = (hours: number) =>
    api.deps.db.system(async (tx) => {
      const now = hoursAfter(created_at, hours)
      await eraseOldAccountMessages(tx, now)
      await giveUpErasedMessages(tx, now)
      await sweepErasedMessages(tx)
      return deleteOldAccountMessages(tx, now)
    })

  test('is deleted after 30 days, also if it was emptied before', async () => {
    const kept = await insert({ created_at })
    const emptied = await insert({ created_at, erased_at: created_at, address: '', payload: {} })
    expect(await passNight(30 * 24)).toBe(0)
    expect(await accountRow(kept)).toMatchObject({ address: 'asa@muster.example' })
    expect(await passNight(30 * 24 + 1)).toBe(2)
    expect([await accountRow(kept), await accountRow(emptied)]).toEqual([undefined, undefined])
  })

  test.each(['QUEUED', 'UNKNOWN'] as const)('that is still %s is given up first', async (status) => {
    const id = await insert({ created_at, status })
    await passNight(30 * 24 + 1)
    await passNight(37 * 24)
    expect(await accountRow(id)).toMatchObject({ status, address: 'asa@muster.example' })
    await passNight(37 * 24 + 2)
    expect(await accountRow(id)).toBeUndefined()
  })

  test('a digest goes with the messages of the erased person in it', async () => {
    const digest_id = await insert({ template: 'digest', payload: {} })
    const { organization_id } = admin
    const person = await buildPerson(api.deps, { organization_id })
    await api.deps.db.system((tx) =>
      tx.insert(message).values({
        organization_id,
        id: newId(),
        person_id: person.id,
        channel: 'EMAIL',
        template: 'custom_text',
        payload: {},
        language: 'sv',
        address: person.email,
        status: 'SENT',
        digest_id,
      }),
    )
    await erase(person)
    await sweep()
    expect(await accountRow(digest_id)).toMatchObject({ address: '' })
  })
})

const expireLease = (id: string) =>
  api.deps.db.system((tx) =>
    tx
      .update(message)
      .set({ leased_until: hoursAfter(api.deps.now(), -1) })
      .where(eq(message.id, id)),
  )

const suppressed = (address: string) =>
  api.deps.db.system((tx) => tx.select().from(suppression).where(eq(suppression.address, address)))
