import { expect, test } from 'vitest'
import { requiredText } from './fields.ts'
import { issueText } from './issues.ts'
import { newPerson } from './people.ts'
import { newShift } from './shifts.ts'

const told = (parsed: { error?: { issues: { message: string }[] } | undefined }, language: 'en' | 'sv') =>
  parsed.error?.issues.map((issue) => issueText(issue, language))

test.each([
  [requiredText(5).safeParse('längre än så'), 'At most 5 characters', 'Högst 5 tecken'],
  [requiredText(5).safeParse(' '), 'Must not be empty', 'Får inte vara tomt'],
  [newShift.shape.required_qty.safeParse(10_001), 'At most 10,000', 'Högst 10 000'],
  [newPerson.shape.email.safeParse('maja@'), 'Not an e-mail address', 'Adressen är inte fullständig'],
])('says what is wrong in both languages: %#', (parsed, en, sv) => {
  expect(told(parsed, 'en')).toEqual([en])
  expect(told(parsed, 'sv')?.map((text) => text.replace(/\s/g, ' '))).toEqual([sv])
})

test('what a schema says without a text of ours stays exact in English', () => {
  const parsed = newPerson.shape.first_name.safeParse(7)
  expect(told(parsed, 'en')).toEqual(['Invalid input: expected string, received number'])
  expect(told(parsed, 'sv')).toEqual(['Stämmer inte'])
})
