import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { readToken } from '../../api/credentials.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import { answerFactors, buildFactor } from '../../testing/build-factors.ts'
import { buildToken, inSeconds } from '../../testing/build-token.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const NEEDED = { status: 400, code: 'reauthentication_needed', error: 'Confirm first.' } as const

const buildIssued = () => ({ token: buildToken(inSeconds(600)), expires_in: 600, second_factors: [] })

/** Fills in the form of an invitation of an owner, and sends it to a server that asks for a proof. */
async function inviteOwner(language: 'en' | 'sv' = 'en') {
  answerOrganization()
  answer('members', 'listMembers', { members: [], invitations: [] })
  answer('events', 'listEvents', { events: [] })
  const refused = refuse('members', 'inviteMember', NEEDED)
  const user = await renderApp('/organizations/members', { language })
  const words = WORDS[language]
  await user.type(await screen.findByLabelText(words.email), 'ida@muster.example')
  await user.click(screen.getByRole('button', { name: words.invite }))
  // The dialog that shows that the factors are read is another one.
  const shown = await waitFor(() => {
    const found = screen.getByRole('dialog', { name: words.title })
    expect(found.querySelector('[aria-busy=true]')).toBeNull()
    return found
  })
  return { user, dialog: within(shown), refused, words }
}

const WORDS = {
  en: {
    email: 'E-mail',
    invite: 'Send invite',
    title: 'Confirm that it is you',
    password: 'Password',
    confirm: 'Confirm',
    sent: 'Invitation sent to ida@muster.example',
    required: 'Enter your password.',
  },
  sv: {
    email: 'E-post',
    invite: 'Skicka inbjudan',
    title: 'Bekräfta att det är du',
    password: 'Lösenord',
    confirm: 'Bekräfta',
    sent: 'Inbjudan är skickad till ida@muster.example',
    required: 'Fyll i ditt lösenord.',
  },
}

function answerInvitation() {
  return answer('members', 'inviteMember', {
    id: buildId(),
    email: 'ida@muster.example',
    role: 'admin',
    leads: [],
    language: 'sv',
    state: 'invited',
    invited_by: null,
    sent_at: '2026-06-01T10:00:00.000Z',
    expires_at: '2199-06-08T10:00:00.000Z',
  })
}

it.each(['en', 'sv'] as const)('asks for the password, and sends the same again (%s)', async (language) => {
  answerFactors()
  const { user, dialog, refused, words } = await inviteOwner(language)
  const password = await dialog.findByLabelText(words.password)
  expect(document.activeElement).toBe(password)
  await user.keyboard('{Enter}')
  expect(await dialog.findByText(words.required)).toBeDefined()
  const issued = buildIssued()
  const asked = answer('session', 'login', issued)
  const sent = answerInvitation()
  await user.type(password, 'a long password{Enter}')
  expect(await screen.findByText(words.sent)).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked[0]?.body).toEqual({ email: 'demo@muster.example', password: 'a long password' })
  expect(sent.map(({ body }) => body)).toEqual(refused.map(({ body }) => body))
  expect(sent[0]?.headers.get('idempotency-key')).toBe(refused[0]?.headers.get('idempotency-key'))
  expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${issued.token}`)
})

it('asks an account with a second factor for that, and stays on the page', async () => {
  answerFactors({ factors: [buildFactor()], recovery_codes_left: 3 })
  const { user, dialog, words } = await inviteOwner()
  const code = await dialog.findByLabelText('Code from your authenticator app')
  expect(document.activeElement).toBe(code)
  expect(dialog.getByRole('button', { name: 'Use a recovery code' })).toBeDefined()
  const issued = buildIssued()
  const asked = answer('factors', 'verifySecondFactor', issued)
  answerInvitation()
  await user.type(code, '123456')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(words.sent)).toBeDefined()
  expect(asked[0]?.body).toEqual({ method: 'totp', code: '123456' })
  expect(readToken()).toBe(issued.token)
})

it('keeps what was typed, and says why nothing was sent, when it is closed', async () => {
  answerFactors()
  const { user, dialog, refused } = await inviteOwner()
  await dialog.findByLabelText('Password')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Confirm first.')
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ida@muster.example')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(refused).toHaveLength(1)
  // The next press asks again.
  await user.click(screen.getByRole('button', { name: 'Send invite' }))
  expect(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).toBeDefined()
})

it('says when the second factors cannot be read', async () => {
  refuse('factors', 'listFactors', { status: 409, error: 'Not now.' })
  const { user, dialog } = await inviteOwner()
  expect(await dialog.findByText('Not now.')).toBeDefined()
  answerFactors()
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Password')).toBeDefined()
})
