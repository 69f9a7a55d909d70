import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTexts, compareTexts, findDoubleNamespaces, findUnused, listInlineTexts } from './locales.mjs'

const EN = { title: 'Hello {{name}}', card: { spots_one: 'One spot', spots_other: '{{count}} spots' } }
const SV = { title: 'Hej {{name}}', card: { spots_one: 'En plats', spots_other: '{{count}} platser' } }

test('the same texts in two languages are no finding', () => {
  assert.deepEqual(compareTexts('f/', { en: EN, sv: SV }), [])
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
    assert.deepEqual(compareTexts('f/', { en: EN, sv }), [finding])
  })
}

test('sees a missing plural form', () => {
  const findings = compareTexts('f/', { en: { spots_one: 'One spot' }, sv: { spots_one: 'En plats' } })
  assert.deepEqual(findings, ['f/en: spots_one has no form _other', 'f/sv: spots_one has no form _other'])
})

test('takes a text for used however its key is written', () => {
  const texts = {
    title: 'T',
    spots_one: 'One',
    spots_other: 'Many',
    status: { SENT: 'Sent' },
    none_past: 'None',
  }
  const source = "t('title') t('spots', { count }) t(`status.${message.status}`) t(`none_${group}`)"
  assert.deepEqual(findUnused('f/', texts, [source]), [])
})

test('sees a text that nothing shows, though another key looks like it', () => {
  const texts = { title: 'T', subtitle: 'S', status: { SENT: 'Sent' }, more_one: 'One', more_other: 'Many' }
  const source = "t('title') t(`state.${status}`) t('no_more') t('SENT') `${origin}${path}`"
  assert.deepEqual(findUnused('f/', texts, [source]), [
    'f/: subtitle is shown nowhere',
    'f/: status.SENT is shown nowhere',
    'f/: more_one is shown nowhere',
    'f/: more_other is shown nowhere',
  ])
})

test('sees a namespace that is added twice', () => {
  const sources = [
    "export const useText = defineTexts('events', { en, sv })",
    "export const useText = defineTexts('people', { en, sv })",
    "export const texts = addNamespace('events', { en, sv })",
  ]
  assert.deepEqual(findDoubleNamespaces(sources), ['the namespace events is added twice'])
})

test('reads texts that stand in the source itself', () => {
  const source =
    "const texts = addNamespace('email', {\n  en: { why: 'Why {{x}}' },\n  sv: { why: 'Varför {{y}}' },\n})\n"
  const findings = listInlineTexts(source).flatMap(({ name, texts }) => compareTexts(name, texts))
  assert.deepEqual(findings, ['email sv: why fills in {y}, elsewhere {x}'])
})

test('the texts of the web, the api and the contract are complete', () => {
  const { findings, namespaces } = checkTexts()
  assert.deepEqual(findings, [])
  assert.ok(namespaces >= 20, `${namespaces} namespaces`)
})
