import { expect, test } from 'vitest'
import { defaultReminder } from './default-reminder.ts'
import { countSms } from './segments.ts'

test.each(['en', 'sv'] as const)('the %s text names the event, and is one SMS', (language) => {
  const text = defaultReminder('Midsommar i parken', language)
  expect(text).toContain('Midsommar i parken')
  expect(countSms(text)).toMatchObject({ encoding: 'GSM-7', segments: 1 })
})
