import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { defineTexts } from './define-texts.ts'
import { chooseLanguage, startLanguage } from './language.ts'

it('changes the texts on the screen when the language changes, here or in another tab', () => {
  const useText = defineTexts('test', { en: { title: 'Shifts' }, sv: { title: 'Pass' } })
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
