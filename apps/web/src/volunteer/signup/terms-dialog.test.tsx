import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { chooseLanguage } from '../../i18n/language.ts'
import { TermsDialog } from './terms-dialog.tsx'

vi.mock('../terms/terms-text.tsx', () => {
  throw new Error('The chunk did not come.')
})

it.each([
  { language: 'en', text: 'The terms could not be loaded. Check your network and try again.' },
  { language: 'sv', text: 'Det gick inte att hämta villkoren. Kontrollera din uppkoppling och försök igen.' },
] as const)('$language: says that the terms did not come', async ({ language, text }) => {
  chooseLanguage(language)
  render(<TermsDialog onAccept={() => undefined} onClose={() => undefined} />)
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})
