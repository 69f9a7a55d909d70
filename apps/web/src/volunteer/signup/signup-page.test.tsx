import type { Language } from '@muster/contract/language'
import { topics } from '@muster/contract/live'
import type { PublicEvent } from '@muster/contract/public-event'
import { routes } from '@muster/contract/routes'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicRole,
  buildPublicShift,
} from '../../testing/build-public-event.ts'
import { answerJoin, breakLive, pushLive, rejoinLive } from '../../testing/live-channel.ts'
import { renderPublic } from '../../testing/render-public.tsx'
import { server } from '../../testing/server.ts'
import { loadPhoneRules } from './phone-rules.ts'

const words = {
  en: {
    first: 'First name',
    last: 'Last name',
    email: 'E-mail',
    phone: 'Phone',
    country: 'Country code',
    sign_up: 'Sign up',
  },
  sv: {
    first: 'Förnamn',
    last: 'Efternamn',
    email: 'E-post',
    phone: 'Telefon',
    country: 'Landskod',
    sign_up: 'Anmäl mig',
  },
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (!found) throw new Error(`No field ${name}`)
  return found
}

async function openSignup({
  event = buildPublicEvent(),
  language = 'en',
  others = 0,
}: {
  event?: PublicEvent
  language?: Language
  others?: number
} = {}) {
  const shift = event.roles[0]?.shifts[0] ?? buildPublicShift()
  answerPublicEvent(event)
  answerJoin(topics.shiftSignup(shift.id), { others })
  const user = await renderPublic(publicPaths.signup(event.id, shift.id), language)
  await screen.findByRole('heading', { level: 1 })
  return { event, shift, user }
}

async function fillIn(
  user: UserEvent,
  given: Partial<Record<'first_name' | 'last_name' | 'email' | 'phone', string>> = {},
) {
  const values = {
    first_name: 'Åsa',
    last_name: 'Öberg',
    email: 'asa@example.org',
    phone: '070-174 06 05',
    ...given,
  }
  await user.selectOptions(field('countryCode'), 'SE')
  for (const [name, value] of Object.entries(values)) {
    await user.clear(field(name))
    if (value !== '') await user.type(field(name), value)
  }
  if (!field('acceptedTerms').checked) await user.click(field('acceptedTerms'))
}

const press = (user: UserEvent, language: Language = 'en') =>
  user.click(screen.getByRole('button', { name: words[language].sign_up }))

const answerSignup = (event: PublicEvent) => {
  const shift = event.roles[0]?.shifts[0] ?? buildPublicShift()
  return answer('signup', 'signUp', {
    assignment_id: buildId(),
    shift: { ...shift, role_id: event.roles[0]?.id ?? '' },
    calendar_url: '/calendar/abc.ics',
    correction_key: 'key',
  })
}

describe('what one signs up for', () => {
  it('shows role, time, place, what is left and who else is there', async () => {
    const shift = buildPublicShift(['Anna Berg'])
    const event = buildPublicEvent({
      roles: [buildPublicRole('Entrance', [shift], 'Meet at the yellow tent')],
    })
    await openSignup({ event, others: 2 })
    expect(document.title).toBe('Sign up: Entrance · Muster')
    screen.getByRole('heading', { name: 'Entrance', level: 1 })
    screen.getByText('Meet at the yellow tent')
    screen.getByText('Anna Berg')
    screen.getByText('1 of 4 taken')
    await screen.findByText('2 other people are signing up now')
    screen.getByText('Fri 21 June, 08:00–12:00')
    expect(screen.getByRole('link', { name: 'Back to Midsommar i parken' }).getAttribute('href')).toBe(
      publicPaths.publicEvent(event.id),
    )
  })

  it('does not say that others are there while its live feed is lost', async () => {
    const shift = buildPublicShift()
    await openSignup({
      event: buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] }),
      others: 2,
    })
    await screen.findByText('2 other people are signing up now')
    await breakLive(topics.shiftSignup(shift.id))
    expect(screen.queryByText('2 other people are signing up now')).toBeNull()
    await rejoinLive(topics.shiftSignup(shift.id))
    screen.getByText('2 other people are signing up now')
  })

  it.each([
    { public_names: 'full', text: /^Once you have a place, your name is shown on the event page/ },
    { public_names: 'initial', text: /^Once you have a place, your first name and the first letter/ },
    { public_names: 'hidden', text: /^Only Midsommarföreningen sees your name/ },
  ] as const)('says who sees the name: $public_names', async ({ public_names, text }) => {
    await openSignup({ event: buildPublicEvent({ public_names }) })
    screen.getByText(text)
  })

  it.each([
    { language: 'en', title: 'Sign up: Entrance' },
    { language: 'sv', title: 'Anmälan: Entrance' },
  ] as const)('$language: names the tab', async ({ language, title }) => {
    await openSignup({ language })
    expect(document.title).toBe(`${title} · Muster`)
  })
})

