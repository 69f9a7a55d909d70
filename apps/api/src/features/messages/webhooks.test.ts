import { messages } from '@muster/contract/messages'
import { people } from '@muster/contract/people'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AcceptedMail, SendGridFake } from '../../../../../infra/fakes/sendgrid.ts'
import { ACCOUNT, TwilioFake } from '../../../../../infra/fakes/twilio.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { awaitLocks } from '../../../test/await-locks.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { buildPerson, type PersonRow } from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'

/* D31: webhooks, signed as the providers sign them. */

const OWN_NUMBER = '+46700000001'
const SHARED_NUMBER = '+46700000002'
const ORIGIN = 'https://muster.example'

let sendgrid: SendGridFake
let twilio: TwilioFake
let api: TestApp
let admin: Administrator
let person: PersonRow
beforeAll(async () => {
  ;[sendgrid, twilio] = await Promise.all([SendGridFake.open(), TwilioFake.open()])
  const numbers = [{ number: SHARED_NUMBER, organization_id: null as string | null }]
  api = await buildTestApp({
    public_api_url: ORIGIN,
    mail: { provider: 'sendgrid', api_key: 'SG.x', host: sendgrid.url, webhook_key: sendgrid.webhook_key },
    sms: { provider: 'twilio', ...ACCOUNT, host: twilio.url, numbers },
  })
  admin = await buildAdministrator(api)
  numbers.push({ number: OWN_NUMBER, organization_id: admin.organization_id })
})
afterAll(() => Promise.all([api.close(), sendgrid.close(), twilio.close()]))
beforeEach(async () => {
  const phone = `+4670${String(Math.random()).slice(2, 9)}`
  person = await buildPerson(api.deps, { organization_id: admin.organization_id, phone })
})

const person_call = () => ({ headers: admin.headers, params: { id: person.id } })
const listMessages = () => api.ok(messages.listMessages, person_call())
const sendSms = (message: string) => api.ok(messages.sendSms, { ...person_call(), body: { message } })

async function sentSms() {
  const { id } = await sendSms('Hej')
  await deliverDue(api.deps, buildProviders().providers)
  return id
}

async function sentMail(): Promise<AcceptedMail> {
  const { organization_id } = person
  const message_id = newId()
  await api.deps.db.system((tx) =>
    tx.insert(schema.message).values({
      organization_id,
      id: message_id,
      person_id: person.id,
      channel: 'EMAIL',
      template: 'custom_text',
      payload: {},
      language: 'sv',
      body_text: 'Hej',
      address: person.email,
      status: 'SENT',
      provider: 'sendgrid',
    }),
  )
  return {
    message_id,
    organization_id,
    request_id: undefined,
    to: person.email,
    from: { email: 'x@x.example' },
    reply_to: undefined,
    subject: '',
    text: '',
    html: '',
    headers: {},
    attachments: [],
    sendgrid_id: newId(),
  }
}

const postSendGrid = ({ body, headers }: ReturnType<SendGridFake['signed']>) =>
  api.inject({ method: 'POST', url: '/webhooks/sendgrid', payload: body, headers })

function postTwilio(path: string, params: Record<string, string>, options = {}) {
  const { body, headers } = twilio.signed(ORIGIN + path, params, options)
  return api.inject({ method: 'POST', url: path, payload: body, headers })
}

const report = (id: string, MessageStatus: string, more = {}, options = {}) =>
  postTwilio(
    `/webhooks/twilio/status?organization=${person.organization_id}&message=${id}`,
    { MessageSid: `SM${id}`, MessageStatus, ...more },
    options,
  )

async function sentLoginCode(): Promise<string> {
  const id = newId()
  await api.deps.db.system((tx) =>
    tx.insert(schema.accountMessage).values({
      id,
      channel: 'SMS',
      template: 'login_code',
      payload: {},
      language: 'sv',
      address: '+46701740605',
      status: 'SENT',
      provider: 'twilio',
    }),
  )
  return id
}

