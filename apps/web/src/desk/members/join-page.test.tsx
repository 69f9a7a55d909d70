import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, lose, refuse } from '../../testing/answers.ts'
import { buildOrganization } from '../../testing/build-event.ts'
import { buildIssued, buildToken, inSeconds } from '../../testing/build-token.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const PAGE = '/join/AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE'
const BEFORE_JOINING = `/login?${new URLSearchParams({ next: PAGE })}`
/** Address in the token that tests sign in with. */
const OWN = 'demo@muster.example'

const answerInvitation = (given: { email?: string; has_account?: boolean } = {}) =>
  answer('members', 'getMemberInvitation', {
    organization: { name: 'Solsidan' },
    email: 'bo@solsidan.example',
    role: 'viewer',
    has_account: false,
    ...given,
  })

const signedOut = () => refuse('session', 'refresh', { status: 401 })

const issued = { token: buildToken(inSeconds(600)), expires_in: 600, second_factors: [] }

async function fillIn(language: 'en' | 'sv' = 'en') {
  const user = await renderApp(PAGE, { language, signedIn: false })
  const button = await screen.findByRole('button', { name: /^(Create account|Skapa konto)/ })
  await user.type(screen.getByLabelText(/^(Password|Lösenord)/), 'three blue bikes')
  return { submit: () => user.click(button) }
}

describe('an invitation is accepted', () => {
  it.each([
    ['en', 'Password', 'Create account and join', 'terms of use'],
    ['sv', 'Lösenord', 'Skapa konto och kom med', 'användarvillkoren'],
  ] as const)('with a new account, under the terms (%s)', async (language, password, submit, terms) => {
    signedOut()
    answerInvitation()
    const joined = answer('members', 'joinWithNewAccount', undefined)
    const user = await renderApp(PAGE, { language, signedIn: false })
    expect(await screen.findByRole('heading', { level: 1, name: /Solsidan$/ })).toBeDefined()
    expect(screen.getByRole('link', { name: terms }).getAttribute('href')).toBe('/terms')
    await user.type(screen.getByLabelText(password), 'three blue bikes')
    const login = answer('session', 'login', issued)
    answerOrganization(buildOrganization({ role: 'viewer' }))
    answer('events', 'listEvents', { events: [] })
    await user.click(screen.getByRole('button', { name: submit }))
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(joined[0]?.body).toEqual({ password: 'three blue bikes' })
    expect(login[0]?.body).toEqual({ email: 'bo@solsidan.example', password: 'three blue bikes' })
  })

  it('with the account of its address, after signing in', async () => {
    signedOut()
    answerInvitation({ has_account: true })
    await renderApp(PAGE, { signedIn: false })
    const link = await screen.findByRole('link', { name: 'Sign in' })
    expect(link.getAttribute('href')).toBe(BEFORE_JOINING)
  })

  it.each([
    ['en', `Join as ${OWN}`],
    ['sv', `Kom med som ${OWN}`],
  ] as const)('with the account that is signed in (%s)', async (language, join) => {
    const organization = answerOrganization(buildOrganization({ role: 'viewer' }))
    answerInvitation({ email: OWN, has_account: true })
    answer('events', 'listEvents', { events: [] })
    const joined = answer('members', 'joinWithAccount', { organization_id: organization.id })
    const user = await renderApp(PAGE, { language })
    await user.click(await screen.findByRole('button', { name: join }))
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(joined).toHaveLength(1)
    expect(new URLSearchParams(location.search).get('org')).toBe(organization.id)
  })

  it('with a new account beside another one that waits for its second factor', async () => {
    answer('session', 'refresh', buildIssued('totp'))
    answerInvitation()
    await renderApp(PAGE, { signedIn: false })
    expect(await screen.findByRole('button', { name: 'Create account and join' })).toBeDefined()
  })

  it('not with another account, which may sign out', async () => {
    answerOrganization()
    answerInvitation()
    await renderApp(PAGE)
    expect(
      await screen.findByText(`You are signed in as ${OWN}, but the invitation is for bo@solsidan.example.`),
    ).toBeDefined()
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
  })
})

