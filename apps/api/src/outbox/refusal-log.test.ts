import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../test/app.ts'
import { buildProviders, deliverDue } from '../../test/outbox.ts'
import { buildOrganization, buildPerson } from '../../test/planning.ts'
import { enqueueSms } from './enqueue.ts'
import { codeOf, createRefusalLog } from './refusal-log.ts'

test.each([
  ['SendGrid answered 401: The provided authorization grant is invalid', '401'],
  ['Twilio answered 400: Invalid number +46701740621 (21211)', '21211'],
  ['550 5.1.1 <asa@volunteer.example>: Recipient address rejected', '5.1.1'],
  ['Error: connect ECONNREFUSED 10.0.0.1:587', 'ECONNREFUSED'],
  ['asa@volunteer.example is unknown', 'other'],
])('of %j the log has %s', (reason, code) => {
  expect(codeOf(reason)).toBe(code)
})

test('a provider that refuses everything fills no log, and the next line has the number of the others', () => {
  const lines: unknown[] = []
  let now = 0
  const record = createRefusalLog({ warn: (line: unknown) => lines.push(line) }, () => now)
  const refuse = (provider: string) =>
    record({ message_id: 'a', provider, reason: 'answered 401', attempt: 1, is_given_up: false })
  for (let n = 0; n < 1_000; n++) refuse('sendgrid')
  refuse('twilio')
  expect(lines).toHaveLength(11)
  now = 60_000
  refuse('sendgrid')
  expect(lines.at(-1)).toEqual({
    message_id: 'a',
    provider: 'sendgrid',
    code: '401',
    attempt: 1,
    left_out: 990,
  })
})

test('a worker writes one line for a refusal and one for giving up, without the address', async () => {
  const api = await buildTestApp()
  const output = new PassThrough()
  const deps = { ...api.deps, log: pino({}, output) }
  const { id: organization_id } = await buildOrganization(deps)
  const person = await buildPerson(deps, { organization_id, phone: '+46701740621' })
  const content = { template: 'custom_text', payload: { text: 'Hej' } } as const
  const deliver = async (is_final: boolean) => {
    const { id } = await deps.db.transaction(organization_id, (tx) =>
      enqueueSms(tx, { person, language: 'sv', content }),
    )
    const refused = 'Twilio answered 400: +46701740621 cannot be reached (21211)'
    await deliverDue(deps, buildProviders({ sms: () => ({ refused, is_final }) }).providers)
    return id
  }
  const ids = [await deliver(false), await deliver(true)]
  await api.close()
  const written = String(output.read())
  expect(written).not.toContain('46701740621')
  const lines: unknown[] = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const same = { provider: 'stand-in', code: '21211', attempt: 1 }
  expect(lines).toMatchObject([
    { ...same, message_id: ids[0], msg: 'a message was refused and is tried again' },
    { ...same, message_id: ids[1], msg: 'a message was given up' },
  ])
})
