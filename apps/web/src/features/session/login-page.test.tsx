import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildToken, inSeconds } from '../../testing/build-token.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { server } from '../../testing/server.ts'

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
  const asked = answer('session', 'login', { token: buildToken(inSeconds(600)), expires_in: 900 })
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
  answer('session', 'login', { token: buildToken(inSeconds(600)), expires_in: 900 })
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
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
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
  server.use(http.post('*/auth/login', () => HttpResponse.json({ token })))
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

it('speaks Swedish', async () => {
  await openLogin('sv')
  expect(await screen.findByRole('heading', { name: 'Logga in på ditt konto' })).toBeDefined()
  expect(screen.getByLabelText('Lösenord')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Logga in' })).toBeDefined()
})