const write = (
  Body: string,
  { From = person.phone ?? '', To = OWN_NUMBER, MessageSid = `SM${newId()}` } = {},
) => postTwilio('/webhooks/twilio/inbound', { MessageSid, From, To, Body })

const isSuppressed = async (address: string) => {
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.suppression).where(eq(schema.suppression.address, address)),
  )
  return rows.map(({ reason }) => reason)
}

// ── SendGrid ─────────────────────────────────────────────────────────────────────────────────────

test.each([
  { order: ['processed', 'delivered'], status: 'DELIVERED' },
  { order: ['delivered', 'processed', 'deferred'], status: 'DELIVERED' },
  { order: ['bounce', 'processed'], status: 'FAILED' },
  { order: ['delivered', 'bounce'], status: 'DELIVERED' },
  { order: ['processed', 'dropped'], status: 'FAILED' },
  { order: ['open', 'click'], status: 'SENT' },
])('SendGrid: $order, each twice and one by one or together: $status', async ({ order, status }) => {
  const [one, other] = [await sentMail(), await sentMail()]
  for (const name of [...order, ...order]) {
    const answer = await postSendGrid(sendgrid.signed([sendgrid.event(one, name, { reason: 'because' })]))
    expect(answer.statusCode).toBe(204)
  }
  const together = order.map((name) => sendgrid.event(other, name, { reason: 'because' }))
  await postSendGrid(sendgrid.signed([...together, ...together]))
  const history = await listMessages()
  expect(history.map((each) => each.status)).toEqual([status, status])
  for (const { failure_reason } of history)
    expect(failure_reason).toBe(status === 'FAILED' ? 'It was refused: because' : null)
})

