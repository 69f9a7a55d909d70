import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  email,
  id,
  instant,
  listOf,
  name,
  notes,
  optionalName,
  phone,
  publicName,
  timeZone,
} from './fields.ts'

const issuesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message, code }) => ({ message, code }))

describe('a text that is far too long', () => {
  // Later checks would refuse these too. Only the first refusal is reported.
  it.each([
    ['email', email, '@'.repeat(2_000)],
    ['name', name, '\0'.repeat(2_000)],
    ['publicName', publicName, '\t'.repeat(2_000)],
    ['notes', notes, '\ud800'.repeat(60_000)],
    ['phone', phone, '9'.repeat(2_000)],
  ])('%s is refused before any other check', (_name, schema, value) => {
    expect(issuesOf(schema, value)).toEqual([{ message: 'too_long', code: 'too_big' }])
  })

  it('names the limit that counts', () => {
    expect(email.safeParse('x'.repeat(9_000)).error?.issues).toMatchObject([{ maximum: 254 }])
  })

  it.each([
    ['id', id, 'x'.repeat(2_000)],
    ['instant', instant, `2027-01-01T00:00:00.${'1'.repeat(2_000)}Z`],
    ['timeZone', timeZone, 'x'.repeat(2_000)],
  ])('%s is refused once', (_name, schema, value) => {
    expect(issuesOf(schema, value)).toHaveLength(1)
  })
})

describe('limits count after cleaning (D4)', () => {
  it.each([
    ['100 decomposed letters of Vietnamese', name, 'ệ'.repeat(100).normalize('NFD')],
    ['100 decomposed syllables of Korean', name, '각'.repeat(100).normalize('NFD')],
    ['100 letters between spaces', name, `${' '.repeat(100)}${'x'.repeat(100)}${' '.repeat(100)}`],
    ['100 letters with as many soft hyphens', name, 'x\u00ad'.repeat(100)],
    ['one Han character', publicName, '伟'],
    ['an address between spaces', email, `  ${'x'.repeat(242)}@example.org  `],
  ])('%s are allowed', (_name, schema, value) => {
    expect(issuesOf(schema, value)).toBeUndefined()
  })

  it.each([
    ['101 letters', name, 'x'.repeat(101), 'too_long'],
    ['an address of 255 characters', email, `${'x'.repeat(243)}@example.org`, 'too_long'],
    ['nothing but spaces', name, ' '.repeat(90), 'empty'],
    ['31 marks on one letter', notes, `a${'\u0301'.repeat(31)}`, 'endless_marks'],
    ['a bell', name, 'a\u0007b', 'unreadable'],
    ['a bell in the second line', notes, 'a\n\u0007b', 'unreadable_in_line'],
    ['a name of zero width', name, '\u200b\u2060', 'empty'],
    ['a name of Hangul fillers', publicName, '\u3164\u115f\uffa0', 'no_letter'],
    ['a name of braille blanks', publicName, '\u2800\u2800', 'no_letter'],
    ['a name of full stops', optionalName, '..', 'no_letter'],
    ['no address', email, 'asa', 'not_email'],
  ])('%s: refused', (_name, schema, value, message) => {
    expect(issuesOf(schema, value)).toMatchObject([{ message }])
  })

  it('30 marks on one letter are allowed', () => {
    expect(issuesOf(notes, `a${'\u0301'.repeat(30)}b${'\u0323'.repeat(30)}`)).toBeUndefined()
  })
})

describe('a list', () => {
  const list = listOf(id, { min: 1, max: 3 })
  const one = '01890000-0000-7000-8000-000000000000'

  it('is counted before its items are read', () => {
    expect(issuesOf(list, [1, 2, 3, 4])).toEqual([{ message: 'too_many', code: 'too_big' }])
    expect(issuesOf(list, [1, 2, 3])).toHaveLength(3)
  })

  it('is parsed as before', () => {
    expect(list.parse([one.toUpperCase()])).toEqual([one])
    expect(issuesOf(list, [])).toMatchObject([{ message: 'too_few' }])
    for (const value of [undefined, null, 'x', {}]) {
      expect(issuesOf(list, value)).toMatchObject([{ code: 'invalid_type' }])
    }
  })
})