describe('the form', () => {
  it('chooses the country of the browser’s time zone', async () => {
    await openSignup()
    expect(field('countryCode').value).toBe('US')
  })

  it('tells the browser what its fields are', async () => {
    await openSignup()
    const tokens = ['first_name', 'last_name', 'email', 'phone'].map((name) => field(name).autocomplete)
    expect(tokens).toEqual(['given-name', 'family-name', 'email', 'tel-national'])
    expect(field('phone').inputMode).toBe('tel')
    screen.getByText('Leading zero will be automatically removed')
  })

  it('keeps what is pasted as a phone number, and says at once what is wrong with it', async () => {
    const { user } = await openSignup()
    await loadPhoneRules()
    await user.click(field('phone'))
    await user.paste('070-123 45 67 (hem)')
    expect(field('phone').value).toBe('070-123 45 67 (hem)')
    screen.getByText('Write only the number, no letters.')
    await user.clear(field('phone'))
    await user.paste('070-123 45 67 / 08-123 456')
    screen.getByText('Write only one number.')
    await user.clear(field('phone'))
    await user.paste('\u202a٠٧٠-١٢٣ ٤٥ ٦٧\u202c')
    await user.tab()
    expect(field('phone').getAttribute('aria-invalid')).not.toBe('true')
  })

  const cases = [
    { name: 'first_name', typed: '', en: 'This field is required.', sv: 'Det här fältet måste fyllas i.' },
    { name: 'first_name', typed: 'Å', en: 'Write at least 2 characters.', sv: 'Skriv minst 2 tecken.' },
    {
      name: 'first_name',
      typed: 'Å'.repeat(101),
      en: 'Write at most 100 characters.',
      sv: 'Skriv högst 100 tecken.',
    },
    { name: 'last_name', typed: ' ', en: 'This field is required.', sv: 'Det här fältet måste fyllas i.' },
    { name: 'last_name', typed: 'Ö ', en: 'Write at least 2 characters.', sv: 'Skriv minst 2 tecken.' },
    { name: 'email', typed: '', en: 'This field is required.', sv: 'Det här fältet måste fyllas i.' },
    {
      name: 'email',
      typed: 'asa@example',
      en: /^The address is not complete/,
      sv: /^Adressen är inte fullständig/,
    },
    { name: 'phone', typed: '', en: 'This field is required.', sv: 'Det här fältet måste fyllas i.' },
    { name: 'phone', typed: '0701', en: /at least 5 digits/, sv: /minst 5 siffror/ },
    {
      name: 'phone',
      typed: '00000',
      en: /^This number does not fit/,
      sv: /^Numret verkar inte stämma/,
    },
  ] as const

  it.each(
    cases.flatMap(
      (each) =>
        [
          { ...each, language: 'en' },
          { ...each, language: 'sv' },
        ] as const,
    ),
  )(
    '$language: $name "$typed" is refused on leaving it, and read out with it',
    async ({ name, typed, language, ...texts }) => {
      const { user } = await openSignup({ language })
      await user.click(field(name))
      await user.clear(field(name))
      if (typed !== '') await user.type(field(name), typed)
      await user.tab()
      const error = await screen.findByText(texts[language])
      expect(field(name).getAttribute('aria-invalid')).toBe('true')
      const described = field(name).getAttribute('aria-describedby') ?? ''
      const texts_read = described.split(' ').map((id) => document.getElementById(id)?.textContent)
      expect(texts_read).toContain(error.textContent)
    },
  )

  it('checks again with every change once a field was left', async () => {
    const { user } = await openSignup()
    await fillIn(user, { email: 'asa@example' })
    await user.click(field('first_name'))
    screen.getByText(/^The address is not complete/)
    await user.type(field('email'), '.org')
    expect(screen.queryByText(/^The address is not complete/)).toBeNull()
  })

  it.each([
    {
      language: 'en',
      summary: '5 fields need your attention: First name, Last name, E-mail, Phone, Terms of use',
      terms: 'Accept the terms to sign up.',
    },
    {
      language: 'sv',
      summary: '5 fält behöver rättas: Förnamn, Efternamn, E-post, Telefon, Användarvillkor',
      terms: 'Godkänn villkoren för att anmäla dig.',
    },
  ] as const)(
    '$language: sent empty, says all that is wrong and goes to the first',
    async ({ language, summary, terms }) => {
      const { user } = await openSignup({ language })
      for (const name of ['first_name', 'last_name', 'email', 'phone']) await user.clear(field(name))
      if (field('acceptedTerms').checked) await user.click(field('acceptedTerms'))
      await press(user, language)
      expect((await screen.findByText(summary)).getAttribute('role')).toBe('alert')
      screen.getByText(terms)
      await waitFor(() => expect(document.activeElement).toBe(field('first_name')))
    },
  )

  it('keeps what was typed when the language changes and when the shift does', async () => {
    const { user, event, shift } = await openSignup()
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'SV, Svenska' }))
    const taken = { ...shift, role_id: event.roles[0]?.id, spots_left: 2, assigned_count: 2, signing_up: 1 }
    await pushLive(topics.event(event.id), 'shifts', {
      n: 1,
      as_of: '2199-06-01T00:00:01.000Z',
      shifts: [taken],
      removed: [],
    })
    expect(screen.getAllByText('2 lediga platser')).toHaveLength(2)
    expect(['first_name', 'last_name', 'email', 'phone'].map((name) => field(name).value)).toEqual([
      'Åsa',
      'Öberg',
      'asa@example.org',
      '070-174 06 05',
    ])
  })
})

