import type { PublicEvent } from '@muster/contract/events'
import { topics } from '@muster/contract/live'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { paths } from '../../paths.ts'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicRole,
  buildPublicShift,
} from '../../testing/build-public-event.ts'
import { answerJoin } from '../../testing/live-channel.ts'
import { renderPublic } from '../../testing/render-public.tsx'

vi.mock('../../live/connection.ts', () => import('../../testing/live-channel.ts'))

const languages = ['en', 'sv'] as const
type Language = (typeof languages)[number]
const sign_up = { en: 'Sign up', sv: 'Anmäl mig' }
const full = buildPublicShift(['Maja Ek'], { required_qty: 1 })

async function open(
  language: Language,
  { event = buildPublicEvent(), others = 0 }: { event?: PublicEvent; others?: number } = {},
) {
  const shift = event.roles[0]?.shifts[0] ?? buildPublicShift()
  answerPublicEvent(event)
  answerJoin(topics.shiftSignup(shift.id), { others })
  const user = await renderPublic(paths.signup(event.id, shift.id), language)
  await screen.findByRole('heading', { level: 1 })
  return { event, shift, user }
}

const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (!found) throw new Error(`No field ${name}`)
  return found
}

/** All at once: what typing does is proved elsewhere. */
function fillIn(given: Record<string, string> = {}) {
  const values = {
    first_name: 'Åsa',
    last_name: 'Öberg',
    email: 'asa@example.org',
    countryCode: 'SE',
    phone: '070 174 06 05',
    ...given,
  }
  for (const [name, value] of Object.entries(values)) {
    fireEvent.change(field(name), { target: { value } })
    fireEvent.blur(field(name))
  }
  if (!field('acceptedTerms').checked) fireEvent.click(field('acceptedTerms'))
}