test('SendGrid: another signature, none, or a body it did not sign changes nothing', async () => {
  const mail = await sentMail()
  const events = [sendgrid.event(mail, 'delivered')]
  const { body, headers } = sendgrid.signed(events)
  const refused = [
    await postSendGrid(sendgrid.signed(events, { tampered: true })),
    await postSendGrid({ body: `${body} `, headers }),
    await postSendGrid({
      body,
      headers: { ...headers, 'x-twilio-email-event-webhook-signature': 'nonsense' },
    }),
    await api.inject({
      method: 'POST',
      url: '/webhooks/sendgrid',
      payload: body,
      headers: { 'content-type': 'application/json' },
    }),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  expect(await listMessages()).toMatchObject([{ status: 'SENT' }])
})

test('SendGrid: a hard bounce and a spam report stop further mail, a block does not', async () => {
  await postSendGrid(sendgrid.signed([sendgrid.event(await sentMail(), 'bounce', { type: 'blocked' })]))
  expect(await isSuppressed(person.email)).toEqual([])
  await postSendGrid(sendgrid.signed([sendgrid.event(await sentMail(), 'bounce', { type: 'bounce' })]))
  expect(await isSuppressed(person.email)).toEqual(['hard_bounce'])
  await postSendGrid(sendgrid.signed([sendgrid.event(await sentMail(), 'spamreport')]))
  expect(await isSuppressed(person.email)).toEqual(['hard_bounce'])
})

test('SendGrid: events that are not ours, or not whole, are answered and forgotten', async () => {
  const stranger = { ...(await sentMail()), message_id: newId() }
  expect((await postSendGrid(sendgrid.signed([sendgrid.event(stranger, 'delivered')]))).statusCode).toBe(204)
  const { body, headers } = sendgrid.signed([])
  expect((await postSendGrid({ body, headers })).statusCode).toBe(204)
})

test('SendGrid: words of a stranger’s mail server keep no other event of the call from being stored', async () => {
  const [bounced, other] = [await sentMail(), await sentMail()]
  const reason = `550 no\0such mailbox \ud800 ${'mailbox '.repeat(10_000)}`
  const events = [sendgrid.event(bounced, 'bounce', { reason }), sendgrid.event(other, 'delivered')]
  expect((await postSendGrid(sendgrid.signed(events))).statusCode).toBe(204)
  expect((await listMessages()).map(({ status }) => status).toSorted()).toEqual(['DELIVERED', 'FAILED'])
  expect(await isSuppressed(person.email)).toEqual(['hard_bounce'])
})

test('SendGrid: an event of another program in the account keeps no other from being stored', async () => {
  const mail = await sentMail()
  const foreign = { ...sendgrid.event(mail, 'delivered'), sg_event_id: newId(), message_id: '4711' }
  const events = [foreign, sendgrid.event(mail, 'delivered')]
  expect((await postSendGrid(sendgrid.signed(events))).statusCode).toBe(204)
  expect(await listMessages()).toMatchObject([{ status: 'DELIVERED' }])
})

// ── Twilio ───────────────────────────────────────────────────────────────────────────────────────

test.each([
  { order: ['queued', 'sent', 'delivered'], status: 'DELIVERED' },
  { order: ['delivered', 'sent', 'sent'], status: 'DELIVERED' },
  { order: ['undelivered', 'delivered'], status: 'FAILED' },
  { order: ['failed', 'sent'], status: 'FAILED' },
])('Twilio: $order: $status', async ({ order, status }) => {
  const id = await sentSms()
  for (const name of order) expect((await report(id, name, { ErrorCode: '30005' })).statusCode).toBe(204)
  expect(await listMessages()).toMatchObject([
    { status, failure_reason: status === 'FAILED' ? expect.stringContaining('30005') : null },
  ])
})

test('Twilio: the address it was given reports an SMS about an account', async () => {
  const id = await sentLoginCode()
  const answer = await postTwilio(`/webhooks/twilio/status?message=${id}`, {
    MessageSid: `SM${id}`,
    MessageStatus: 'delivered',
  })
  expect(answer.statusCode).toBe(204)
  const [found] = await api.deps.db.system((tx) =>
    tx.select().from(schema.accountMessage).where(eq(schema.accountMessage.id, id)),
  )
  expect(found).toMatchObject({ status: 'DELIVERED', provider_message_id: `SM${id}` })
})

test('Twilio: a report that comes before the worker has written anything down', async () => {
  const { id } = await sendSms('Hej')
  const sms = async () => {
    await report(id, 'delivered')
    return { provider_message_id: `SM${id}` }
  }
  await deliverDue(api.deps, buildProviders({ sms }).providers)
  expect(await listMessages()).toMatchObject([{ status: 'DELIVERED', sent_at: expect.any(String) }])
})

test('Twilio: another signature changes nothing, in neither direction', async () => {
  const id = await sentSms()
  expect((await report(id, 'delivered', {}, { tampered: true })).statusCode).toBe(403)
  const path = '/webhooks/twilio/inbound'
  const params = { MessageSid: 'SM1', From: person.phone ?? '', To: OWN_NUMBER, Body: 'STOP' }
  expect((await postTwilio(path, params, { tampered: true })).statusCode).toBe(403)
  expect(await listMessages()).toMatchObject([{ status: 'SENT' }])
  expect(await isSuppressed(person.phone ?? '')).toEqual([])
})

test('Twilio: an answer is stored once, however often it is reported', async () => {
  await sentSms()
  const MessageSid = `SM${newId()}`
  for (let time = 0; time < 2; time++) {
    const answer = await write('Jag är på väg', { MessageSid })
    expect([answer.statusCode, answer.body]).toEqual([200, '<Response/>'])
  }
  expect(await listMessages()).toMatchObject([
    { direction: 'INBOUND', channel: 'SMS', body_text: 'Jag är på väg' },
    { direction: 'OUTBOUND' },
  ])
  const { providers, texts } = buildProviders()
  await sendSms('Bra')
  await deliverDue(api.deps, providers)
  expect(texts).toMatchObject([{ text: 'Bra', prefers_number: true }])
})

test('Twilio: an answer with a character that PostgreSQL cannot store is stored without it', async () => {
  await sentSms()
  const sms = { MessageSid: `SM${newId()}`, From: person.phone ?? '', To: OWN_NUMBER, Body: 'Ja\0 tack' }
  expect((await postTwilio('/webhooks/twilio/inbound', sms)).statusCode).toBe(200)
  expect(await listMessages()).toContainEqual(
    expect.objectContaining({ direction: 'INBOUND', body_text: 'Ja tack' }),
  )
})

test('Twilio: at a shared number it is for the organisation that wrote last', async () => {
  const elsewhere = await buildAdministrator(api)
  const { organization_id } = elsewhere
  const namesake = await buildPerson(api.deps, { organization_id, phone: person.phone })
  await sentSms()
  await api.ok(messages.sendSms, {
    headers: elsewhere.headers,
    params: { id: namesake.id },
    body: { message: 'Hej' },
  })
  await write('Till er', { To: SHARED_NUMBER })
  await write('Till dem', { To: OWN_NUMBER })
  const theirs = await api.ok(messages.listMessages, {
    headers: elsewhere.headers,
    params: { id: namesake.id },
  })
  expect(theirs.map(({ body_text }) => body_text)).toEqual(['Till er', 'Hej'])
  expect((await listMessages()).map(({ body_text }) => body_text)).toEqual(['Till dem', 'Hej'])
  await write('Stopp', { To: SHARED_NUMBER })
  expect(await isSuppressed(person.phone ?? '')).toHaveLength(2)
})

test.each([OWN_NUMBER, SHARED_NUMBER])(
  'Twilio: it is from the person who has the number now, not from one who had it by mistake: %s',
  async (To) => {
    const { organization_id, phone } = person
    await sentSms()
    const correct = (changed: string | null) =>
      api.deps.db.system((tx) =>
        tx.update(schema.person).set({ phone: changed }).where(eq(schema.person.id, person.id)),
      )
    await correct(`${phone?.slice(0, -4)}0000`)
    await write('Vem är det?', { From: phone ?? '', To })
    const theirs = await buildPerson(api.deps, { organization_id, phone })
    await write('Jag är Bo', { From: phone ?? '', To })

    const textsOf = async (id: string) =>
      (await api.ok(messages.listMessages, { headers: admin.headers, params: { id } })).map(
        ({ body_text }) => body_text,
      )
    expect(await textsOf(theirs.id)).toEqual(['Jag är Bo'])
    expect(await textsOf(person.id)).toEqual(['Vem är det?', 'Hej'])
    // Several people share the number: the SMS belongs to the person who was written to last.
    await correct(phone)
    for (const { id } of [person, theirs]) {
      await api.ok(messages.sendSms, {
        headers: admin.headers,
        params: { id },
        body: { message: 'Hej igen' },
      })
      await write('Vi båda', { From: phone ?? '', To })
      expect((await textsOf(id)).slice(0, 2)).toEqual(['Vi båda', 'Hej igen'])
    }
  },
)

test('Twilio: STOP ends SMS, also those that wait already, and START begins them again', async () => {
  await sentSms()
  await sendSms('Väntar')
  await write('STOP')
  expect(await api.refused(messages.sendSms, { ...person_call(), body: { message: 'Hej' } })).toMatchObject({
    status: 409,
    code: 'opted_out',
  })
  const { providers, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  expect(texts).toEqual([])
  const [waiting] = (await listMessages()).filter(({ body_text }) => body_text === 'Väntar')
  expect(waiting).toMatchObject({ status: 'FAILED', failure_reason: 'They do not want messages this way.' })
  const headers = { ...admin.headers, 'accept-language': 'sv' }
  expect(await api.ok(messages.listMessages, { ...person_call(), headers })).toContainEqual(
    expect.objectContaining({ failure_reason: 'Personen vill inte ha meddelanden den här vägen.' }),
  )

  await write('Start')
  await sendSms('Välkommen åter')
  await deliverDue(api.deps, providers)
  expect(texts).toMatchObject([{ text: 'Välkommen åter' }])
})

test('Twilio: STOP of a person deleted at the same moment counts', async () => {
  await sentSms()
  let answer: ReturnType<typeof write> | undefined
  await api.deps.db.transaction(person.organization_id, async (tx) => {
    await tx.delete(schema.person).where(eq(schema.person.id, person.id))
    answer = write('Stopp')
    await awaitLocks(api.deps, 1)
  })
  expect((await answer)?.statusCode).toBe(200)
  expect(await isSuppressed(person.phone ?? '')).toEqual(['stop'])
})

test('Twilio: a stranger is answered and kept nowhere', async () => {
  expect((await write('Hej', { From: '+46799999999', To: SHARED_NUMBER })).statusCode).toBe(200)
  const { rows } = await api.deps.db.system((tx) =>
    tx.execute(sql`select from message where address = '+46799999999'`),
  )
  expect(rows).toEqual([])
})

test('without two-way threads the webhook does not exist', async () => {
  expect((await postTwilio('/webhooks/twilio/conversation', {})).statusCode).toBe(404)
})

test('where no provider is configured there is no webhook', async () => {
  const plain = await buildTestApp()
  for (const url of ['/webhooks/sendgrid', '/webhooks/twilio/status', '/webhooks/twilio/inbound']) {
    expect((await plain.inject({ method: 'POST', url })).statusCode).toBe(404)
  }
  await plain.close()
})

const isUnread = async () => {
  const listed = await api.ok(people.listPeople, { headers: admin.headers })
  return listed.find(({ id }) => id === person.id)?.has_unread
}

const smsOf = async (template: string) => {
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.message).where(eq(schema.message.person_id, person.id)),
  )
  return rows.filter((row) => row.template === template)
}

