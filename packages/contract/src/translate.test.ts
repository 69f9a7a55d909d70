import { expect, it } from 'vitest'
import { addNamespace } from './translate.ts'

const texts = addNamespace('test', {
  en: {
    title: 'Shifts',
    spots_left_one: '{{count}} spot left',
    spots_left_other: '{{count}} spots left',
    attempts: 'Attempt {{count}}, {{context}}',
    card: { greeting: 'You are signed up, {{name}}' },
  },
  sv: {
    title: 'Pass',
    spots_left_one: '{{count}} plats kvar',
    spots_left_other: '{{count}} platser kvar',
    attempts: 'Försök {{count}}, {{context}}',
    card: { greeting: 'Du är anmäld, {{name}}' },
  },
})

it.each(['Åsa $& {{title}}', '{{- title}} $t(title)', '<b>Åsa</b> & "Bo"', '__proto__'])(
  'repeats a value as it is: %s',
  (name) => {
    expect(texts.en('card.greeting', { name })).toBe(`You are signed up, ${name}`)
  },
)

it.each([
  ['en', 0, '0 spots left'],
  ['en', 1, '1 spot left'],
  ['en', 1_500, '1,500 spots left'],
  ['sv', 0, '0 platser kvar'],
  ['sv', 1, '1 plats kvar'],
  ['sv', 1_500, '1\u00a0500 platser kvar'],
] as const)('counts in %s: %i', (language, count, expected) => {
  expect(texts[language]('spots_left', { count })).toBe(expected)
})

it("does not read a value as an option of i18next's", () => {
  expect(texts.sv('attempts', { count: 2, context: 'title' })).toBe('Försök 2, title')
})

it('does not compile without a known key and its values', () => {
  // @ts-expect-error no such key
  texts.en('titel')
  // @ts-expect-error no value
  texts.en('card.greeting')
  // @ts-expect-error another value
  texts.en('card.greeting', { nam: 'Åsa' })
  // @ts-expect-error a plural form is chosen by its count
  texts.en('spots_left_one', { count: 1 })
  // @ts-expect-error a count is a number
  texts.en('spots_left', { count: '1' })
  // @ts-expect-error the Swedish text is missing
  addNamespace('incomplete', { en: { title: 'Shifts' }, sv: {} })
})
