import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDeniedSender } from './denied-senders.ts'
import { approvalOf, type SenderFields, senderStateOf, smsSenderOf, wantedSender } from './sms-sender.ts'

const fromName = (name: string) => wantedSender({ name, sms_sender: null })

const IK_OST = { name: 'IK Öst', sms_sender: null, approved_sms_sender: null, sender_approved_for: null }

test.each<[string, Partial<SenderFields>, string, string]>([
  ['derived, not approved', {}, 'waiting', 'Muster'],
  ['derived, approved', { sender_approved_for: 'IK Öst' }, 'approved', 'IK Ost'],
  [
    'derived, approved for a name that gives the same',
    { sender_approved_for: 'IK Ost!' },
    'approved',
    'IK Ost',
  ],
  ['renamed since', { sender_approved_for: 'IK Väst' }, 'waiting', 'Muster'],
  ['chosen', { sms_sender: 'Osterns' }, 'waiting', 'Muster'],
  ['chosen, another is approved', { sms_sender: 'Osterns', approved_sms_sender: 'Ost' }, 'waiting', 'Muster'],
  ['chosen and approved', { sms_sender: 'Osterns', approved_sms_sender: 'Osterns' }, 'approved', 'Osterns'],
  ['chosen as it is derived', { sms_sender: 'IK Ost', sender_approved_for: 'IK Öst' }, 'approved', 'IK Ost'],
  ['renamed to a bank', { name: 'BankID', sender_approved_for: 'BankID' }, 'denied', 'Muster'],
  [
    'a bank that was approved',
    { sms_sender: 'Swedbank', approved_sms_sender: 'Swedbank' },
    'denied',
    'Muster',
  ],
  ['without letters', { name: '2026' }, 'approved', 'Muster'],
])('%s', (_name, fields, state, sender) => {
  const organization = { ...IK_OST, ...fields }
  expect(senderStateOf(organization)).toBe(state)
  expect(smsSenderOf(organization)).toBe(sender)
})

test.each([IK_OST, { ...IK_OST, sms_sender: 'Osterns' }])(
  'an approval is of the sender that is wanted',
  (given) => {
    expect(senderStateOf({ ...given, ...approvalOf(given) })).toBe('approved')
  },
)

describe('the list of banks and authorities', () => {
  test.each([
    'BankID',
    'Bank ID',
    'BANKID',
    'Bankld',
    'B4nk1D',
    'Swedbank',
    'SEB',
    'Swed bank',
    'ICA Banken',
    'Polisen',
    'Skatteverket',
    'Forsakrings',
    'Transportst',
    'SOS Alarm',
    '1177',
    'MUSTER',
    'Muster',
  ])('has %j', (sender) => {
    expect(isDeniedSender(sender)).toBe(true)
  })

  test.each([
    'Matbanken',
    'Sebbes',
    'Polisong',
    'Skattjakten',
    'Bankeryds',
    'IK Ost',
    'Lund 26',
    'Sosdala IF',
    '',
  ])('does not have %j', (sender) => {
    expect(isDeniedSender(sender)).toBe(false)
  })

  test('has every word as a sender is derived from it', () => {
    for (const name of ['Försäkringskassan', 'Skatteverket', 'Länsförsäkringar', 'Arbetsförmedlingen'])
      expect(isDeniedSender(fromName(name)), name).toBe(true)
  })
})

test.each([
  ['Åhusfestivalen', 'Ahusfestiva'],
  ['Ängens vänner', 'Angens'],
  ['IK Öst', 'IK Ost'],
  ["Kid's Club", 'Kids Club'],
  ['Ærø & Søn', 'Aero Son'],
  ['Sommar-fest 2026', 'Sommar fest'],
  ['A\u030aker', 'Aker'],
  ['2026', 'Muster'],
  ['夏祭り', 'Muster'],
  ['', 'Muster'],
])('made of %j: %j', (name, sender) => {
  expect(fromName(name)).toBe(sender)
})

test('always something a network takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
      expect(fromName(name)).toMatch(/^(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9 ]{0,10}$/)
    }),
  )
})
