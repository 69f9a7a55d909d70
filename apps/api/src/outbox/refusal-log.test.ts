import { expect, test } from 'vitest'
import { codeOf, openRefusalLog } from './refusal-log.ts'

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
  const record = openRefusalLog({ warn: (line: unknown) => lines.push(line) }, () => now)
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
