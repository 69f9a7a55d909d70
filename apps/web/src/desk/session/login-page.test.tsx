import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildIssued, buildToken, inSeconds } from '../../testing/build-token.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { server } from '../../testing/server.ts'
import { cancelCeremony, startAuthentication } from '../../testing/webauthn.ts'

beforeEach(() => {
  answer('session', 'refresh', undefined)
})

async function openLogin(language: 'en' | 'sv' = 'en') {
  const user = await renderApp('/login', { language, signedIn: false })
  const fill = async (email: string, password: string) => {
    await user.type(await screen.findByLabelText('E-mail'), email)
    await user.type(screen.getByLabelText('Password'), password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
  }
  return { user, fill }
}

it('signs in and goes to the shifts, without a way back to the form', async () => {
  answerOrganization()
  answer('events', 'listEvents', { events: [] })
  const asked = answer('session', 'login', {
    token: buildToken(inSeconds(600)),
    expires_in: 900,
    second_factors: [],
  })
  const { fill } = await openLogin()
  const steps = history.length
  await fill('  anna@example.org ', 'a long password')

  expect(await screen.findByRole('heading', { name: 'Shifts' })).toBeDefined()
  expect(location.pathname).toBe('/')
  expect(history.length).toBe(steps)
  expect(asked[0]?.body).toEqual({ email: 'anna@example.org', password: 'a long password' })
})

it('leads a signed-in user on to the shifts', async () => {
  answerOrganization()
  answer('events', 'listEvents', { events: [] })
  await renderApp('/login')
  expect(await screen.findByRole('heading', { name: 'Shifts' })).toBeDefined()
  expect(location.pathname).toBe('/')
})

it('D38: leads who was signed out back to the address, its organisation included', async () => {
  const organization = answerOrganization()
  answer('people', 'listPeople', [])
  const address = `/people?q=anna&org=${organization.id}`
  refuse('session', 'refresh', { status: 401 })
  const user = await renderApp(address, { signedIn: false })
  await screen.findByRole('heading', { name: 'Sign in to your account' })
  expect(location.pathname).toBe('/login')
  answer('session', 'login', { token: buildToken(inSeconds(600)), expires_in: 900, second_factors: [] })
  await user.type(screen.getByLabelText('E-mail'), 'anna@example.org')
  await user.type(screen.getByLabelText('Password'), 'x')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'People' })).toBeDefined()
  expect(`${location.pathname}${location.search}`).toBe(address)
})

it.each(['//evil.example', '/.//evil.example', 'https://evil.example', '/\\evil.example'])(
  'D38: does not follow an address of another site: %s',
  async (next) => {
    answerOrganization()
    answer('events', 'listEvents', { events: [] })
    await renderApp(`/login?${new URLSearchParams({ next })}`)
    expect(await screen.findByRole('heading', { name: 'Shifts' })).toBeDefined()
    expect(location.origin).toBe('http://localhost:3000')
    expect(location.pathname).toBe('/')
  },
)

