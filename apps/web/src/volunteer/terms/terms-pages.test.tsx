import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { chooseLanguage } from '../../i18n/language.ts'
import { publicPaths } from '../../public-paths.ts'
import { renderPublic } from '../../testing/render-public.tsx'
import { TermsText } from './terms-text.tsx'

it.each([
  { language: 'en', title: 'Terms of use', version: 'Version 1.3 of 2 May 2025', age: /at least 16 years/ },
  { language: 'sv', title: 'Användarvillkor', version: 'Version 1.3 från 2 maj 2025', age: /fyllt 16 år/ },
] as const)('$language: the terms (D24)', async ({ language, title, version, age }) => {
  await renderPublic(publicPaths.terms, language)
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
  await renderPublic(publicPaths.privacy, language)
  await screen.findByRole('heading', { name: title, level: 1 })
  expect(document.title).toBe(`${title} · Muster`)
  screen.getByText(version)
  screen.getByText(kept)
})

it.each([
  { language: 'en', terms: 'Terms of use', privacy: 'Privacy' },
  { language: 'sv', terms: 'Användarvillkor', privacy: 'Personuppgifter' },
] as const)('$language: both are at the foot of every page', async ({ language, terms, privacy }) => {
  const user = await renderPublic(publicPaths.terms, language)
  await user.click(await screen.findByRole('link', { name: privacy }))
  expect(location.pathname).toBe('/privacy')
  await user.click(screen.getByRole('link', { name: terms }))
  expect(location.pathname).toBe('/terms')
})

const sections = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

/** Checks that each heading has its text, because people agree to it. */
function expectTextUnderEach() {
  for (const heading of screen.getAllByRole('heading', { level: 2 })) {
    expect(heading.nextElementSibling?.textContent.length).toBeGreaterThan(30)
  }
}

it.each([
  {
    language: 'en',
    headings: [
      'What this is about',
      'Minimum age',
      'What is kept about you',
      'Who sees it',
      'How long it is kept',
      'Your rights',
      'If you cannot come',
      'Ending an account',
      'Changes',
    ],
    facts: [
      'You must be at least 16 years old to sign up.',
      'At most 24 months after your last shift. After that your details are removed, and only totals remain.',
      'As a volunteer you have no account. An account of an organizer is ended with 30 days’ notice.',
      'You are told of material changes to these terms 30 days before they apply. They stand on this page, and everybody with an account gets an e-mail.',
    ],
  },
  {
    language: 'sv',
    headings: [
      'Vad det handlar om',
      'Lägsta ålder',
      'Vad som sparas om dig',
      'Vem som ser det',
      'Hur länge det sparas',
      'Dina rättigheter',
      'Om du inte kan komma',
      'Att avsluta ett konto',
      'Ändringar',
    ],
    facts: [
      'Du måste ha fyllt 16 år för att anmäla dig.',
      'Högst 24 månader efter ditt sista pass. Därefter tas dina uppgifter bort, och bara statistik finns kvar.',
      'Som volontär har du inget konto. En arrangörs konto avslutas med 30 dagars uppsägningstid.',
      'Du får veta om väsentliga ändringar av villkoren 30 dagar innan de börjar gälla. De står på den här sidan, och alla som har ett konto får ett mejl.',
    ],
  },
] as const)('$language: the terms are whole', async ({ language, headings, facts }) => {
  await renderPublic(publicPaths.terms, language)
  await screen.findByRole('heading', { level: 1 })
  expect(sections()).toEqual(headings)
  expectTextUnderEach()
  for (const fact of facts) screen.getByText(fact)
})

it.each([
  {
    language: 'en',
    headings: [
      'Who is responsible',
      'What is kept',
      'Where it comes from',
      'What it is used for',
      'Who sees it',
      'How long',
      'In your browser',
      'Your rights',
      'How to ask',
    ],
    fact: 'At most 24 months after your last shift. Then everything that points to you is removed, and only totals remain.',
  },
  {
    language: 'sv',
    headings: [
      'Vem som ansvarar',
      'Vad som sparas',
      'Varifrån det kommer',
      'Vad det används till',
      'Vem som ser det',
      'Hur länge',
      'I din webbläsare',
      'Dina rättigheter',
      'Så frågar du',
    ],
    fact: 'Högst 24 månader efter ditt sista pass. Sedan tas allt som kan kopplas till dig bort, och bara statistik finns kvar.',
  },
] as const)('$language: the privacy notice is whole', async ({ language, headings, fact }) => {
  await renderPublic(publicPaths.privacy, language)
  await screen.findByRole('heading', { level: 1 })
  expect(sections()).toEqual(headings)
  expectTextUnderEach()
  screen.getByText(fact)
})

it.each([
  { language: 'en', title: 'Version 1.4 applies from 1 June 2026:', summary: 'A sentence is clearer.' },
  { language: 'sv', title: 'Version 1.4 gäller från den 1 juni 2026:', summary: 'En mening är tydligare.' },
] as const)(
  '$language: an announced version is shown above the terms in force',
  ({ language, title, summary }) => {
    chooseLanguage(language)
    render(
      <TermsText
        announced={{
          version: '1.4',
          announced_on: '2026-05-01',
          date: '2026-06-01',
          summary: { en: 'A sentence is clearer.', sv: 'En mening är tydligare.' },
        }}
      />,
    )
    expect(screen.getByText(title).parentElement?.textContent).toContain(summary)
  },
)
