import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SendGridFake } from '../../../../infra/fakes/sendgrid.ts'
import { SmtpFake } from '../../../../infra/fakes/smtp.ts'
import { ACCOUNT, TwilioFake } from '../../../../infra/fakes/twilio.ts'
import { portOf } from '../../../../infra/run/ports.ts'
import { newId } from '../db/ids.ts'
import type { Mail, MailProvider, Sms, SmsProvider } from './provider.ts'
import { createSendGrid } from './sendgrid.ts'
import { createSmtp } from './smtp.ts'
import type { Threads } from './threads/threads.ts'
import { createTwilio } from './twilio.ts'

/* Tests the providers' own libraries against stand-ins that fail on demand (D30). */

let sendgrid: SendGridFake
let twilio: TwilioFake
let smtp: SmtpFake
let mail: MailProvider
let smtp_mail: MailProvider
let sms: SmsProvider
beforeAll(async () => {
  ;[sendgrid, twilio, smtp] = await Promise.all([SendGridFake.open(), TwilioFake.open(), SmtpFake.open()])
  mail = createMail()
  smtp_mail = createSmtp({ url: smtp.url })
})
afterAll(() => {
  smtp_mail.close?.()
  return Promise.all([sendgrid.close(), twilio.close(), smtp.close()])
})
beforeEach(() => {
  for (const fake of [sendgrid, twilio, smtp]) {
    fake.ledger.length = 0
    fake.fault = () => undefined
  }
  sendgrid.calls = 0
  // A new one for each test, because it remembers a pause.
  sms = createSms()
})

type Limit = { timeout_ms?: number }
/** Short only where nothing answers, because a busy machine is slow. */
const limitFor = (kind: string): Limit => (kind === 'stall' ? { timeout_ms: 2_000 } : {})
const createMail = (limit: Limit = {}) => createSendGrid({ api_key: 'SG.test', host: sendgrid.url, ...limit })
const createSms = (options: Limit & { threads?: Threads } = {}) =>
  createTwilio({
    ...ACCOUNT,
    host: twilio.url,
    numbers: [
      { number: '+46700000001', organization_id: 'with number' },
      { number: '+12025550100', organization_id: null },
    ],
    public_api_url: 'https://muster.example',
    ...options,
  })

function buildMail(changes: Partial<Mail> = {}): Mail {
  const id = newId()
  const link = `https://muster.example/c/${id}`
  return {
    id,
    organization_id: newId(),
    from: { name: 'Sommarfesten', address: 'no-reply@muster.example' },
    to: `${id}@volunteer.example`,
    subject: 'Lördag',
    text: `Hej Åsa! ${link}`,
    html: `<p>Hej Åsa!</p><a href="${link}">Svara</a>`,
    attachments: [],
    personal: [link, 'Åsa'],
    ...changes,
  }
}

test('SendGrid: a redirect is not followed', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(307, { location: `${sendgrid.url}/v3/mail/send` }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const redirected = createSendGrid({ api_key: 'SG.test', host: `http://127.0.0.1:${portOf(server)}` })
  await expect(Promise.all(redirected.send([buildMail()]))).rejects.toThrow('307')
  server.close()
  expect(sendgrid.calls).toBe(0)
})

const buildSms = (changes: Partial<Sms> = {}): Sms => ({
  id: newId(),
  organization_id: newId(),
  from: 'Sommarfest',
  prefers_number: false,
  to: '+46701234567',
  text: 'Hej',
  ...changes,
})

const outcomes = (sent: Promise<unknown>[]) => Promise.allSettled(sent)
const one = async (provider: MailProvider, changes: Partial<Mail> = {}) => {
  const [sent] = provider.send([buildMail(changes)])
  return sent
}

// ── SendGrid ─────────────────────────────────────────────────────────────────────────────────────

test('SendGrid: 1,200 mails in two calls, each as it was written', async () => {
  const mails = Array.from({ length: 1_200 }, (_, n) => {
    const name = ['Åsa', 'Bo', "D'Arc & <Co>"][n % 3] ?? ''
    const link = `https://muster.example/c/${n}-x`
    const escaped = name.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace("'", '&#39;')
    return buildMail({
      personal: [link, name],
      text: `Hej ${name}! ${link}`,
      html: `<p>Hej ${escaped}!</p><a href="${link}">`,
    })
  })
  const sent = await Promise.all(mail.send(mails))
  expect(sent.every((each) => 'provider_message_id' in each)).toBe(true)
  const arrived = new Map(sendgrid.ledger.map((each) => [each.message_id, each]))
  for (const { id, to, text, html, subject } of mails) {
    expect(arrived.get(id)).toMatchObject({ to, text, html, subject })
  }
  // Names with and without escaped characters have separate placeholders.
  expect(sendgrid.calls).toBe(2)
})