describe('an account that exists when it is created', () => {
  it('signs in, when the answer that it had joined was lost', async () => {
    signedOut()
    answerInvitation()
    refuse('members', 'joinWithNewAccount', { status: 403, code: 'member_link_used' })
    const login = answer('session', 'login', issued)
    answerOrganization(buildOrganization({ role: 'viewer' }))
    answer('events', 'listEvents', { events: [] })
    const { submit } = await fillIn()
    await submit()
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(login[0]?.body).toEqual({ email: 'bo@solsidan.example', password: 'three blue bikes' })
  })

  it('signs in, and is asked to join where it has not', async () => {
    signedOut()
    answerInvitation({ email: OWN })
    refuse('members', 'joinWithNewAccount', { status: 409, code: 'account_exists' })
    answer('session', 'login', issued)
    const { submit } = await fillIn()
    await submit()
    expect(await screen.findByRole('button', { name: `Join as ${OWN}` })).toBeDefined()
    expect(location.pathname).toBe(PAGE)
  })

  it('with a second factor of its own is led through it and back', async () => {
    signedOut()
    answerInvitation({ email: OWN })
    refuse('members', 'joinWithNewAccount', { status: 409, code: 'account_exists' })
    answer('session', 'login', { ...issued, second_factors: ['totp'] })
    const { submit } = await fillIn()
    answerInvitation({ email: OWN, has_account: true })
    await submit()
    expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe(BEFORE_JOINING)
  })

  it.each([
    ['en', 'Your account exists already. Sign in with it.', 'Sign in'],
    ['sv', 'Ditt konto finns redan. Logga in med det.', 'Logga in'],
  ] as const)('is to sign in when that fails after joining (%s)', async (language, text, link) => {
    signedOut()
    answerInvitation()
    answer('members', 'joinWithNewAccount', undefined)
    refuse('session', 'login', { status: 429, error: 'Too many attempts.' })
    const { submit } = await fillIn(language)
    await submit()
    expect(await screen.findByText(text)).toBeDefined()
    // The invitation has been used.
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/login')
    expect(screen.queryByRole('button', { name: /^(Create account|Skapa konto)/ })).toBeNull()
  })

  it('is to sign in when its password is another, and comes back to join', async () => {
    signedOut()
    answerInvitation()
    refuse('members', 'joinWithNewAccount', { status: 409, code: 'account_exists' })
    refuse('session', 'login', { status: 401, error: 'Wrong.' })
    const { submit } = await fillIn()
    await submit()
    expect(await screen.findByText('Your account exists already. Sign in with it.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(BEFORE_JOINING)
  })
})

it('says at the field why a password was refused', async () => {
  signedOut()
  answerInvitation()
  refuse('members', 'joinWithNewAccount', { status: 400, code: 'password_weak', error: 'Too easy to guess.' })
  const login = answer('session', 'login', issued)
  const { submit } = await fillIn()
  await submit()
  const reason = await screen.findByText('Too easy to guess.')
  const field = screen.getByLabelText('Password')
  expect(field.getAttribute('aria-describedby')).toContain(reason.closest('p')?.id)
  expect(document.activeElement).toBe(field)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(login).toEqual([])
})

it('says why no account was created', async () => {
  signedOut()
  answerInvitation()
  refuse('members', 'joinWithNewAccount', { status: 503, code: 'unavailable', error: 'Too busy.' })
  const { submit } = await fillIn()
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe('Too busy.')
})

it.each([
  ['en', 'The invitation cannot be opened', 'This invitation has expired. Ask for a new one.'],
  ['sv', 'Inbjudan går inte att öppna', 'Inbjudan har gått ut. Be om en ny.'],
] as const)('says why a link does not open (%s)', async (language, title, error) => {
  signedOut()
  refuse('members', 'getMemberInvitation', { status: 403, code: 'member_link_expired', error })
  await renderApp(PAGE, { language, signedIn: false })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
  expect(screen.getByRole('alert').textContent).toBe(error)
})

it.each([
  ['could not be read', () => lose('members', 'getMemberInvitation')],
  ['another server answered for', () => refuse('members', 'getMemberInvitation', { status: 200 })],
] as const)('that %s can be tried again', async (_what, fail) => {
  signedOut()
  fail()
  const user = await renderApp(PAGE, { signedIn: false })
  const again = await screen.findByRole('button', { name: 'Try again' })
  answerInvitation()
  await user.click(again)
  const title = await screen.findByRole('heading', { level: 1, name: 'Join Solsidan' })
  expect(document.activeElement).toBe(title)
})

it.each([
  ['en', 'Go to shifts', 'Sign in'],
  ['sv', 'Till passen', 'Logga in'],
] as const)('that was accepted leads to the shifts when signed in (%s)', async (language, link, signIn) => {
  answerOrganization()
  refuse('members', 'getMemberInvitation', { status: 403, code: 'member_link_used', error: 'Used.' })
  await renderApp(PAGE, { language })
  expect(new URL((await screen.findByRole<HTMLAnchorElement>('link', { name: link })).href).pathname).toBe(
    '/',
  )
  expect(screen.queryByRole('link', { name: signIn })).toBeNull()
})
