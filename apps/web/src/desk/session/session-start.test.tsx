import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildToken, inSeconds } from '../../testing/build-token.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const encode = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.`

/** Stored values that are no valid session. */
const DEAD = [
  { what: 'missing', stored: undefined },
  { what: 'not a token', stored: 'nonsense' },
  { what: 'three parts of nothing', stored: 'a.b.c' },
  { what: 'without exp', stored: encode({ sub: 'user-1', email: 'demo@muster.example' }) },
  { what: 'with an exp in words', stored: encode({ sub: 'user-1', exp: 'tomorrow' }) },
  { what: 'expired', stored: buildToken(inSeconds(-1)) },
]

beforeEach(() => {
  answerOrganization()
  answer('people', 'listPeople', [])
})

async function start(stored: string | undefined, path = '/people') {
  if (stored !== undefined) localStorage.setItem('auth_token', stored)
  return renderApp(path, { signedIn: false })
}

describe('a stored token', () => {
  it.each(DEAD)('that is $what is removed without a word when there is no renewal', async ({ stored }) => {
    const asked = refuse('session', 'refresh', { status: 401, code: 'session_required', error: 'Sign in.' })
    await start(stored)
    expect(await screen.findByRole('heading', { name: 'Sign in to your account' })).toBeDefined()
    expect(location.pathname).toBe('/login')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(localStorage.getItem('auth_token')).toBeNull()
    expect(asked).toHaveLength(1)
  })

  it.each(DEAD)('that is $what is renewed once by the cookie (D7)', async ({ stored }) => {
    const renewed = buildToken(inSeconds(900), 'renewed')
    const asked = answer('session', 'refresh', { token: renewed, expires_in: 900, second_factors: [] })
    await start(stored)
    expect(await screen.findByRole('heading', { name: 'People' })).toBeDefined()
    expect(localStorage.getItem('auth_token')).toBe(renewed)
    expect(asked).toHaveLength(1)
  })

  it('that lives is taken as it is', async () => {
    const live = buildToken(inSeconds(900))
    await start(live)
    expect(await screen.findByRole('heading', { name: 'People' })).toBeDefined()
    expect(localStorage.getItem('auth_token')).toBe(live)
  })
})

it('leads everybody without a session from / to the login', async () => {
  refuse('session', 'refresh', { status: 401 })
  await start(undefined, '/')
  expect(await screen.findByRole('heading', { name: 'Sign in to your account' })).toBeDefined()
  expect(location.pathname).toBe('/login')
})

describe('a 401 to any call', () => {
  it('ends the session when it cannot be renewed', async () => {
    refuse('people', 'listPeople', { status: 401, code: 'session_invalid', error: 'Your session has ended.' })
    refuse('session', 'refresh', { status: 401, code: 'session_invalid' })
    await start(buildToken(inSeconds(900)))
    expect(await screen.findByRole('heading', { name: 'Sign in to your account' })).toBeDefined()
    expect(location.pathname).toBe('/login')
    expect(localStorage.getItem('auth_token')).toBeNull()
  })

  it('ends it when the repeated call is refused too, after one renewal and one repetition', async () => {
    const read = refuse('people', 'listPeople', { status: 401, code: 'session_invalid' })
    const renewals = answer('session', 'refresh', {
      token: buildToken(inSeconds(900), 'renewed'),
      expires_in: 900,
      second_factors: [],
    })
    await start(buildToken(inSeconds(900)))
    expect(await screen.findByRole('heading', { name: 'Sign in to your account' })).toBeDefined()
    expect(read).toHaveLength(2)
    expect(renewals).toHaveLength(1)
  })
})

it('shows nothing while the session is starting', async () => {
  // In newly loaded modules the session has not started.
  vi.resetModules()
  const asked = stall('session', 'refresh')
  const { startCredentials } = await import('../../api/credentials.ts')
  const { startSession } = await import('./session-state.ts')
  const { App } = await import('../../app/app.tsx')
  const { render } = await import('@testing-library/react')
  history.replaceState(null, '', '/people')
  startCredentials()
  void startSession()
  const { container } = render(<App />)
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(container.textContent).toBe('')
  expect(location.pathname).toBe('/people')
})