const isStopped = async () => {
  const rows = await api.deps.db.system((tx) =>
    tx
      .select()
      .from(schema.suppression)
      .where(eq(schema.suppression.address, person.phone ?? '')),
  )
  return rows.length > 0
}

describe('an SMS that somebody has to read', () => {
  test.each(['Nej, kan inte', 'Avbryt', 'Stop. Tack, men jag är sjuk'])(
    '%s is marked until an administrator opens it',
    async (text) => {
      await sentSms()
      expect(await isUnread()).toBe(false)
      await write(text)
      expect(await isUnread()).toBe(true)
      await api.ok(messages.markRead, person_call())
      expect(await isUnread()).toBe(false)
    },
  )

  test.each(['STOP', 'Start'])('%s alone needs no reader', async (text) => {
    await sentSms()
    await write(text)
    expect(await isUnread()).toBe(false)
  })

  test('of somebody else nothing is marked as read: 404', async () => {
    const call = { headers: admin.headers, params: { id: newId() } }
    expect(await api.refused(messages.markRead, call)).toMatchObject({
      status: 404,
      code: 'person_not_found',
    })
  })

  test.each(['Avbryt', 'Cancel', 'END'])('%s alone ends nothing: it is asked back, once', async (text) => {
    await sentSms()
    await write(text)
    await write(text)
    expect(await isStopped()).toBe(false)
    expect(await smsOf('stop_or_shift')).toMatchObject([
      { address: person.phone, channel: 'SMS', status: 'QUEUED' },
    ])
    const { providers, texts } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(texts.map((sms) => sms.text)).toEqual([
      expect.stringMatching(/Gäller det ett pass\?.*Svara STOPP\.$/),
    ])
  })

  test('who has ended SMS is not asked back', async () => {
    await sentSms()
    await write('STOP')
    await write('Avbryt')
    expect(await smsOf('stop_or_shift')).toEqual([])
  })

  test.each(['Sluta skicka', 'Stop. Tack för den här tiden.'])('%s ends them', async (text) => {
    await sentSms()
    await write(text)
    expect(await isStopped()).toBe(true)
    expect(await smsOf('stop_or_shift')).toEqual([])
  })
})
