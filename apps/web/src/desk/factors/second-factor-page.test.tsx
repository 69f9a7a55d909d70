import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type IssuedToken, readToken } from '../../api/credentials.ts'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { answerFactors, buildFactor } from '../../testing/build-factors.ts'
import { buildIssued } from '../../testing/build-token.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { startAuthentication } from '../../testing/webauthn.ts'

const challenge_id = '0197b0a0-0000-7000-8000-0000000000aa'
const expires_at = '2199-01-01T00:00:00.000Z'
const credential = {
  id: 'k',
  rawId: 'k',
  type: 'public-key',
  response: { signature: 's' },
  clientExtensionResults: {},
}

type Methods = IssuedToken['second_factors']

beforeEach(() => {
  answerOrganization()
  answerFactors({ factors: [buildFactor({ factor_type: 'phone', phone: '••••••4567' })] })
  answer('people', 'listPeople', [])
  answer('session', 'refresh', undefined)
})

async function signIn(user: UserEvent) {
  await user.type(await screen.findByLabelText('E-mail'), 'anna@example.org')
  await user.type(screen.getByLabelText('Password'), 'a long password')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

async function openChallenge(...methods: Methods) {
  answer('session', 'login', buildIssued(...methods))
  const user = await renderApp('/login?next=/people?q=anna', { signedIn: false })
  await signIn(user)
  await screen.findByRole('heading', { name: 'Two-step verification' })
  return user
}

function keepUnfinished(...methods: Methods): string {
  const { token, second_factors } = buildIssued(...methods)
  localStorage.setItem('auth_token', token)
  localStorage.setItem('auth_second_factors', second_factors.join(' '))
  return token
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('a code of the app', () => {
  it('finishes the sign-in at its sixth digit, once, and leads to the address', async () => {
    const user = await openChallenge('totp', 'recovery')
    const finished = buildIssued()
    const asked = answer('factors', 'verifySecondFactor', finished)
    await user.type(screen.getByLabelText('Code from your authenticator app'), '123 456')
    expect(await heading('People')).toBeDefined()
    expect(location.search).toContain('q=anna')
    expect(asked.map(({ body }) => body)).toEqual([{ method: 'totp', code: '123456' }])
    expect(readToken()).toBe(finished.token)
    expect(localStorage.getItem('auth_second_factors')).toBeNull()
  })

  it('is asked for with the token of the password', async () => {
    const user = await openChallenge('totp')
    const token = readToken()
    const asked = answer('factors', 'verifySecondFactor', buildIssued())
    await user.type(screen.getByLabelText('Code from your authenticator app'), '123456')
    await heading('People')
    expect(asked[0]?.headers.get('authorization')).toBe(`Bearer ${token}`)
  })

  it.each([
    ['mfa_verification_failed', 422, 'The code is wrong or has been used.'],
    ['rate_limited', 429, 'Too many attempts. Wait a moment and try again.'],
  ] as const)('that is refused is typed again: %s', async (code, status, error) => {
    const user = await openChallenge('totp')
    const asked = refuse('factors', 'verifySecondFactor', { status, code, error })
    const field = screen.getByLabelText('Code from your authenticator app')
    await user.type(field, '123456')
    expect(await screen.findByText(error)).toBeDefined()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(asked).toHaveLength(1)
    // The same code is sent again by the button only.
    await user.type(field, '{Backspace}6')
    expect(asked).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(asked).toHaveLength(2))
  })

  it('is asked for when the field is empty', async () => {
    const user = await openChallenge('totp')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Enter the code.')).toBeDefined()
  })

  it('says that it is being checked', async () => {
    const user = await openChallenge('totp')
    const asked = stall('factors', 'verifySecondFactor')
    await user.type(screen.getByLabelText('Code from your authenticator app'), '123456')
    expect(await screen.findByText('Checking...')).toBeDefined()
    await user.type(screen.getByLabelText('Code from your authenticator app'), '7')
    expect(asked).toHaveLength(1)
  })
})

it('takes a recovery code instead', async () => {
  const user = await openChallenge('totp', 'recovery')
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  const asked = answer('factors', 'verifySecondFactor', buildIssued())
  await user.type(screen.getByLabelText('Recovery code'), ' k3m9-x7qd-p2wf-h5tn {Enter}')
  await heading('People')
  expect(asked[0]?.body).toEqual({ method: 'recovery', code: 'k3m9-x7qd-p2wf-h5tn' })
})

describe('a code by SMS', () => {
  it('is sent when it is asked for, and finishes the sign-in', async () => {
    const user = await openChallenge('phone')
    const sent = answer('factors', 'challengeSecondFactor', { challenge_id, expires_at, options: null })
    const asked = answer('factors', 'verifySecondFactor', buildIssued())
    expect(await screen.findByText('We send a code to the number ••••••4567.')).toBeDefined()
    expect(sent).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    await user.type(await screen.findByLabelText('Code from the SMS'), '654321')
    await heading('People')
    expect(sent.map(({ body }) => body)).toEqual([{ method: 'phone' }])
    expect(asked[0]?.body).toEqual({ method: 'phone', code: '654321', challenge_id })
  })

  it('can be sent again after 30 seconds', async () => {
    const user = await openChallenge('phone')
    const sent = answer('factors', 'challengeSecondFactor', { challenge_id, expires_at, options: null })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await user.click(await screen.findByRole('button', { name: 'Send code' }))
    await screen.findByLabelText('Code from the SMS')
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
    // After the one that limits the call.
    const waited = timers.mock.calls.findLast(([, ms]) => ms === 30_000)
    waited?.[0]()
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(sent).toHaveLength(2))
  })

  it('that came too late is sent anew', async () => {
    const user = await openChallenge('phone')
    answer('factors', 'challengeSecondFactor', { challenge_id, expires_at, options: null })
    refuse('factors', 'verifySecondFactor', {
      status: 422,
      code: 'mfa_challenge_expired',
      error: 'That took too long.',
    })
    await user.click(await screen.findByRole('button', { name: 'Send code' }))
    await user.type(await screen.findByLabelText('Code from the SMS'), '654321')
    expect((await screen.findByRole('alert')).textContent).toBe('That took too long.')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send code' }))
  })

  it('that cannot be sent says why', async () => {
    const user = await openChallenge('phone')
    refuse('factors', 'challengeSecondFactor', { status: 422, error: 'This installation sends no SMS.' })
    await user.click(await screen.findByRole('button', { name: 'Send code' }))
    expect((await screen.findByRole('alert')).textContent).toBe('This installation sends no SMS.')
  })
})

