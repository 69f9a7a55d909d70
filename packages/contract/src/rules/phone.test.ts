import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { COUNTRIES } from './country-codes.ts'
import { formatPhone, isPossiblePhone, toE164 } from './phone.ts'
import { PHONE_METADATA } from './phone-metadata.ts'

describe('toE164 (D23)', () => {
  it.each([
    ['070-123 45 67', 'SE', '+46701234567'],
    ['701234567', 'SE', '+46701234567'],
    ['08-123 456', 'SE', '+468123456'],
    ['+46701234567', 'US', '+46701234567'],
    ['+46 (0)70 123 45 67', 'SE', '+46701234567'],
    ['+460701234567', 'GB', '+46701234567'],
    ['0046701234567', 'SE', '+46701234567'],
    ['06 1234 5678', 'IT', '+390612345678'],
    ['347 123 4567', 'IT', '+393471234567'],
    ['07700 900123', 'GB', '+447700900123'],
    ['22 12 34 56', 'NO', '+4722123456'],
    ['044 668 18 00', 'CH', '+41446681800'],
    ['040 1234567', 'FI', '+358401234567'],
    ['(202) 555-0123', 'US', '+12025550123'],
    ['+1 416 555 0123', 'SE', '+14165550123'],
    ['+48 601 234 567', 'SE', '+48601234567'],
    ['0048 601 234 567', 'SE', '+48601234567'],
  ] as const)('%s typed in %s is %s', (typed, country, stored) => {
    expect(toE164(typed, country)).toBe(stored)
    expect(toE164(stored, country)).toBe(stored)
  })

  it.each(['', ' ', '+', '12', '+46 70', '+48', '+012345678', 'abc', 'ring 0701234567', '++46701234567'])(
    'refuses %j',
    (typed) => {
      expect(toE164(typed, 'SE')).toBeUndefined()
    },
  )

  it.each([
    ['+351 912 345 678', '+351912345678'],
    ['00351912345678', '+351912345678'],
    ['+46 70 123 45 67', '+46701234567'],
    ['912 345 678', undefined],
  ])('reads %s of an organisation in Portugal, outside the tables, as %s', (typed, stored) => {
    expect(toE164(typed, 'PT')).toBe(stored)
  })

  it('refuses what is too long', () => {
    expect(toE164('070123456789012', 'SE')).toBeUndefined()
    expect(toE164('+48601234567890123', 'SE')).toBeUndefined()
  })
})

describe('isPossiblePhone (D23)', () => {
  it.each([
    ['070-123 45 67', 'SE', true],
    ['070-12', 'SE', false],
    ['+48 512 345 678', 'SE', true],
    // The server decides on numbers of countries outside the table.
    ['(512) 345-678', 'PL', true],
    ['085/123.45 67', 'IE', true],
    ['512', 'PL', false],
    ['ring 512345678', 'PL', false],
    ['+46 70', 'PL', false],
    ['+46 70 123 45 67', null, true],
    ['0046 70 123 45 67', null, true],
    ['070-123 45 67', null, false],
  ])('%s in %s: %s', (typed, country, answer) => {
    expect(isPossiblePhone(typed, country)).toBe(answer)
  })
})

describe('formatPhone', () => {
  it.each([
    ['+46701234567', '+46 70 123 45 67'],
    ['+390612345678', '+39 06 1234 5678'],
    ['+48601234567', '+48601234567'],
  ])('%s', (stored, shown) => {
    expect(formatPhone(stored)).toBe(shown)
  })
})

describe('PHONE_METADATA', () => {
  it("is today's table of libphonenumber, cut to our countries", () => {
    const whole = createRequire(import.meta.url)('libphonenumber-js/metadata.min.json')
    const callingCodes = COUNTRIES.map(({ code, calling_code }) => [calling_code.slice(1), [code]])
    expect(PHONE_METADATA).toEqual({
      version: whole.version,
      country_calling_codes: Object.fromEntries(callingCodes),
      countries: Object.fromEntries(COUNTRIES.map(({ code }) => [code, whole.countries[code]])),
      nonGeographic: {},
    })
  })
})
