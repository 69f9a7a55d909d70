import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SendGridFake } from '../../../infra/fakes/sendgrid.ts'
import { SmtpFake } from '../../../infra/fakes/smtp.ts'
import { ACCOUNT, TwilioFake } from '../../../infra/fakes/twilio.ts'
import { ended, startProcess, until } from '../../../infra/run/start-programs.ts'
import { originateFrom } from '../src/db/origin.ts'
import * as schema from '../src/db/schema.ts'
import { enqueueEmails, enqueueSms } from '../src/outbox/enqueue.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { buildPerson } from './planning.ts'
import { attributesOf, openTraceReceiver, type ReceivedSpan } from './trace-receiver.ts'

/* A worker's claims and its calls of the providers' stand-ins, as a receiver of OTLP gets them. */

const TRACE = '0123456789abcdef0123456789abcdef'
const REQUEST = '0123456789abcdef'
const PAYLOAD = {
  message_id: 'none',
  text: 'Canary words',
  organization_name: 'Canary',
  event_name: 'Canary',
}

let api: TestApp
let data_dir: string
let sendgrid: SendGridFake
let smtp: SmtpFake
let twilio: TwilioFake
beforeAll(async () => {
  api = await buildTestApp()
  data_dir = await mkdtemp(path.join(tmpdir(), 'muster-tracing-'))
  ;[sendgrid, smtp, twilio] = await Promise.all([SendGridFake.open(), SmtpFake.open(), TwilioFake.open()])
})
afterAll(async () => {
  await Promise.all([api.close(), sendgrid.close(), smtp.close(), twilio.close()])
  await rm(data_dir, { recursive: true, force: true })
})

async function buildRecipients(count: number) {
  const { organization_id } = await buildPerson(api.deps)
  return Promise.all(
    Array.from({ length: count }, (_, n) =>
      buildPerson(api.deps, {
        organization_id,
        first_name: 'Canary',
        email: `canary-${n}@volunteer.example`,
        phone: `+4670174060${n}`,
      }),
    ),
  )
}

/** Returns what a worker sends to the receiver until it has sent every message. */
async function traceWorker(settings: Record<string, string>) {
  const receiver = await openTraceReceiver()
  const worker = await startProcess('worker', {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: String(api.deps.db.pool.options.connectionString),
    MUSTER_DATA_DIR: data_dir,
    DATABASE_CONNECTIONS: '3',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    ...settings,
  })
  const areSent = async () => {
    const rows = await api.deps.db.system((tx) => tx.select().from(schema.message))
    return rows.every(({ status }) => status === 'SENT')
  }
  await until(areSent, { what: 'the messages are not sent', ms: 180_000, every_ms: 50 })
  worker.kill('SIGTERM')
  await ended(worker)
  receiver.close()
  for (const secret of [/canary/i, '@', '4670174060', 'SG.canary', ACCOUNT.auth_token])
    expect(receiver.bodies.join('\n')).not.toMatch(secret)
  return receiver.spans()
}

const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name)

test('calls of SendGrid and Twilio are below the message that they send, and its claim is linked', async () => {
  const people = await buildRecipients(3)
  const [first] = people
  if (!first) throw new Error('no recipient')
  await originateFrom({ traceparent: `00-${TRACE}-${REQUEST}-01` }, () =>
    api.deps.db.transaction(first.organization_id, async (tx) => {
      const content = { template: 'custom_text', payload: PAYLOAD } as const
      await enqueueEmails(
        tx,
        people.map((person) => ({ person, language: 'sv' as const, content })),
      )
      await enqueueSms(tx, { person: first, language: 'sv', content })
    }),
  )

  const spans = await traceWorker({
    MAIL_PROVIDER: 'sendgrid',
    SENDGRID_API_KEY: 'SG.canary',
    SENDGRID_HOST: sendgrid.url,
    SENDGRID_WEBHOOK_KEY: sendgrid.webhook_key,
    SMS_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: ACCOUNT.account_sid,
    TWILIO_AUTH_TOKEN: ACCOUNT.auth_token,
    TWILIO_HOST: twilio.url,
  })

  expect([sendgrid.ledger.length, twilio.ledger.length]).toEqual([3, 1])
  const mails = named(spans, 'send EMAIL')
  const texts = named(spans, 'send SMS')
  expect([...mails, ...texts].map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual(
    Array.from({ length: 4 }, () => [TRACE, REQUEST]),
  )
  const [batch, ...more] = named(spans, 'sendgrid POST mail/send')
  expect(more).toEqual([])
  expect(batch).toMatchObject({ traceId: TRACE, parentSpanId: mails[0]?.spanId })
  expect(batch && attributesOf(batch)).toEqual({
    'messaging.batch.message_count': 3,
    'http.response.status_code': 202,
  })
  const [call] = named(spans, 'twilio POST Messages')
  expect(call).toMatchObject({ traceId: TRACE, parentSpanId: texts[0]?.spanId })
  expect(call && attributesOf(call)).toEqual({ 'http.response.status_code': 201 })

  const [claim, ...others] = named(spans, 'claim EMAIL')
  expect(others).toEqual([])
  expect(claim && attributesOf(claim)).toEqual({
    'messaging.system': 'sendgrid',
    'messaging.batch.message_count': 3,
  })
  expect(claim?.traceId).not.toBe(TRACE)
  for (const mail of mails)
    expect(mail.links).toMatchObject([{ traceId: claim?.traceId, spanId: claim?.spanId }])
})

test('a mail by SMTP has the conversation with its server', async () => {
  const [person] = await buildRecipients(1)
  if (!person) throw new Error('no recipient')
  await originateFrom({ traceparent: `00-${TRACE}-${REQUEST}-01` }, () =>
    api.deps.db.transaction(person.organization_id, (tx) =>
      enqueueEmails(tx, [{ person, language: 'en', content: { template: 'custom_text', payload: PAYLOAD } }]),
    ),
  )
  const spans = await traceWorker({ MAIL_PROVIDER: 'smtp', SMTP_URL: smtp.url })
  expect(smtp.ledger).toHaveLength(1)
  expect(named(spans, 'smtp send')).toMatchObject([
    { traceId: TRACE, parentSpanId: named(spans, 'send EMAIL')[0]?.spanId },
  ])
})