describe('a passkey', () => {
  beforeEach(() => {
    vi.stubGlobal('PublicKeyCredential', () => undefined)
    answer('factors', 'challengeSecondFactor', { challenge_id, expires_at, options: { challenge: 'c' } })
  })

  it('finishes the sign-in', async () => {
    startAuthentication.mockResolvedValueOnce(credential)
    const asked = answer('factors', 'verifySecondFactor', buildIssued())
    const user = await openChallenge('passkey', 'recovery')
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
    await heading('People')
    expect(asked[0]?.body).toEqual({ method: 'passkey', challenge_id, response: credential })
  })

  it('that is cancelled is no error', async () => {
    startAuthentication.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    const user = await openChallenge('passkey')
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(screen.queryByText('Checking...')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('that fails is an error', async () => {
    startAuthentication.mockRejectedValueOnce(new DOMException('', 'SecurityError'))
    const user = await openChallenge('passkey')
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The passkey could not be used')
  })
})

it('a passkey is not offered where the browser has none', async () => {
  await openChallenge('passkey', 'recovery')
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  expect(screen.getByLabelText('Recovery code')).toBeDefined()
})

it('another way has the focus once it is chosen', async () => {
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  const user = await openChallenge('totp', 'phone', 'passkey')
  for (const [way, first] of [
    ['Get a code by SMS', 'Send code'],
    ['Use a passkey', 'Use a passkey'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: way }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: first }))
  }
  await user.click(screen.getByRole('button', { name: /authenticator app/ }))
  expect(document.activeElement).toBe(screen.getByLabelText('Code from your authenticator app'))
})

it('leads back to the sign-in, which keeps the address', async () => {
  const user = await openChallenge('totp')
  const ended = answer('session', 'logout', undefined)
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }))
  expect(await heading('Sign in to your account')).toBeDefined()
  expect(location.search).toContain('next=')
  expect(ended).toHaveLength(1)
  expect(readToken()).toBeNull()
})

describe('an unfinished sign-in', () => {
  it('continues after a reload, from every page', async () => {
    keepUnfinished('totp')
    const user = await renderApp('/people?q=anna', { signedIn: false })
    expect(await heading('Two-step verification')).toBeDefined()
    answer('factors', 'verifySecondFactor', buildIssued())
    await user.type(screen.getByLabelText('Code from your authenticator app'), '123456')
    expect(await heading('People')).toBeDefined()
    expect(location.search).toContain('q=anna')
  })

  it('is followed by a tab that was signed in before', async () => {
    await renderApp('/people')
    expect(await heading('People')).toBeDefined()
    const token = keepUnfinished('totp')
    dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: token }))
    expect(await heading('Two-step verification')).toBeDefined()
    const { token: finished } = buildIssued()
    localStorage.setItem('auth_token', finished)
    localStorage.removeItem('auth_second_factors')
    dispatchEvent(new StorageEvent('storage', { key: 'auth_second_factors', newValue: null }))
    expect(await heading('People')).toBeDefined()
  })

  it('is found by a call that needs a finished one', async () => {
    refuse('people', 'listPeople', { status: 403, code: 'second_factor_required', error: 'Finish.' })
    answer('session', 'refresh', buildIssued('totp'))
    await renderApp('/people')
    expect(await heading('Two-step verification')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('that has ended leads to the sign-in, which says so', async () => {
    const user = await openChallenge('totp')
    refuse('factors', 'verifySecondFactor', { status: 401, code: 'session_invalid' })
    refuse('session', 'refresh', { status: 401, code: 'session_invalid' })
    await user.type(screen.getByLabelText('Code from your authenticator app'), '123456')
    expect(await heading('Sign in to your account')).toBeDefined()
    expect(screen.getByText('Your session has ended. Sign in to continue.')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

it('speaks Swedish', async () => {
  keepUnfinished('totp', 'phone', 'recovery')
  await renderApp('/login', { language: 'sv', signedIn: false })
  expect(await heading('Tvåstegsverifiering')).toBeDefined()
  expect(screen.getByLabelText('Kod från din autentiseringsapp')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Få en kod med sms' })).toBeDefined()
})