describe('the terms', () => {
  it.each([
    {
      language: 'en',
      read: 'Read the terms',
      close: 'Close',
      version: 'Version 1.3 of 2 May 2025',
      age: /at least 16 years/,
      kept: /At most 24 months/,
    },
    {
      language: 'sv',
      read: 'Läs villkoren',
      close: 'Stäng',
      version: 'Version 1.3 från 2 maj 2025',
      age: /fyllt 16 år för/,
      kept: /Högst 24 månader/,
    },
  ] as const)(
    '$language: can be read, and left without accepting',
    async ({ language, read, close, version, age, kept }) => {
      const { user } = await openSignup({ language })
      if (field('acceptedTerms').checked) await user.click(field('acceptedTerms'))
      await user.click(screen.getByRole('button', { name: read }))
      const dialog = within(await screen.findByRole('dialog'))
      await dialog.findByText(version)
      dialog.getByText(age)
      dialog.getByText(kept)
      expect(dialog.getAllByText(/30 (days|dagar)/)).toHaveLength(2)
      const [, closeButton] = dialog.getAllByRole('button', { name: close })
      if (closeButton) await user.click(closeButton)
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(field('acceptedTerms').checked).toBe(false)
    },
  )

  it.each([
    { language: 'en', read: 'Read the terms', accept: 'Accept & Close' },
    { language: 'sv', read: 'Läs villkoren', accept: 'Godkänn och stäng' },
  ] as const)('$language: are accepted in the dialog', async ({ language, read, accept }) => {
    const { user } = await openSignup({ language })
    if (field('acceptedTerms').checked) await user.click(field('acceptedTerms'))
    await user.click(screen.getByRole('button', { name: read }))
    await user.click(screen.getByRole('button', { name: accept }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(field('acceptedTerms').checked).toBe(true)
  })
})

describe('signing up', () => {
  it.each([
    {
      language: 'en',
      title: 'You’re signed up, Åsa',
      mail: 'A confirmation is on its way to asa@example.org',
      calendar: 'Add to calendar',
      back: 'Back to the event',
    },
    {
      language: 'sv',
      title: 'Du är anmäld, Åsa',
      mail: 'En bekräftelse är på väg till asa@example.org',
      calendar: 'Lägg till i kalendern',
      back: 'Tillbaka till evenemanget',
    },
  ] as const)('$language: ends with a ticket', async ({ language, title, mail, calendar, back }) => {
    const { user, event, shift } = await openSignup({ language })
    const asked = answerSignup(event)
    await fillIn(user)
    await press(user, language)

    const heading = await screen.findByRole('heading', { name: title })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(document.title).toBe(`${title} · Muster`)
    screen.getByText(mail)
    screen.getByText('08:00–12:00')
    const link = screen.getByRole('link', { name: calendar })
    expect(link.getAttribute('download')).toBe('Entrance.ics')
    expect(link.getAttribute('href')).toBe('http://localhost:3000/calendar/abc.ics')
    expect(screen.getByRole('link', { name: back }).getAttribute('href')).toBe(
      publicPaths.publicEvent(event.id),
    )

    expect(asked.map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: `/shifts/${shift.id}/signup`,
        body: {
          first_name: 'Åsa',
          last_name: 'Öberg',
          email: 'asa@example.org',
          phone: '+46701740605',
          terms_version: '1.3',
          seen: { start_dt: '2199-06-21T06:00:00.000Z', end_dt: '2199-06-21T10:00:00.000Z' },
        },
      },
    ])
  })

  it('sends once, however often it is pressed', async () => {
    const { user, event } = await openSignup()
    const asked = answerSignup(event)
    await fillIn(user)
    const button = screen.getByRole('button', { name: 'Sign up' })
    await Promise.all([user.dblClick(button), user.click(button)])
    await screen.findByRole('heading', { name: /^You’re signed up/ })
    expect(asked).toHaveLength(1)
  })

  it('keeps its key over retries, and takes another for another content', async () => {
    const { user, event } = await openSignup()
    await fillIn(user)
    const refused = refuse('signup', 'signUp')
    await press(user)
    await screen.findByText('Failed to process your signup')
    await press(user)
    await waitFor(() => expect(refused).toHaveLength(2))
    await screen.findByText('Failed to process your signup')
    const keys = refused.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])

    const asked = answerSignup(event)
    await user.type(field('email'), '.se')
    await press(user)
    await screen.findByRole('heading', { name: /^You’re signed up/ })
    expect(asked[0]?.headers.get('idempotency-key')).not.toBe(keys[0])
  })
})

