import { describe, expect, it } from 'vitest'
import { CLEANED_SPELLINGS, SPELLINGS_OF_ONE_ADDRESS } from '../testing/spellings.ts'
import { checkSignupForm, cleanEmail, inviteMethodFor, isEmail } from './contact.ts'
import { checkContactForm } from './contact-form.ts'
import { toE164 } from './phone.ts'
import { findPhoneFault } from './typed-phone.ts'

const rules = { readPhone: toE164, findFault: findPhoneFault }

const form = {
  first_name: 'A\u030asa',
  last_name: 'Öberg',
  email: 'asa@example.org',
  countryCode: 'SE',
  phone: '070-123 45 67',
  note: '',
  acceptedTerms: true,
  others: [],
}

describe('checkSignupForm (D23)', () => {
  it('passes a whole form', () => {
    expect(checkSignupForm(form)).toEqual({})
    expect(checkSignupForm(form, rules)).toEqual({})
  })

  it('names every field of an empty one', () => {
    const empty = {
      first_name: '',
      last_name: ' ',
      email: '',
      countryCode: '',
      phone: '',
      note: '',
      acceptedTerms: false,
      others: [],
    }
    expect(checkSignupForm(empty)).toEqual({
      first_name: 'required',
      last_name: 'required',
      email: 'required',
      countryCode: 'required',
      phone: 'required',
      acceptedTerms: 'terms_required',
    })
  })

  it.each([
    { change: { first_name: 'A' }, problems: { first_name: 'name_too_short' } },
    { change: { first_name: ' A ' }, problems: { first_name: 'name_too_short' } },
    { change: { first_name: 'A\u030a' }, problems: { first_name: 'name_too_short' } },
    { change: { last_name: 'Ö' }, problems: { last_name: 'name_too_short' } },
    { change: { last_name: 'Bo' }, problems: {} },
    { change: { last_name: 'o'.repeat(100) }, problems: {} },
    { change: { last_name: 'o'.repeat(101) }, problems: { last_name: 'name_too_long' } },
    { change: { email: 'asa' }, problems: { email: 'email_invalid' } },
    { change: { email: `${'a'.repeat(242)}@example.org` }, problems: {} },
    { change: { email: `${'a'.repeat(243)}@example.org` }, problems: { email: 'email_too_long' } },
    { change: { countryCode: 'PL' }, problems: { countryCode: 'required' } },
    { change: { note: ` ${'é'.repeat(500)}\n` }, problems: {} },
    { change: { note: 'n'.repeat(501) }, problems: { note: 'note_too_long' } },
    { change: { phone: '1234' }, problems: { phone: 'phone_too_short' } },
    { change: { phone: '12 - 34' }, problems: { phone: 'phone_too_short' } },
    { change: { phone: '12345' }, problems: {} },
    { change: { phone: `12345${'-'.repeat(36)}` }, problems: { phone: 'phone_invalid' } },
    { change: { phone: '\u202a٠٧٠\u2009١٢٣ ٤٥ ٦٧\u202c' }, problems: {} },
    { change: { first_name: '伟', last_name: '王' }, problems: {} },
    { change: { email: 'Åsa <asa@example.org>,' }, problems: {} },
    { change: { acceptedTerms: false }, problems: { acceptedTerms: 'terms_required' } },
  ])('$change', ({ change, problems }) => {
    expect(checkSignupForm({ ...form, ...change })).toEqual(problems)
  })

  it.each([
    ['12345x', 'phone_letters'],
    ['070-123 45 67 (hem)', 'phone_letters'],
    ['070-123 45 67 / 08-123 456', 'phone_several'],
    ['1'.repeat(18), 'phone_several'],
    ['\u202a٠٧٠\u2009١٢٣ ٤٥ ٦٧\u202c', undefined],
    ['tel:070-123 45 67', undefined],
  ])('says why %j is no number, or reads it, once the rules are loaded', (phone, problem) => {
    expect(checkSignupForm({ ...form, phone }, rules).phone).toBe(problem)
  })

  it('asks the rules of the country once they are loaded', () => {
    const short = { ...form, countryCode: 'US', phone: '12345' }
    expect(checkSignupForm(short)).toEqual({})
    expect(checkSignupForm(short, rules)).toEqual({ phone: 'phone_invalid' })
  })
})

