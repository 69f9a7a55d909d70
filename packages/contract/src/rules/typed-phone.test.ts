import { describe, expect, it } from 'vitest'
import { isPossiblePhone, toE164 } from './phone.ts'
import { cleanPhone, findPhoneFault } from './typed-phone.ts'
import { readPhone } from './valid-phone.ts'

describe('cleanPhone (D23)', () => {
  it.each([
    '\u202a+46 70-123 45 67\u202c',
    '+46\u00a070\u2011123\u200945\u202f67',
    'tel:+46-70-123-45-67',
    'Tel: +46 70 123 45 67',
    '＋４６ ７０ １２３ ４５ ６７',
    '+٤٦ ٧٠ ١٢٣ ٤٥ ٦٧',
    '+۴۶ ۷۰ ۱۲۳ ۴۵ ۶۷',
    '+४६ ७० १२३ ४५ ६७',
    '+46 70−123–45—67',
    '+46 (0)70 123 45 67\u200b',
  ])('%j is read', (typed) => {
    expect(readPhone(cleanPhone(typed))).toBe('+46701234567')
    expect(toE164(typed)).toBe('+46701234567')
    expect(isPossiblePhone(typed, null)).toBe(true)
    expect(cleanPhone(cleanPhone(typed))).toBe(cleanPhone(typed))
  })
})

describe('findPhoneFault', () => {
  it.each([
    ['070-123 45 67 (hem)', 'phone_letters'],
    ['ring 070-123 45 67', 'phone_letters'],
    ['070-123 45 67, 08-123 456', 'phone_several'],
    ['070-123 45 67 eller 08-123 456', 'phone_several'],
    ['+46701234567+46701234568', 'phone_several'],
    ['070-123 45 67 070-123 45 68', 'phone_several'],
    ['070-12', undefined],
    ['', undefined],
    ['0911/123456', undefined],
    ['+46 (0)70-123 45 67', undefined],
  ])('%j: %s', (typed, fault) => {
    expect(findPhoneFault(typed)).toBe(fault)
  })
})