it('remembers no address for who logs out', async () => {
  answerOrganization()
  answer('people', 'listPeople', [])
  answer('session', 'logout', undefined)
  const user = await renderApp('/people?q=anna')
  await user.click(await screen.findByRole('button', { name: /^Account: / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await screen.findByRole('heading', { name: 'Sign in to your account' })
  expect(`${location.pathname}${location.search}`).toBe('/login')
})

it('asks for both fields before it asks the server', async () => {
  const { user } = await openLogin()
  expect(await screen.findByRole('heading', { name: 'Sign in to your account' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Enter your e-mail address.')).toBeDefined()
  expect(screen.getByText('Enter your password.')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
})

it('says that it is busy', async () => {
  server.use(http.post('*/auth/login', () => new Promise<Response>(() => undefined)))
  const { fill } = await openLogin()
  await fill('anna@example.org', 'x')
  expect(await screen.findByText('Signing in...')).toBeDefined()
})

it("shows the server's sentence", async () => {
  refuse('session', 'login', { status: 401, error: 'Wrong e-mail or password', code: 'invalid_credentials' })
  const { fill } = await openLogin()
  await fill('anna@example.org', 'x')
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong e-mail or password')
  expect(location.pathname).toBe('/login')
})

it('has a sentence of its own when the server has none', async () => {
  refuse('session', 'login')
  const { fill } = await openLogin()
  await fill('anna@example.org', 'x')
  expect((await screen.findByRole('alert')).textContent).toBe('Login failed')
})

it.each([
  ['expired', buildToken(inSeconds(-10)), 'Invalid or expired token'],
  ['no token', 'nonsense', 'Invalid or expired token'],
  ['missing', undefined, 'Invalid response format - no token received'],
])('refuses a token that is %s', async (_, token, text) => {
  server.use(http.post('*/auth/login', () => HttpResponse.json({ token, second_factors: [] })))
  const { fill } = await openLogin()
  await fill('anna@example.org', 'x')
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(localStorage.getItem('auth_token')).toBeNull()
})

it('leads to the reset of a forgotten password', async () => {
  const { user } = await openLogin()
  await user.click(await screen.findByRole('link', { name: 'Forgot password?' }))
  expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeDefined()
  expect(location.pathname).toBe('/reset-password-request')
})

describe('a passkey', () => {
  const challenge_id = '0197b0a0-0000-7000-8000-0000000000aa'
  const credential = {
    id: 'k',
    rawId: 'k',
    type: 'public-key',
    response: { signature: 's' },
    clientExtensionResults: {},
  }

  async function press() {
    vi.stubGlobal('PublicKeyCredential', () => undefined)
    answer('factors', 'getPasskeyOptions', { challenge_id, options: { challenge: 'c' } })
    const { user } = await openLogin()
    await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  }

  it('signs in, without a second step', async () => {
    answerOrganization()
    answer('events', 'listEvents', { events: [] })
    startAuthentication.mockResolvedValueOnce(credential)
    const asked = answer('factors', 'verifyPasskey', buildIssued())
    await press()
    expect(await screen.findByRole('heading', { name: 'Shifts' })).toBeDefined()
    expect(asked[0]?.body).toEqual({ challenge_id, response: credential })
  })

  it('that is cancelled is no error', async () => {
    startAuthentication.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    await press()
    await waitFor(() => expect(screen.queryByText('Signing in...')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('that is unknown is refused with the sentence of the server', async () => {
    startAuthentication.mockResolvedValueOnce(credential)
    refuse('factors', 'verifyPasskey', { status: 422, code: 'passkey_refused', error: 'Not confirmed.' })
    await press()
    expect((await screen.findByRole('alert')).textContent).toBe('Not confirmed.')
  })

  async function openWithOffer() {
    vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true })
    const asked = answer('factors', 'getPasskeyOptions', { challenge_id, options: { challenge: 'c' } })
    const { user } = await openLogin()
    return { user, asked }
  }

  describe('in the field of the e-mail', () => {
    const OFFER = expect.objectContaining({ useBrowserAutofill: true })

    it('is offered to the browser, and signs in when it is chosen', async () => {
      answerOrganization()
      answer('events', 'listEvents', { events: [] })
      startAuthentication.mockResolvedValueOnce(credential)
      const verified = answer('factors', 'verifyPasskey', buildIssued())
      await openWithOffer()
      expect(await screen.findByRole('heading', { name: 'Shifts' })).toBeDefined()
      expect(startAuthentication.mock.calls).toEqual([[OFFER]])
      expect(verified[0]?.body).toEqual({ challenge_id, response: credential })
    })

    it('gives way to the button, and comes back when that is cancelled', async () => {
      startAuthentication
        .mockReturnValueOnce(new Promise(() => undefined))
        .mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
        .mockReturnValueOnce(new Promise(() => undefined))
      const { user } = await openWithOffer()
      await waitFor(() => expect(startAuthentication).toHaveBeenCalledTimes(1))
      expect(cancelCeremony).not.toHaveBeenCalled()
      await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
      await waitFor(() => expect(startAuthentication).toHaveBeenCalledTimes(3))
      expect(startAuthentication.mock.calls).toEqual([[OFFER], [expect.not.objectContaining(OFFER)], [OFFER]])
      expect(cancelCeremony).toHaveBeenCalledTimes(1)
    })

    it('gets a new challenge before the server no longer takes it', async () => {
      onTestFinished(() => void vi.useRealTimers())
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      startAuthentication.mockReturnValue(new Promise(() => undefined))
      const { asked } = await openWithOffer()
      await vi.waitFor(() => expect(startAuthentication).toHaveBeenCalledTimes(1), { timeout: 20_000 })
      vi.advanceTimersByTime(4 * 60_000)
      await vi.waitFor(() => expect(startAuthentication).toHaveBeenCalledTimes(2), { timeout: 20_000 })
      expect(asked).toHaveLength(2)
    })

    it('that the server refuses is told, and offered again', async () => {
      startAuthentication.mockResolvedValueOnce(credential).mockReturnValue(new Promise(() => undefined))
      refuse('factors', 'verifyPasskey', { status: 422, code: 'passkey_refused', error: 'Not confirmed.' })
      await openWithOffer()
      expect((await screen.findByRole('alert')).textContent).toBe('Not confirmed.')
      await waitFor(() => expect(startAuthentication).toHaveBeenCalledTimes(2))
    })

    it('is left out without a word when the server gives no challenge', async () => {
      vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true })
      const asked = refuse('factors', 'getPasskeyOptions', { status: 429, code: 'rate_limited' })
      await openLogin()
      await waitFor(() => expect(asked).toHaveLength(1))
      expect(screen.queryByRole('alert')).toBeNull()
      expect(startAuthentication).not.toHaveBeenCalled()
    })
  })

  it('is not offered where the browser has none', async () => {
    await openLogin()
    await screen.findByRole('heading', { name: 'Sign in to your account' })
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
  })
})

describe('a session that ended', () => {
  it('elsewhere is told, which is no error', async () => {
    answerOrganization()
    refuse('people', 'listPeople', { status: 401, code: 'session_invalid' })
    refuse('session', 'refresh', { status: 401, code: 'session_invalid' })
    await renderApp('/people')
    expect(await screen.findByText('Your session has ended. Sign in to continue.')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('by the button is not', async () => {
    answerOrganization()
    answer('people', 'listPeople', [])
    answer('session', 'logout', undefined)
    const user = await renderApp('/people')
    await user.click(await screen.findByRole('button', { name: /^Account: / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await screen.findByRole('heading', { name: 'Sign in to your account' })
    expect(screen.queryByText('Your session has ended. Sign in to continue.')).toBeNull()
  })
})

it('speaks Swedish', async () => {
  await openLogin('sv')
  expect(await screen.findByRole('heading', { name: 'Logga in på ditt konto' })).toBeDefined()
  expect(screen.getByLabelText('Lösenord')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Logga in' })).toBeDefined()
})
