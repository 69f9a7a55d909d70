import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareTexts } from './locales.mjs'

const EN = { title: 'Hello {{name}}', card: { spots_one: 'One spot', spots_other: '{{count}} spots' } }
const SV = { title: 'Hej {{name}}', card: { spots_one: 'En plats', spots_other: '{{count}} platser' } }

test('the same texts in two languages are no finding', () => {
  assert.deepEqual(compareTexts('f', { en: EN, sv: SV }), [])
})

for (const { name, sv, finding } of [
  { name: 'a missing text', sv: { ...SV, title: undefined }, finding: 'f/sv: title is missing' },
  { name: 'an empty text', sv: { ...SV, title: ' ' }, finding: 'f/sv: title is not a text' },
  {
    name: 'another placeholder',
    sv: { ...SV, title: 'Hej {{namn}}' },
    finding: 'f/sv: title fills in {namn}, elsewhere {name}',
  },
  { name: 'a text nobody asks for', sv: { ...SV, more: 'Mer' }, finding: 'f/en: more is missing' },
]) {
  test(`sees ${name}`, () => {
    assert.deepEqual(compareTexts('f', { en: EN, sv }), [finding])
  })
}

test('sees a missing plural form', () => {
  const findings = compareTexts('f', { en: { spots_one: 'One spot' }, sv: { spots_one: 'En plats' } })
  assert.deepEqual(findings, ['f/en: spots_one has no form _other', 'f/sv: spots_one has no form _other'])
})
