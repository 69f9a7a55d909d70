import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { approvedAfterChoice, isSenderWaiting, smsSenderOf } from './sms-sender.ts'

const fromName = (name: string) => smsSenderOf({ name, approved_sms_sender: null })

test('the sender that was approved', () => {
  expect(smsSenderOf({ name: 'Åhusfestivalen', approved_sms_sender: 'Ahusfest' })).toBe('Ahusfest')
})

test.each([
  ['none was chosen', { sms_sender: null, approved_sms_sender: null }, false, 'IK Ost'],
  ['none any more', { sms_sender: null, approved_sms_sender: 'Osterns' }, false, 'IK Ost'],
  ['one made from the name', { sms_sender: 'IK Ost', approved_sms_sender: null }, false, 'IK Ost'],
  ['the name again', { sms_sender: 'IK Ost', approved_sms_sender: 'Osterns' }, false, 'IK Ost'],
  ['another', { sms_sender: 'Swedbank', approved_sms_sender: null }, true, 'IK Ost'],
  ['the approved one', { sms_sender: 'Osterns', approved_sms_sender: 'Osterns' }, false, 'Osterns'],
  [
    'another than the approved one',
    { sms_sender: 'Swedbank', approved_sms_sender: 'Osterns' },
    true,
    'Osterns',
  ],
])('chosen: %s', (_name, given, is_waiting, sender) => {
  const chosen = { name: 'IK Öst', ...given }
  expect(isSenderWaiting(chosen)).toBe(is_waiting)
  expect(smsSenderOf({ name: 'IK Öst', approved_sms_sender: approvedAfterChoice(chosen) })).toBe(sender)
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
