import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { answerFactors, answerSecurity } from '../../testing/build-factors.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import type { Session } from './account-api.ts'

const here: Session = {
  id: '0197b0a0-0000-7000-8000-000000000a01',
  created_at: '2026-03-01T10:00:00.000Z',
  last_used_at: new Date().toISOString(),
  browser: 'Firefox',
  system: 'Windows',
  is_current: true,
}
const phone: Session = {
  ...here,
  id: '0197b0a0-0000-7000-8000-000000000a02',
  last_used_at: '2025-11-02T17:00:00.000Z',
  browser: 'Safari',
  system: 'iOS',
  is_current: false,
}
const unknown: Session = { ...phone, id: '0197b0a0-0000-7000-8000-000000000a03', browser: null, system: null }

beforeEach(() => {
  answerOrganization()
  answerSecurity()
  answerFactors()
})

async function open(sessions: Session[]) {
  answer('session', 'listSessions', { sessions })
  const user = await renderApp('/account/security')
  const section = within(await screen.findByRole('region', { name: 'Where you are signed in' }))
  await section.findAllByRole('listitem')
  return { user, section }
}

it('are listed with their last use in words', async () => {
  const { section } = await open([here, phone, unknown])
  const [first, second, third] = section.getAllByRole('listitem')
  expect(first?.textContent).toMatch(
    /^Firefox on WindowsLast used today \d\d:\d\d\u00a0· signed in .*This one$/,
  )
  expect(second?.textContent).toMatch(/^Safari on iOSLast used 2\sNovember\s2025\u00a0· /)
  expect(third?.textContent).toMatch(/^Unknown browser/)
})

it('offer nothing to end but themselves', async () => {
  const { section } = await open([here])
  expect(section.queryByRole('button')).toBeNull()
})

it('end one by one', async () => {
  const { user, section } = await open([here, phone])
  const ended = answer('session', 'endSession', undefined)
  answer('session', 'listSessions', { sessions: [here] })
  await user.click(section.getByRole('button', { name: 'End Safari on iOS' }))
  expect(await screen.findByText('Session ended')).toBeDefined()
  expect(section.getAllByRole('listitem')).toHaveLength(1)
  await waitFor(() => expect(document.activeElement).toBe(section.getByRole('list')))
  expect(ended.map(({ path }) => path)).toEqual([`/api/account/sessions/${phone.id}`])
})

it('end all but this one after a question', async () => {
  const { user, section } = await open([here, phone, unknown])
  const ended = answer('session', 'endOtherSessions', undefined)
  await user.click(section.getByRole('button', { name: 'End all others' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(ended).toEqual([])
  answer('session', 'listSessions', { sessions: [here] })
  await user.click(question.getByRole('button', { name: 'End all others' }))
  expect(await screen.findByText('You are signed out everywhere else')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(section.getByRole('list')))
  expect(ended).toHaveLength(1)
})

it('say why one could not be ended', async () => {
  const { user, section } = await open([here, phone])
  refuse('session', 'endSession', { status: 503, error: 'Too busy.' })
  await user.click(section.getByRole('button', { name: 'End Safari on iOS' }))
  expect((await section.findByRole('alert')).textContent).toBe('Too busy.')
})

it('say that they could not be read', async () => {
  refuse('session', 'listSessions')
  await renderApp('/account/security')
  expect(await screen.findByText('Failed to fetch where you are signed in')).toBeDefined()
})