describe('a shift that has moved meanwhile', () => {
  const now_at = { start_dt: '2199-06-22T09:00:00.000Z', end_dt: '2199-06-22T11:00:00.000Z' }

  it.each([
    {
      language: 'en',
      time: 'New time: Sat 22 June 2199, 11:00–13:00',
      agree: 'The new time works: sign up',
      done: /^You’re signed up/,
    },
    {
      language: 'sv',
      time: 'Ny tid: lör 22 juni 2199, 11:00–13:00',
      agree: 'Den nya tiden passar: anmäl mig',
      done: /^Du är anmäld/,
    },
  ] as const)('$language: one press agrees to its new time', async ({ language, time, agree, done }) => {
    const { user, event } = await openSignup({ language })
    await fillIn(user)
    refuse('signup', 'signUp', { status: 409, code: 'shift_moved', error: 'It has moved.', ...now_at })
    await press(user, language)
    await screen.findByRole('heading', { name: 'It has moved.' })
    screen.getByText(time.replace(' 2199', ''), { normalizer: plain })
    const asked = answerSignup(event)
    await user.click(screen.getByRole('button', { name: agree }))
    await screen.findByRole('heading', { name: done })
    expect(asked.map(({ body }) => body)).toMatchObject([{ email: 'asa@example.org', seen: now_at }])
  })
})

