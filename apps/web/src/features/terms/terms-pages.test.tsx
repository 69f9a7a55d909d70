import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { renderPublic } from '../../testing/render-public.tsx'

it.each([
  { language: 'en', title: 'Terms of use', version: 'Version 1.3 of 2 May 2025', age: /at least 16 years/ },
  { language: 'sv', title: 'Användarvillkor', version: 'Version 1.3 från 2 maj 2025', age: /fyllt 16 år/ },
] as const)('$language: the terms (D24)', async ({ language, title, version, age }) => {
  await renderPublic(paths.terms, language)
  await screen.findByRole('heading', { name: title, level: 1 })
  expect(document.title).toBe(`${title} · Muster`)
  screen.getByText(version)
  screen.getByText(age)
  screen.getByText(/24 (months|månader)/)
  expect(screen.getAllByText(/30 (days|dagar)/)).toHaveLength(2)
})

it.each([
  {
    language: 'en',
    title: 'Privacy notice',
    version: /version 1\.3 .* 2 May 2025/,
    kept: /At most 24 months/,
  },
  {
    language: 'sv',
    title: 'Om dina personuppgifter',
    version: /version 1\.3 .* 2 maj 2025/,
    kept: /Högst 24 månader/,
  },
] as const)('$language: the privacy notice (D24, D33)', async ({ language, title, version, kept }) => {
  await renderPublic(paths.privacy, language)
  await screen.findByRole('heading', { name: title, level: 1 })
  expect(document.title).toBe(`${title} · Muster`)
  screen.getByText(version)
  screen.getByText(kept)
})

it.each([
  { language: 'en', terms: 'Terms of use', privacy: 'Privacy' },
  { language: 'sv', terms: 'Användarvillkor', privacy: 'Personuppgifter' },
] as const)('$language: both are at the foot of every page', async ({ language, terms, privacy }) => {
  const user = await renderPublic(paths.terms, language)
  await user.click(await screen.findByRole('link', { name: privacy }))
  expect(location.pathname).toBe('/privacy')
  await user.click(screen.getByRole('link', { name: terms }))
  expect(location.pathname).toBe('/terms')
})
