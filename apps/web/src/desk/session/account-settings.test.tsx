import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { answer, hold, refuse } from '../../testing/answers.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const active = { email: 'asa@muster.example', name: null, ends_at: null, password_changed_at: null }
const ending = { ...active, ends_at: '2026-07-01T09:00:00.000Z' }

beforeEach(() => {
  answerOrganization()
})

it.each([
  {
    language: 'en',
    menu: /^Account: /,
    link: 'Your details',
    end: 'End account',
    ends: /ends on 1\sJuly\s2026/,
    keep: 'Keep account',
  },
  {
    language: 'sv',
    menu: /^Konto: /,
    link: 'Dina uppgifter',
    end: 'Avsluta kontot',
    ends: /avslutas den 1\sjuli\s2026/,
    keep: 'Behåll kontot',
  },
] as const)(
  '$language: ends an account after a question, and keeps it again',
  async ({ language, menu, link, end, ends, keep }) => {
    answer('session', 'getAccount', active)
    answer('events', 'listEvents', { events: [] })
    const ended = answer('session', 'endAccount', ending)
    const kept = answer('session', 'keepAccount', active)
    const user = await renderApp('/events', { language })
    await user.click(await screen.findByRole('button', { name: menu }))
    await user.click(await screen.findByRole('menuitem', { name: link }))
    await user.click(await screen.findByRole('button', { name: end }))
    const question = await screen.findByRole('alertdialog')
    expect(ended).toEqual([])
    await user.click(within(question).getByRole('button', { name: end }))
    expect(await screen.findByRole('heading', { name: ends })).toBeDefined()
    expect(ended).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: keep }))
    expect(await screen.findByRole('button', { name: end })).toBeDefined()
    expect(kept).toHaveLength(1)
  },
)

it('says in the question when it could not be ended', async () => {
  answer('session', 'getAccount', active)
  refuse('session', 'endAccount', { status: 503, error: 'Too busy.' })
  const user = await renderApp('/account')
  await user.click(await screen.findByRole('button', { name: 'End account' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'End account' }))
  expect((await within(question).findByRole('alert')).textContent).toBe('Too busy.')
})

const letters = async () => (await screen.findByRole('button', { name: /^Account: demo@/ })).textContent

describe('the letters on the button of its menu', () => {
  it.each([
    { name: 'Åsa Öberg', shown: 'ÅÖ' },
    { name: null, shown: 'D' },
  ])('are those of its name, else of its address: $name', async ({ name, shown }) => {
    answer('people', 'listPeople', [])
    const arrive = hold('session', 'getAccount', { ...active, name })
    await renderApp('/people')
    expect(await letters()).toBe('')
    arrive()
    await waitFor(async () => expect(await letters()).toBe(shown))
  })

  it('are those of its address if the name cannot be read', async () => {
    answer('people', 'listPeople', [])
    refuse('session', 'getAccount')
    await renderApp('/people')
    await waitFor(async () => expect(await letters()).toBe('D'))
  })
})

it('is named in the menu, with its address', async () => {
  answer('session', 'getAccount', { ...active, name: 'Åsa Öberg' })
  answer('people', 'listPeople', [])
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('button', { name: /^Account: / }))
  const menu = within(await screen.findByRole('menu'))
  expect(await menu.findByText('Åsa Öberg')).toBeDefined()
  expect(menu.getByText(/@/)).toBeDefined()
})

it('has a name for the other members, until it is cleared', async () => {
  answer('session', 'getAccount', active)
  const saved = answer('session', 'changeAccount', { ...active, name: 'Åsa Öberg' })
  const user = await renderApp('/account')
  await user.type(await screen.findByLabelText('Your name'), ' Åsa Öberg')
  await user.click(screen.getByRole('button', { name: 'Save name' }))
  expect(await screen.findByText('Your name is saved')).toBeDefined()
  expect(screen.getByLabelText('Your name')).toHaveProperty('value', 'Åsa Öberg')
  const cleared = answer('session', 'changeAccount', active)
  await user.clear(screen.getByLabelText('Your name'))
  await user.click(screen.getByRole('button', { name: 'Save name' }))
  await waitFor(() => expect(cleared).toHaveLength(1))
  // Otherwise the answer would reach the next test.
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect([...saved, ...cleared].map(({ body }) => body)).toEqual([{ name: ' Åsa Öberg' }, { name: '' }])
})

it('shows the name that is sent until it is answered', async () => {
  answer('session', 'getAccount', active)
  const letGo = hold('session', 'changeAccount', { ...active, name: 'Åsa' })
  const user = await renderApp('/account')
  await user.type(await screen.findByLabelText('Your name'), 'Åsa{Enter}')
  await screen.findByText('Saving...')
  await user.keyboard(' Öberg')
  expect(screen.getByLabelText('Your name')).toHaveProperty('value', 'Åsa')
  letGo()
  expect(await screen.findByText('Your name is saved')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Your name'))
})

it('asks before it throws away a name', async () => {
  answer('session', 'getAccount', active)
  answer('people', 'listPeople', [])
  const user = await renderApp('/account')
  await user.type(await screen.findByLabelText('Your name'), 'Åsa')
  await user.click(screen.getByRole('link', { name: 'People' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByLabelText('Your name')).toHaveProperty('value', 'Åsa')
  await user.click(screen.getByRole('link', { name: 'People' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await screen.findByRole('heading', { name: 'People' })).toBeDefined()
})

it('says why a name could not be saved', async () => {
  answer('session', 'getAccount', active)
  refuse('session', 'changeAccount', { status: 503, error: 'Too busy.' })
  const user = await renderApp('/account')
  await user.click(await screen.findByRole('button', { name: 'Save name' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Too busy.')
})