describe('what can go wrong', () => {
  it.each(['shift_full', 'already_signed_up', 'schedule_conflict', 'shift_over', 'shift_not_found'])(
    '%s: the server’s sentence, ways on, and the form as it was',
    async (code) => {
      const { user, event } = await openSignup()
      await fillIn(user)
      refuse('signup', 'signUp', {
        status: code === 'shift_not_found' ? 404 : 409,
        error: `It is ${code}.`,
        code,
      })
      await press(user)
      const heading = await screen.findByRole('heading', { name: `It is ${code}.` })
      await waitFor(() => expect(document.activeElement).toBe(heading))
      expect(screen.getByRole('link', { name: 'See other shifts' }).getAttribute('href')).toBe(
        publicPaths.publicEvent(event.id),
      )
      await user.click(screen.getByRole('button', { name: 'Back to the form' }))
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your details' }))
      expect(field('email').value).toBe('asa@example.org')
      expect(field('acceptedTerms').checked).toBe(true)
    },
  )

  it.each([
    { language: 'en', fallback: 'Failed to process your signup' },
    { language: 'sv', fallback: 'Det gick inte att genomföra din anmälan' },
  ] as const)('$language: its own sentence when the server has none', async ({ language, fallback }) => {
    const { user } = await openSignup({ language })
    await fillIn(user)
    refuse('signup', 'signUp')
    await press(user, language)
    await screen.findByText(fallback)
  })

  it('too many attempts for the next ten minutes: the sentence near the button', async () => {
    const { user } = await openSignup()
    await fillIn(user)
    refuse('signup', 'signUp', {
      status: 429,
      error: 'Too many attempts. Wait a moment.',
      code: 'rate_limited',
      retry_after: 600,
    })
    await press(user)
    await screen.findByText('Too many attempts. Wait a moment.')
    screen.getByRole('button', { name: 'Sign up' })
  })

  it('a field the server refuses is marked, until it is changed', async () => {
    const { user } = await openSignup()
    await fillIn(user)
    server.use(
      http.post(`*${routes.signup.signUp.path}`, () =>
        HttpResponse.json(
          {
            error: 'Please check what you entered.',
            code: 'validation',
            issues: [{ path: 'phone', message: 'The server’s own.' }],
          },
          { status: 400 },
        ),
      ),
    )
    await press(user)
    await screen.findByText('Please check what you entered.')
    screen.getByText('The server’s own.')
    await waitFor(() => expect(document.activeElement).toBe(field('phone')))
    await user.type(field('phone'), '1')
    expect(screen.queryByText('The server’s own.')).toBeNull()
  })

  it.each([
    { language: 'en', full: 'Full', others: 'See other shifts' },
    { language: 'sv', full: 'Fullt', others: 'Se andra pass' },
  ] as const)('$language: a full shift cannot be taken', async ({ language, full, others }) => {
    const shift = buildPublicShift(['A B'], { required_qty: 1 })
    await openSignup({ event: buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] }), language })
    expect(screen.getByRole('button', { name: full }).hasAttribute('disabled')).toBe(true)
    screen.getByRole('link', { name: others })
  })

  it.each([
    { language: 'en', over: 'This shift is over.' },
    { language: 'sv', over: 'Passet är redan slut.' },
  ] as const)('$language: a shift that is over has no form', async ({ language, over }) => {
    const shift = buildPublicShift([], {
      start_dt: '2020-06-21T06:00:00.000Z',
      end_dt: '2020-06-21T10:00:00.000Z',
    })
    await openSignup({ event: buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] }), language })
    screen.getByText(over)
    expect(document.querySelector('form')).toBeNull()
  })

  it.each([
    { language: 'en', text: 'Shift not found' },
    { language: 'sv', text: 'Passet hittades inte' },
  ] as const)('$language: a shift of another event', async ({ language, text }) => {
    const event = buildPublicEvent()
    answerPublicEvent(event)
    await renderPublic(publicPaths.signup(event.id, buildId()), language)
    await screen.findByRole('heading', { name: text, level: 1 })
  })

  it.each([
    { language: 'en', text: 'Failed to load shift details' },
    { language: 'sv', text: 'Det gick inte att läsa in passet' },
  ] as const)('$language: an event that cannot be read', async ({ language, text }) => {
    refuse('events', 'getPublicEvent')
    await renderPublic(publicPaths.signup(buildId(), buildId()), language)
    await screen.findByRole('heading', { name: text, level: 1 })
  })

  it('says when the live feed has broken off', async () => {
    const { event } = await openSignup()
    await breakLive(topics.event(event.id))
    screen.getByText('Connection error. Unable to receive live updates.')
  })
})

it.each([
  { language: 'en', question: 'Did you mean bo@gmail.com?', take: 'Change it' },
  { language: 'sv', question: 'Menade du bo@gmail.com?', take: 'Ändra' },
] as const)(
  '$language: asks about an address that was probably mistyped, and changes nothing by itself',
  async ({ language, question, take }) => {
    const { user } = await openSignup({ language })
    await user.type(field('email'), 'bo@gmial.com')
    expect(await screen.findByText(question)).toBeDefined()
    expect(field('email').value).toBe('bo@gmial.com')
    await user.click(screen.getByRole('button', { name: take }))
    expect(field('email').value).toBe('bo@gmail.com')
    expect(screen.queryByRole('button', { name: take })).toBeNull()
  },
)
