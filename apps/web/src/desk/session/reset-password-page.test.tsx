import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answer, lose, refuse } from '../../testing/answers.ts'
import { renderApp } from '../../testing/render-app.tsx'

beforeEach(() => {
  answer('session', 'refresh', undefined)
})

const signedOut = { signedIn: false }

it('sends a link, and does not say whether the account exists', async () => {
  const asked = answer('session', 'requestPasswordReset', undefined)
  const user = await renderApp('/reset-password-request', signedOut)
  await user.type(await screen.findByLabelText('E-mail'), 'anna@example.org')
  await user.click(screen.getByRole('button', { name: 'Send reset link' }))
  expect(
    await screen.findByText('If an account with that email exists, a password reset link has been sent.'),
  ).toBeDefined()
  expect(asked[0]?.body).toEqual({ email: 'anna@example.org' })
})

it.each([
  ['', 'Enter your e-mail address.'],
  ['anna', 'Enter an e-mail address such as name@example.org.'],
])('does not send a link to "%s"', async (email, text) => {
  const user = await renderApp('/reset-password-request', signedOut)
  const field = await screen.findByLabelText('E-mail')
  if (email) await user.type(field, email)
  await user.click(screen.getByRole('button', { name: 'Send reset link' }))
  expect(await screen.findByText(text)).toBeDefined()
})

it('has one sentence for every failure of the request', async () => {
  refuse('session', 'requestPasswordReset', {
    status: 429,
    error: 'Too many attempts.',
    code: 'rate_limited',
  })
  const user = await renderApp('/reset-password-request', signedOut)
  await user.type(await screen.findByLabelText('E-mail'), 'anna@example.org')
  await user.click(screen.getByRole('button', { name: 'Send reset link' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to send reset email.')
})

it('D8: tells how long a password may be, before and after it is sent', async () => {
  const user = await renderApp('/reset-password?token=abc.def', signedOut)
  const field = await screen.findByLabelText('New password')
  await user.click(field)
  await user.paste('x'.repeat(201))
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
  expect(await screen.findByText('At most 200 characters.')).toBeDefined()
  await user.clear(field)
  await user.type(field, 'correct horse battery')
  const error = 'Choose a password of at most 200 characters.'
  refuse('session', 'resetPassword', { status: 400, code: 'password_too_long', error })
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
  expect(await screen.findByText(error)).toBeDefined()
})

it('sets the password and leads to the login after two seconds', async () => {
  const asked = answer('session', 'resetPassword', undefined)
  const user = await renderApp('/reset-password?token=abc.def', signedOut)
  await user.type(await screen.findByLabelText('New password'), 'correct horse battery')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    await user.click(screen.getByRole('button', { name: 'Reset password' }))
    expect(await screen.findByText('Password reset! Redirecting to login...')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(location.pathname).toBe('/reset-password')
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(location.pathname).toBe('/login')
  } finally {
    vi.useRealTimers()
  }
  expect(asked[0]?.body).toEqual({ token: 'abc.def', password: 'correct horse battery' })
})

it('says that a link without a token leads nowhere', async () => {
  await renderApp('/reset-password', signedOut)
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid or missing reset token.')
  expect(screen.queryByLabelText('New password')).toBeNull()
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeDefined()
})

it('says that the link may be the reason, and leads to a new one', async () => {
  refuse('session', 'resetPassword', { status: 400 })
  const user = await renderApp('/reset-password?token=abc', signedOut)
  await user.type(await screen.findByLabelText('New password'), 'short')
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to reset password. The link may be invalid or expired.',
  )
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeDefined()
})

it('says at the field why a password was refused', async () => {
  const error = 'Choose a password of at least 12 characters.'
  refuse('session', 'resetPassword', { status: 400, code: 'password_weak', error })
  const user = await renderApp('/reset-password?token=abc', signedOut)
  const field = await screen.findByLabelText('New password')
  await user.type(field, 'short')
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
  const reason = await screen.findByText(error)
  expect(field.getAttribute('aria-describedby')).toContain(reason.closest('p')?.id)
  expect(document.activeElement).toBe(field)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Ask for a new link' })).toBeNull()
})

it.each([
  [
    'no answer',
    () => lose('session', 'resetPassword'),
    /^Failed to reset password\. The link may be invalid or expired\. We couldn’t reach the server\./,
  ],
  [
    'a fault',
    () => refuse('session', 'resetPassword', { status: 502 }),
    /^Failed to reset password\..* expired\.$/,
  ],
  [
    'too many attempts',
    () => refuse('session', 'resetPassword', { status: 429, error: 'Too many attempts.' }),
    /^Failed to reset password\..* expired\. Too many attempts\.$/,
  ],
])('adds the cause: %s', async (_, fail, text) => {
  fail()
  const user = await renderApp('/reset-password?token=abc', signedOut)
  await user.type(await screen.findByLabelText('New password'), 'correct horse battery')
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
  expect(screen.queryByRole('link', { name: 'Ask for a new link' })).toBeNull()
})

it('asks for a password', async () => {
  const user = await renderApp('/reset-password?token=abc', signedOut)
  await user.click(await screen.findByRole('button', { name: 'Reset password' }))
  expect(await screen.findByText('Enter a new password.')).toBeDefined()
})

it('speaks Swedish', async () => {
  await renderApp('/reset-password?token=abc', { ...signedOut, language: 'sv' })
  expect(await screen.findByRole('heading', { name: 'Välj nytt lösenord' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Byt lösenord' })).toBeDefined()
})
