import { PassThrough } from 'node:stream'
import { signup } from '@muster/contract/signup'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SendGridFake } from '../../../../infra/fakes/sendgrid.ts'
import { SmtpFake } from '../../../../infra/fakes/smtp.ts'
import { ACCOUNT, TwilioFake } from '../../../../infra/fakes/twilio.ts'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { deliverDue } from '../../test/outbox.ts'
import { buildPerson, buildShift } from '../../test/planning.ts'
import { originateFrom } from '../db/origin.ts'
import * as schema from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { MailProvider } from '../providers/provider.ts'
import { createSendGrid } from '../providers/sendgrid.ts'
import { createSmtp } from '../providers/smtp.ts'
import { createTwilio } from '../providers/twilio.ts'
import { enqueueSms } from './enqueue.ts'

/* From a message one can find the log lines of its request, and from a request its messages. */

let api: TestApp
let sendgrid: SendGridFake
let smtp: SmtpFake
let twilio: TwilioFake
beforeAll(async () => {
  api = await buildTestApp()
  ;[sendgrid, smtp, twilio] = await Promise.all([SendGridFake.open(), SmtpFake.open(), TwilioFake.open()])
})
afterAll(() => Promise.all([api.close(), sendgrid.close(), smtp.close(), twilio.close()]))

async function signUp(id: string): Promise<string> {
  const { id: shiftId } = await buildShift(api.deps, { required_qty: 2 })
  const email = `${crypto.randomUUID()}@volunteer.example`
  await api.ok(signup.signUp, {
    params: { shiftId },
    headers: { 'x-request-id': id, 'idempotency-key': crypto.randomUUID() },
    body: { first_name: 'Åsa', last_name: 'Ek', email, phone: '+46701740605' },
  })
  return email
}

const originOf = async (address: string) => {
  const rows = await api.deps.db.system((tx) => tx.select().from(schema.message))
  return rows.find((row) => row.address === address)?.request_id
}

async function deliver(mail: MailProvider, changes: Partial<Deps> = {}): Promise<object[]> {
  const output = new PassThrough({ highWaterMark: 1_000_000 })
  const deps = { ...api.deps, log: pino({}, output), ...changes }
  const sms = createTwilio({ ...ACCOUNT, host: twilio.url, numbers: [], public_api_url: 'http://localhost' })
  await deliverDue(deps, { mail, sms })
  const lines = String(output.read() ?? '').trim()
  return lines === '' ? [] : lines.split('\n').map((line): object => JSON.parse(line))
}

const createMail = () => createSendGrid({ api_key: 'SG.x', host: sendgrid.url })

test('requests at the same time leave each its own id with its message', async () => {
  const ids = Array.from({ length: 20 }, (_, n) => `same-time-${n}`)
  const addresses = await Promise.all(ids.map(signUp))
  expect(await Promise.all(addresses.map(originOf))).toEqual(ids)
  await deliver(createMail())
})

test('SendGrid gets it as an argument beside the mail, and the log has it', async () => {
  const email = await signUp('job-7.import:1')
  const lines = await deliver(createMail())
  const mail = sendgrid.ledger.find(({ to }) => to === email)
  expect(mail?.request_id).toBe('job-7.import:1')
  const { request_id, ...received } = mail ?? {}
  expect(JSON.stringify(received)).not.toContain(request_id)
  expect(lines).toMatchObject([
    {
      msg: 'a message was accepted',
      message_id: mail?.message_id,
      request_id,
      provider: 'sendgrid',
      attempt: 1,
    },
  ])
})

test('a mail by SMTP has no place for it that its recipient does not read', async () => {
  const email = await signUp('job-8')
  const mail = createSmtp({ url: smtp.url })
  const lines = await deliver(mail)
  mail.close?.()
  const sent = smtp.ledger.find((each) => JSON.stringify(each).includes(email))
  expect(JSON.stringify(sent)).not.toContain('job-8')
  expect(lines).toMatchObject([{ request_id: 'job-8', provider: 'smtp' }])
})

test('Twilio gets it in the address of its report; a message of no request has none', async () => {
  const person = await buildPerson(api.deps, { phone: '+46701740621' })
  const send = () =>
    api.deps.db.transaction(person.organization_id, (tx) =>
      enqueueSms(tx, {
        person,
        language: 'sv',
        content: { template: 'custom_text', payload: { text: 'Hej' } },
      }),
    )
  await originateFrom({ request_id: 'job-9' }, send)
  await deliver(createMail())
  await send()
  expect(await deliver(createMail())).toMatchObject([{ msg: 'a message was accepted', provider: 'twilio' }])
  const requests = twilio.ledger.map(({ status_callback }) =>
    new URL(status_callback).searchParams.get('request'),
  )
  expect(requests).toEqual(['job-9', null])
})

test('successes above the part that is logged leave no line', async () => {
  await signUp('job-10')
  expect(await deliver(createMail(), { config: { ...api.deps.config, log_sample: 0 } })).toEqual([])
})
