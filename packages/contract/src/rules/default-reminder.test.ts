import { expect, test } from 'vitest'
import { defaultReminder, isDefaultReminder } from './default-reminder.ts'
import { countSms } from './segments.ts'

test.each(['en', 'sv'] as const)('the %s text names the event, and is one SMS', (language) => {
  const text = defaultReminder('Midsommar i parken', language)
  expect(text).toContain('Midsommar i parken')
  expect(countSms(text)).toMatchObject({ encoding: 'GSM-7', segments: 1 })
})

test('a default is known in either language, for its own event only', () => {
  expect(isDefaultReminder(defaultReminder('Fest', 'en'), 'Fest')).toBe(true)
  expect(isDefaultReminder(defaultReminder('Fest', 'sv'), 'Fest')).toBe(true)
  expect(isDefaultReminder(`${defaultReminder('Fest', 'sv')} `, 'Fest')).toBe(false)
  expect(isDefaultReminder(defaultReminder('Fest', 'sv'), 'Annan fest')).toBe(false)
  expect(isDefaultReminder('', 'Fest')).toBe(false)
})
