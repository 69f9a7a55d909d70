import { expect, test } from 'vitest'
import { z } from 'zod'
import { requiredText } from './fields.ts'
import { issueText } from './issues.ts'
import { newPerson } from './people.ts'
import { newShift } from './shifts.ts'

const messagesOf = (
  parsed: { error?: { issues: { message: string }[] } | undefined },
  language: 'en' | 'sv',
) => parsed.error?.issues.map((issue) => issueText(issue, language))

test.each([
  [requiredText(5).safeParse('längre än så'), 'At most 5 characters', 'Högst 5 tecken'],
  [requiredText(5).safeParse(' '), 'Must not be empty', 'Får inte vara tomt'],
  [newShift.shape.required_qty.safeParse(10_001), 'At most 10,000', 'Högst 10 000'],
  [newPerson.shape.email.safeParse('maja@'), 'Not an e-mail address', 'Adressen är inte fullständig'],
])('says what is wrong in both languages: %#', (parsed, en, sv) => {
  expect(messagesOf(parsed, 'en')).toEqual([en])
  expect(messagesOf(parsed, 'sv')?.map((text) => text.replace(/\s/g, ' '))).toEqual([sv])
})

test.each([
  [newPerson.shape.first_name.safeParse(undefined), 'Is missing', 'Saknas'],
  [newPerson.shape.first_name.safeParse(7), 'Must be text', 'Måste vara text'],
  [newShift.shape.required_qty.safeParse('x'), 'Must be a number', 'Måste vara ett tal'],
  [
    newPerson.shape.first_name.safeParse('\u200bÅsa\u0007'),
    'Has a character that cannot be shown (U+0007) at place 4',
    'Innehåller ett tecken som inte kan visas (U+0007) på plats 4',
  ],
  [
    newPerson.shape.notes.safeParse('one\ntwo\0'),
    'Has a character that cannot be shown (U+0000) in line 2 at place 4',
    'Innehåller ett tecken som inte kan visas (U+0000) på rad 2, plats 4',
  ],
  [
    z.enum(['owner', 'viewer']).safeParse('boss'),
    'Must be one of: owner, viewer',
    'Måste vara något av: owner, viewer',
  ],
])('says in words of ours what a schema has no text for: %#', (parsed, en, sv) => {
  expect(messagesOf(parsed, 'en')).toEqual([en])
  expect(messagesOf(parsed, 'sv')).toEqual([sv])
})
