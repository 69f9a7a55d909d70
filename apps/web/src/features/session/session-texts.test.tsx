import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildToken, inSeconds } from '../../testing/build-token.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

vi.mock('../../live/connection.ts', () => import('../../testing/live-channel.ts'))

const words = {
  en: {
    email: 'E-mail',
    password: 'Password',
    new_password: 'New password',
    sign_in: 'Sign in',
    send: 'Send reset link',
    reset: 'Reset password',
  },
  sv: {
    email: 'E-post',
    password: 'Lösenord',
    new_password: 'Nytt lösenord',
    sign_in: 'Logga in',
    send: 'Skicka länk',
    reset: 'Byt lösenord',
  },
} as const
const languages = ['en', 'sv'] as const
type Language = (typeof languages)[number]

beforeEach(() => {
  refuse('session', 'refresh', { status: 401, code: 'session_required' })
})

/** Opens one of the three forms, fills it in and sends it. */
const send = {
  async login(language: Language) {
    const t = words[language]
    const user = await renderApp('/login', { language, signedIn: false })
    await user.type(await screen.findByLabelText(t.email), 'anna@example.org')
    await user.type(screen.getByLabelText(t.password), 'a long password')
    await user.click(screen.getByRole('button', { name: t.sign_in }))
  },
  async requestPasswordReset(language: Language) {
    const t = words[language]
    const user = await renderApp('/reset-password-request', { language, signedIn: false })
    await user.type(await screen.findByLabelText(t.email), 'anna@example.org')
    await user.click(screen.getByRole('button', { name: t.send }))
  },
  async resetPassword(language: Language) {
    const t = words[language]
    const user = await renderApp('/reset-password?token=abc', { language, signedIn: false })
    await user.type(await screen.findByLabelText(t.new_password), 'correct horse battery')
    await user.click(screen.getByRole('button', { name: t.reset }))
  },
}

describe('a form that is on its way says so', () => {
  it.each([
    ['login', { en: 'Signing in...', sv: 'Loggar in...' }],
    ['requestPasswordReset', { en: 'Sending...', sv: 'Skickar...' }],
    ['resetPassword', { en: 'Resetting...', sv: 'Byter...' }],
  ] as const)('%s', async (form, texts) => {
    stall('session', form)
    await send[form]('en')
    expect(await screen.findByText(texts.en)).toBeDefined()
  })

  it('in Swedish too', async () => {
    stall('session', 'resetPassword')
    await send.resetPassword('sv')
    expect(await screen.findByText('Byter...')).toBeDefined()
  })
})

const THEIRS = 'The sentence of the server.'

/** What the server says is shown where it may be told; else the screen's own words stand. */
const refusals = [
  { form: 'login', said: true, en: 'Login failed', sv: 'Inloggningen misslyckades' },
  {
    form: 'requestPasswordReset',
    said: false,
    en: 'Failed to send reset email.',
    sv: 'Det gick inte att skicka mejlet.',
  },
  {
    form: 'resetPassword',
    said: false,
    en: 'Failed to reset password. The link may be invalid or expired.',
    sv: 'Det gick inte att byta lösenord. Länken kan vara ogiltig eller ha gått ut.',
  },
] as const

describe.each(languages)('a refusal (%s)', (language) => {
  it.each(refusals)('$form without a sentence', async ({ form, ...texts }) => {
    refuse('session', form)
    await send[form](language)
    expect((await screen.findByRole('alert')).textContent).toBe(texts[language])
  })

  it.each(refusals)('$form with a sentence', async ({ form, said, ...texts }) => {
    refuse('session', form, { status: 400, code: 'validation', error: THEIRS })
    await send[form](language)
    expect((await screen.findByRole('alert')).textContent).toBe(said ? THEIRS : texts[language])
  })

  it('a token that has run out', async () => {
    answer('session', 'login', { token: buildToken(inSeconds(-10)) })
    await send.login(language)
    expect((await screen.findByRole('alert')).textContent).toBe(
      { en: 'Invalid or expired token', sv: 'Ogiltig eller utgången inloggning' }[language],
    )
  })

  it('no token', async () => {
    answer('session', 'login', { token: '' })
    await send.login(language)
    expect((await screen.findByRole('alert')).textContent).toBe(
      {
        en: 'Invalid response format - no token received',
        sv: 'Ogiltigt svar – ingen inloggning togs emot',
      }[language],
    )
  })

  it('a link without a token', async () => {
    await renderApp('/reset-password', { language, signedIn: false })
    expect((await screen.findByRole('alert')).textContent).toBe(
      {
        en: 'Invalid or missing reset token.',
        sv: 'Länken för att byta lösenord är ogiltig eller saknas.',
      }[language],
    )
  })
})

describe('what stands beside the fields', () => {
  it.each([
    {
      path: '/login',
      en: ['Sign in to your account', 'Forgot password?'],
      sv: ['Logga in på ditt konto', 'Glömt lösenordet?'],
    },
    {
      path: '/reset-password-request',
      en: [
        'Reset your password',
        'We send you a link with which you choose a new password.',
        'Back to sign in',
      ],
      sv: [
        'Återställ ditt lösenord',
        'Vi skickar en länk där du väljer ett nytt lösenord.',
        'Tillbaka till inloggningen',
      ],
    },
    {
      path: '/reset-password?token=abc',
      en: ['Set new password', 'At least 12 characters, not easy to guess.'],
      sv: ['Välj nytt lösenord', 'Minst 12 tecken, inte lätt att gissa.'],
    },
  ] as const)('$path', async ({ path, ...texts }) => {
    await renderApp(path, { language: 'en', signedIn: false })
    for (const text of texts.en) expect(await screen.findByText(text)).toBeDefined()
    await renderApp(path, { language: 'sv', signedIn: false })
    for (const text of texts.sv) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  })

  it('the same words whether the account exists or not', async () => {
    answer('session', 'requestPasswordReset', undefined)
    await send.requestPasswordReset('sv')
    expect(
      await screen.findByText(
        'Om det finns ett konto med den e-postadressen har en länk för att återställa lösenordet skickats.',
      ),
    ).toBeDefined()
  })

  it('says in Swedish that the password is new', async () => {
    answer('session', 'resetPassword', undefined)
    await send.resetPassword('sv')
    expect(await screen.findByText('Lösenordet är bytt! Du skickas till inloggningen...')).toBeDefined()
  })
})

it('opens the shifts with the organisations of the account', async () => {
  answerOrganization()
  answer('events', 'listEvents', { events: [] })
  answer('events', 'getLastEvent', { last_event_id: null })
  const token = buildToken(inSeconds(600))
  answer('session', 'login', { token })
  await send.login('en')
  expect(await screen.findByRole('button', { name: 'Organisation: Midsommarföreningen' })).toBeDefined()
  expect(localStorage.getItem('auth_token')).toBe(token)
})
