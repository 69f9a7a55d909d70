import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildOrganization } from '../../testing/build-event.ts'
import { buildToken, inSeconds } from '../../testing/build-token.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const PAGE = '/join/AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE'
/** Of the token that tests sign in with. */
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
    const login = answer('session', 'login', {
      token: buildToken(inSeconds(600)),
      expires_in: 600,
      second_factors: [],
    })
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
    expect(link.getAttribute('href')).toBe(`/login?${new URLSearchParams({ next: PAGE })}`)
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

  it('not with another account, which may log out', async () => {
    answerOrganization()
    answerInvitation()
    await renderApp(PAGE)
    expect(
      await screen.findByText(`You are signed in as ${OWN}, but the invitation is for bo@solsidan.example.`),
    ).toBeDefined()
    expect(screen.getByRole('button', { name: 'Log out' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
  })
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