describe('checkContactForm (D23)', () => {
  it.each([
    ['0701234567', {}],
    ['+46701234567', {}],
    ['070-12 34 5', {}],
    ['(070)12345', {}],
    ['070123456', { phone: 'phone_too_short' }],
    ['+070123456', { phone: 'phone_too_short' }],
    ['070+1234567', { phone: 'phone_invalid' }],
    ['070/1234567', { phone: 'phone_invalid' }],
    ['', { phone: 'required' }],
  ])('%j', (phone, problems) => {
    expect(checkContactForm({ ...form, phone })).toEqual(problems)
  })

  it('asks names and e-mail as the sign-up does', () => {
    const problems = checkContactForm({ first_name: ' x ', last_name: '', email: 'a@b', phone: '0701234567' })
    expect(problems).toEqual({ first_name: 'name_too_short', last_name: 'required', email: 'email_invalid' })
  })
})

describe('isEmail', () => {
  it.each(['a@b.c', ' a@b.c ', 'åsa.öberg+lag@räksmörgås.example', "o'brien@sub.example.org"])(
    '%j is one',
    (text) => {
      expect(isEmail(text)).toBe(true)
    },
  )

  it.each([
    '',
    'a',
    'a@b',
    '@b.c',
    'a@.',
    'a b@c.d',
    'a@b c.d',
    'a@@b.c',
    'a\0@b.c',
    'a\n@b.c',
    'a\ud83d@b.c',
    'a@b.c?bcc=d',
    'a@b_.c',
    'a@[192.0.2.1]',
  ])('%j is none', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  it.each(SPELLINGS_OF_ONE_ADDRESS)('%j is another spelling of an address, and none (D28)', (text) => {
    expect(isEmail(text)).toBe(false)
  })
})

describe('cleanEmail (D4)', () => {
  it.each(CLEANED_SPELLINGS)('%j is cleaned', (text) => {
    expect(cleanEmail(text)).toBe('victim@private.example')
  })

  it.each([
    ' \u200easa@example.org\u200b ',
    'as\u00ada@example\u2060.org\ufeff',
    'mailto:asa@example.org',
    'MAILTO:asa@example.org?subject=Hi',
    'asa@example.org,',
    'asa@example.org; ',
    'asa@example.org.',
    '<asa@example.org>',
    'Åsa Öberg <asa@example.org>;',
    '"Öberg, Åsa" <mailto:asa@example.org>',
    'asa@example.org <asa@example.org>',
    'asa@example.org\t\n',
  ])('%j is asa@example.org', (text) => {
    expect(cleanEmail(text)).toBe('asa@example.org')
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    'bo@example.org <asa@example.org>',
    '<asa@example.org> <bo@example.org>',
    'asa@example.org, bo@example.org',
    'asa@example.org bo@example.org',
  ])('leaves %j, which may be two', (text) => {
    expect(cleanEmail(text)).toBe(text)
    expect(isEmail(text)).toBe(false)
  })
})

describe('inviteMethodFor', () => {
  it.each([
    { person: { email: 'a@b.c', phone: '+46701234567' }, method: 'BOTH' },
    { person: { email: 'a@b.c', phone: null }, method: 'EMAIL' },
    { person: { email: '', phone: '+46701234567' }, method: 'SMS' },
    { person: { email: '', phone: null }, method: undefined },
    { person: {}, method: undefined },
  ])('$person: $method', ({ person, method }) => {
    expect(inviteMethodFor(person)).toBe(method)
  })
})
