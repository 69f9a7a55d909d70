import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { smsSenderOf } from './sms-sender.ts'

const fromName = (name: string) => smsSenderOf({ name, sms_sender: null })

test('the sender that was chosen', () => {
  expect(smsSenderOf({ name: 'Åhusfestivalen', sms_sender: 'Ahusfest' })).toBe('Ahusfest')
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