test('SendGrid: a shared address, an attachment and placeholders in the text get calls of their own', async () => {
  const to = 'family@volunteer.example'
  await Promise.all(
    mail.send([
      buildMail({ to }),
      buildMail({ to: to.toUpperCase() }),
      buildMail({ attachments: [{ file_name: 'a.ics', content_type: 'text/calendar', content: 'BEGIN' }] }),
      buildMail({ text: 'Skriv {{p0}}', personal: ['https://muster.example/c/1'] }),
    ]),
  )
  expect(sendgrid.calls).toBe(4)
  expect(sendgrid.ledger.map(({ text }) => text)).toContain('Skriv {{p0}}')
})

test('SendGrid: our id, one-click unsubscribe, no tracking of what people do', async () => {
  const organization_id = newId()
  await one(mail, { organization_id, unsubscribe_url: 'https://muster.example/unsubscribe/x' })
  expect(sendgrid.ledger[0]).toMatchObject({
    organization_id,
    from: { email: 'no-reply@muster.example', name: 'Sommarfesten' },
    headers: {
      'List-Unsubscribe': '<https://muster.example/unsubscribe/x>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
})

const REPLY_TO = { name: 'Kansliet', address: 'kansli@fest.example' }

test('SendGrid: replies go to the organiser, of each mail its own', async () => {
  await Promise.all(
    mail.send([
      buildMail({ reply_to: REPLY_TO }),
      buildMail({ reply_to: REPLY_TO }),
      buildMail({ reply_to: { ...REPLY_TO, address: 'maja@fest.example' } }),
      buildMail(),
    ]),
  )
  expect(sendgrid.calls).toBe(3)
  expect(sendgrid.ledger.map(({ reply_to }) => reply_to?.email)).toEqual([
    'kansli@fest.example',
    'kansli@fest.example',
    'maja@fest.example',
    undefined,
  ])
})

test('SMTP: replies go to the organiser, with nothing typed as a header of its own', async () => {
  await one(smtp_mail, { reply_to: { ...REPLY_TO, name: 'Kansli\r\nBcc: all@x.example' } })
  expect(smtp.ledger[0]?.source).toMatch(/^Reply-To: \S+\s+<kansli@fest\.example>/m)
  expect(smtp.ledger[0]?.source).not.toMatch(/^Bcc:/m)
})

test('SendGrid: one refused address does not fail the others', async () => {
  const mails = Array.from({ length: 40 }, (_, n) => buildMail(n === 17 ? { to: 'nonsense' } : {}))
  const sent = await Promise.all(mail.send(mails))
  expect(sent.filter((each) => 'refused' in each)).toEqual([
    { refused: expect.stringMatching(/^SendGrid answered 400: [^{]*valid address/), is_final: true },
  ])
  expect(sendgrid.ledger).toHaveLength(39)
})

test('SendGrid: too many requests', async () => {
  sendgrid.fault = () => ({ kind: 'too_many', retry_after: 7 })
  expect(await one(mail)).toMatchObject({ is_final: false, pause_ms: 7_000 })
})

test.each(['error_before', 'error_after', 'stall', 'drop_after'] as const)(
  'SendGrid: %s, outcome unknown',
  async (kind) => {
    sendgrid.fault = () => ({ kind })
    await expect(one(createMail(limitFor(kind)))).rejects.toThrow()
    expect(sendgrid.ledger).toHaveLength(kind === 'error_before' ? 0 : 1)
  },
)

test('an unreachable provider is a known refusal', async () => {
  const gone = await SmtpFake.open()
  const url = gone.url
  await gone.close()
  const host = url.replace('smtp:', 'http:')
  const there = { ...ACCOUNT, host, numbers: [], public_api_url: 'https://muster.example' }
  const sent = [
    ...createSendGrid({ api_key: 'SG.test', host }).send([buildMail()]),
    ...createSmtp({ url }).send([buildMail()]),
    ...createTwilio(there).send([buildSms()]),
  ]
  for (const each of await Promise.all(sent)) expect(each).toMatchObject({ is_final: false })
})

// ── SMTP ─────────────────────────────────────────────────────────────────────────────────────────

test('SMTP: text, markup, calendar file and headers', async () => {
  const { provider_message_id } = Object(
    await one(smtp_mail, {
      to: 'asa@volunteer.example',
      unsubscribe_url: 'https://muster.example/unsubscribe/x',
      attachments: [
        { file_name: 'Kafé.ics', content_type: 'text/calendar; charset=utf-8', content: 'BEGIN' },
      ],
    }),
  )
  const [received] = smtp.ledger
  expect(received?.to).toBe('asa@volunteer.example')
  expect(received?.source).toContain(`Message-ID: ${provider_message_id}`)
  expect(received?.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(received?.source).toMatch(/text\/plain[\s\S]*text\/html[\s\S]*text\/calendar/)
})

test.each([
  { code: 450, is_final: false },
  { code: 550, is_final: true },
])('SMTP: a known refusal, $code', async ({ code, is_final }) => {
  smtp.fault = () => ({ kind: 'refuse', code })
  expect(await one(smtp_mail)).toMatchObject({ refused: expect.any(String), is_final })
})

test.each(['stall', 'drop_after'] as const)('SMTP: %s, outcome unknown, sent once', async (kind) => {
  smtp.fault = () => ({ kind })
  const failing = createSmtp({ url: smtp.url, ...limitFor(kind) })
  await expect(one(failing)).rejects.toThrow()
  failing.close?.()
  expect(smtp.ledger).toHaveLength(1)
})

test('SMTP: no header comes from what people have typed', async () => {
  await one(smtp_mail, {
    subject: 'Hej',
    from: { name: 'Fest\r\nBcc: all@x.example', address: 'no-reply@muster.example' },
  })
  expect(smtp.ledger[0]?.source).not.toMatch(/^Bcc:/m)
  expect(smtp.ledger).toHaveLength(1)
})

// ── Twilio ───────────────────────────────────────────────────────────────────────────────────────

test.each([
  ['by name', {}, 'Sommarfest'],
  ['from a number where names are refused', { to: '+12025550123' }, '+12025550100'],
  ['from a number where a refusal tells', { to: '+77012345678' }, '+12025550100'],
  [
    'from its own number to a person who wrote to it',
    { organization_id: 'with number', prefers_number: true },
    '+46700000001',
  ],
])('Twilio: %s', async (_, changes, from) => {
  const [sent] = await Promise.all(sms.send([buildSms(changes)]))
  expect(twilio.ledger).toMatchObject([{ from, body: 'Hej', sid: Object(sent).provider_message_id }])
})

test('Twilio: the status callback names the message', async () => {
  const text = buildSms()
  await Promise.all(sms.send([text]))
  expect(twilio.ledger[0]?.status_callback).toBe(
    `https://muster.example/webhooks/twilio/status?organization=${text.organization_id}&message=${text.id}`,
  )
})

const noThread = () => Promise.reject(new Error('It was taken for a message of a thread.'))

test('Twilio: an SMS about an account names no organization, and is in no thread', async () => {
  sms = createSms({ threads: { send: noThread, find: noThread } })
  const code = buildSms({ organization_id: null, prefers_number: true })
  await Promise.all(sms.send([code]))
  expect(twilio.ledger).toMatchObject([
    {
      from: '+12025550100',
      status_callback: `https://muster.example/webhooks/twilio/status?message=${code.id}`,
    },
  ])
  const asked_at = new Date(Date.now() - 1_000).toISOString()
  if (sms.record.kind !== 'lookup') throw new Error('Twilio can be asked')
  expect(await sms.record.find({ ...code, asked_at })).toEqual([twilio.ledger[0]?.sid])
})

test('Twilio: an invalid number, and too many requests', async () => {
  expect(await sms.send([buildSms({ to: '+46' })])[0]).toMatchObject({ is_final: true })
  twilio.fault = () => ({ kind: 'too_many', retry_after: 3 })
  expect(await sms.send([buildSms()])[0]).toMatchObject({ is_final: false, pause_ms: 3_000 })
})

test('Twilio: queued messages are not sent once it asks for a pause', async () => {
  let asked = 0
  twilio.fault = () => {
    asked++
    return { kind: 'too_many', retry_after: 3 }
  }
  const sent = await Promise.all(sms.send(Array.from({ length: sms.concurrency }, () => buildSms())))
  expect(asked).toBe(50)
  expect(sent).toHaveLength(200)
  for (const each of sent) expect(each).toMatchObject({ is_final: false, pause_ms: expect.any(Number) })
})

test.each(['error_before', 'error_after', 'stall', 'drop_after'] as const)(
  'Twilio: %s, outcome unknown, found in its list',
  async (kind) => {
    twilio.fault = () => ({ kind })
    sms = createSms(limitFor(kind))
    const text = buildSms({ text: 'Möt upp vid kaféet' })
    const asked_at = new Date().toISOString()
    const [outcome] = await outcomes(sms.send([text]))
    expect(outcome?.status).toBe('rejected')
    if (sms.record.kind !== 'lookup') throw new Error('Twilio can be asked')
    const found = await sms.record.find({ ...text, asked_at })
    expect(found).toEqual(twilio.ledger.map(({ sid }) => sid))
    expect(found).toHaveLength(kind === 'error_before' ? 0 : 1)
    expect(await sms.record.find({ ...text, text: 'Något annat', asked_at })).toEqual([])
  },
)