describe.each(languages)('the words of the sign-up page (%s)', (language) => {
  it('over and beside the form', async () => {
    await open(language, { others: 1 })
    const texts = {
      en: [
        '1 other person is signing up now',
        'Your details',
        'First name',
        'Last name',
        'E-mail',
        'Phone',
        'Leading zero will be automatically removed',
        'Your name is shown on the event page. Only the organiser sees your e-mail and phone.',
        'I am at least 16 and accept the terms',
        'Read the terms',
      ],
      sv: [
        '1 annan person anmäler sig just nu',
        'Dina uppgifter',
        'Förnamn',
        'Efternamn',
        'E-post',
        'Telefon',
        'Inledande nolla tas bort automatiskt',
        'Ditt namn visas på evenemangets sida. Bara arrangören ser din e-postadress och ditt telefonnummer.',
        'Jag har fyllt 16 år och godkänner villkoren',
        'Läs villkoren',
      ],
    }
    await screen.findByText(texts[language][0] ?? '')
    expect(texts[language].filter((text) => screen.queryAllByText(text).length === 0)).toEqual([])
    screen.getByRole('combobox', { name: { en: 'Country code', sv: 'Landskod' }[language] })
  })

  it.each([
    {
      public_names: 'initial',
      en: 'Your first name and the first letter of your last name are shown on the event page. Only the organiser sees the rest, your e-mail and phone.',
      sv: 'Ditt förnamn och första bokstaven i ditt efternamn visas på evenemangets sida. Bara arrangören ser resten, din e-postadress och ditt telefonnummer.',
    },
    {
      public_names: 'hidden',
      en: 'Only the organiser sees your name, e-mail and phone. The event page shows only how many have signed up.',
      sv: 'Bara arrangören ser ditt namn, din e-postadress och ditt telefonnummer. Evenemangets sida visar bara hur många som är anmälda.',
    },
  ] as const)('who sees the name: $public_names', async ({ public_names, [language]: text }) => {
    await open(language, { event: buildPublicEvent({ public_names }) })
    screen.getByText(text)
  })

  it('one field that is wrong, in whole sentences', async () => {
    const { user } = await open(language)
    fillIn({ email: 'asa@example' })
    await user.click(screen.getByRole('button', { name: sign_up[language] }))
    const texts = {
      en: [
        '1 field needs your attention: E-mail',
        'The address is not complete. It should look like name@example.org.',
      ],
      sv: [
        '1 fält behöver rättas: E-post',
        'Adressen är inte fullständig. Den ska se ut som namn@example.org.',
      ],
    }
    for (const text of texts[language]) expect(await screen.findByText(text)).toBeDefined()
  })

  it.each([
    {
      phone: '0701',
      en: 'A phone number has at least 5 digits.',
      sv: 'Ett telefonnummer har minst 5 siffror.',
    },
    {
      phone: '00000',
      en: 'This cannot be a phone number in the chosen country. Check the digits and the country.',
      sv: 'Det kan inte vara ett telefonnummer i det valda landet. Kontrollera siffrorna och landet.',
    },
  ])('the phone $phone', async ({ phone, [language]: text }) => {
    await open(language)
    fillIn({ phone })
    expect(await screen.findByText(text)).toBeDefined()
  })

  it('on the way', async () => {
    stall('signup', 'signUp')
    const { user } = await open(language)
    fillIn()
    await user.click(screen.getByRole('button', { name: sign_up[language] }))
    expect(await screen.findByText({ en: 'Signing up…', sv: 'Anmäler…' }[language])).toBeDefined()
  })

  it('a full shift', async () => {
    await open(language, { event: buildPublicEvent({ roles: [buildPublicRole('Entrance', [full])] }) })
    screen.getByText({ en: 'All places are taken.', sv: 'Alla platser är tagna.' }[language])
  })

  it.each([
    [{}, { en: 'Failed to process your signup', sv: 'Det gick inte att genomföra din anmälan' }[language]],
    [{ status: 409, code: 'shift_full', error: 'The server’s own.' }, 'The server’s own.'],
  ])('a sign-up that is refused', async (refusal, text) => {
    refuse('signup', 'signUp', refusal)
    const { user } = await open(language)
    fillIn()
    await user.click(screen.getByRole('button', { name: sign_up[language] }))
    expect(await screen.findByText(text)).toBeDefined()
  })

  it.each([
    [{}, { en: 'Something went wrong. Please try again.', sv: 'Något gick fel. Försök igen.' }[language]],
    [{ error: 'The server’s own.' }, 'The server’s own.'],
  ])('a shift that cannot be read', async (refusal, reason) => {
    refuse('events', 'getPublicEvent', refusal)
    await renderPublic(paths.signup(buildId(), buildId()), language)
    const said = (await screen.findByRole('alert')).textContent
    expect(said).toContain(
      { en: 'Failed to load shift details', sv: 'Det gick inte att läsa in passet' }[language],
    )
    expect(said).toContain(reason)
    const back = { en: 'Back to the event', sv: 'Tillbaka till evenemanget' }[language]
    expect(screen.getByRole('link', { name: back })).toBeDefined()
  })

  it('a refusal says that what was typed is kept', async () => {
    refuse('signup', 'signUp', { status: 409, code: 'shift_full', error: 'The server’s own.' })
    const { user } = await open(language)
    fillIn()
    await user.click(screen.getByRole('button', { name: sign_up[language] }))
    await screen.findByRole('heading', { name: 'The server’s own.' })
    screen.getByText({ en: 'What you filled in is kept.', sv: 'Det du har fyllt i finns kvar.' }[language])
    screen.getByRole('button', { name: { en: 'Back to the form', sv: 'Tillbaka till formuläret' }[language] })
  })

  it('an event that is gone leads home', async () => {
    refuse('events', 'getPublicEvent', { status: 404, code: 'event_not_found' })
    await renderPublic(paths.signup(buildId(), buildId()), language)
    const home = { en: 'To the start page', sv: 'Till startsidan' }[language]
    expect((await screen.findByRole('link', { name: home })).getAttribute('href')).toBe('/')
  })

  it('the contact form says what one accepts', async () => {
    const event = buildPublicEvent()
    const shift = event.roles[0]?.shifts[0]
    answerPublicEvent(event)
    answer('events', 'getPublicEvent', event)
    await renderPublic(`${paths.publicEvent(event.id)}?shift=${shift?.id}`, language)
    const accepts = {
      en: /You are at least 16, and by signing up you accept the terms of use\./,
      sv: /Du har fyllt 16 år, och när du anmäler dig godkänner du användarvillkoren\./,
    }
    expect(await screen.findByText(accepts[language])).toBeDefined()
  })
})
