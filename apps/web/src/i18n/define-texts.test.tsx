import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { buildTranslate, defineTexts } from './define-texts.ts'
import { chooseLanguage, startLanguage } from './language.ts'

const en = {
  title: 'Shifts',
  spots_left_one: '{{count}} spot left',
  spots_left_other: '{{count}} spots left',
  card: { greeting: 'You are signed up, {{name}}' },
} as const
const sv = {
  title: 'Pass',
  spots_left_one: '{{count}} plats kvar',
  spots_left_other: '{{count}} platser kvar',
  card: { greeting: 'Du är anmäld, {{name}}' },
}

it('fills in what is given, in groups too', () => {
  const t = buildTranslate<typeof en>(en, 'en')
  expect(t('card.greeting', { name: 'Åsa $& {{title}}' })).toBe('You are signed up, Åsa $& {{title}}')
})

it.each([
  ['en', 0, '0 spots left'],
  ['en', 1, '1 spot left'],
  ['en', 1_500, '1,500 spots left'],
  ['sv', 0, '0 platser kvar'],
  ['sv', 1, '1 plats kvar'],
] as const)('counts in %s: %i', (language, count, expected) => {
  const t = buildTranslate<typeof en>({ en, sv }[language], language)
  expect(t('spots_left', { count })).toBe(expected)
})

it('changes the words of what is shown, here and from another tab', () => {
  const useText = defineTexts({ en, sv })
  const Title = () => <h1>{useText()('title')}</h1>
  startLanguage()
  render(<Title />)
  expect(screen.getByRole('heading').textContent).toBe('Shifts')

  act(() => chooseLanguage('sv'))
  expect(screen.getByRole('heading').textContent).toBe('Pass')
  expect(document.documentElement.lang).toBe('sv')

  localStorage.setItem('language', 'en')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'language' })))
  expect(screen.getByRole('heading').textContent).toBe('Shifts')
})
