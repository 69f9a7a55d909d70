import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildToken, inSeconds } from '../../testing/build-token.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

beforeEach(() => {
  refuse('session', 'refresh', { status: 401, code: 'session_required' })
})

async function askForLink() {
  const user = await renderApp('/reset-password-request', { signedIn: false })
  await user.type(await screen.findByLabelText('E-mail'), 'anna@example.org')
  await user.click(screen.getByRole('button', { name: 'Send reset link' }))
}

async function setPassword() {
  const user = await renderApp('/reset-password?token=abc', { signedIn: false })
  await user.type(await screen.findByLabelText('New password'), 'correct horse battery')
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
}

it.each([
  { call: 'requestPasswordReset', make: askForLink, busy: 'Sending...' },
  { call: 'resetPassword', make: setPassword, busy: 'Resetting...' },
] as const)('says that $call is under way', async ({ call, make, busy }) => {
  stall('session', call)
  await make()
  expect(await screen.findByText(busy)).toBeDefined()
})

it('does not show why the server refused a reset, but for a weak password', async () => {
  refuse('session', 'resetPassword', { status: 400, code: 'validation', error: 'The server’s own.' })
  await setPassword()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to reset password. The link may be invalid or expired.',
  )
})

it('keeps the token of a login and opens the organisations of the account', async () => {
  answerOrganization()
  answer('events', 'listEvents', { events: [] })
  const token = buildToken(inSeconds(600))
  answer('session', 'login', { token, expires_in: 900, second_factors: [] })
  const user = await renderApp('/login', { signedIn: false })
  await user.type(await screen.findByLabelText('E-mail'), 'anna@example.org')
  await user.type(screen.getByLabelText('Password'), 'a long password')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('button', { name: 'Organization: Midsommarföreningen' })).toBeDefined()
  expect(localStorage.getItem('auth_token')).toBe(token)
})
