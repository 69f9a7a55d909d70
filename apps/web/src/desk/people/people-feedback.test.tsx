import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answer, hold, refuse, stall } from '../../testing/answers.ts'
import { buildNotices } from '../../testing/build-notices.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

vi.mock('../../ui/feedback/live-region.tsx', () => import('../../testing/live-region.tsx'))

const bjorn = buildPerson()

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [] })
  answer('tags', 'listTags', [])
  answer('people', 'listPeople', [bjorn])
  answer('shifts', 'listShifts', { shifts: [] })
  answer('assignments', 'previewNotices', buildNotices({ told: 0 }))
})

async function choose(action: string) {
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('button', { name: 'Actions for Björn af Ekenstam' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
  return user
}

/** The steps of a user that lead to each call. */
const make = {
  async createPerson() {
    const user = await renderApp('/people')
    await user.click(await screen.findByRole('button', { name: 'Add person' }))
    await user.type(await screen.findByLabelText('First name'), 'M')
    await user.type(screen.getByLabelText('Last name'), 'Ek')
    await user.type(screen.getByLabelText('E-mail'), 'm@e.se')
    await user.click(screen.getByRole('button', { name: 'Save person' }))
  },
  async updatePerson() {
    const user = await choose('Edit')
    await user.type(await screen.findByLabelText('Notes (optional)'), '!')
    await user.click(screen.getByRole('button', { name: 'Save person' }))
  },
  async deletePerson() {
    const user = await choose('Delete person')
    await user.click(await screen.findByRole('button', { name: 'Delete person' }))
  },
}

it.each([
  { call: 'createPerson', busy: 'Saving...' },
  { call: 'deletePerson', busy: 'Deleting...' },
] as const)('says that $call is under way', async ({ call, busy }) => {
  stall('people', call)
  await make[call]()
  expect(await screen.findByText(busy)).toBeDefined()
})

it.each([
  {
    call: 'createPerson',
    reply: buildPerson({ first_name: 'Maja', last_name: 'Ek' }),
    done: 'Maja Ek is added',
  },
  { call: 'updatePerson', reply: bjorn, done: 'Björn af Ekenstam is saved' },
  { call: 'deletePerson', reply: undefined, done: 'Björn af Ekenstam is deleted' },
] as const)('announces that $call is done', async ({ call, reply, done }) => {
  answer('people', call, reply)
  await make[call]()
  expect(await screen.findByText(done)).toBeDefined()
})

it.each([
  { refusal: {}, text: 'Failed to save person' },
  { refusal: { status: 503, code: 'busy', error: 'The server’s own.' }, text: 'The server’s own.' },
])('says why a person was not added: $text', async ({ refusal, text }) => {
  refuse('people', 'createPerson', refusal)
  await make.createPerson()
  await waitFor(() => within(screen.getByRole('dialog', { name: 'That did not work' })).getByText(text))
})

it('names the columns of the table', async () => {
  await renderApp('/people')
  const heads = await screen.findAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Team',
    'E-mail',
    'Phone',
    'Notes',
    'Actions',
  ])
})

it('shows and announces how many people a search has found', async () => {
  answer('people', 'listPeople', [
    bjorn,
    buildPerson({ first_name: 'Björn' }),
    buildPerson({ first_name: 'Åsa', email: 'asa@example.org' }),
  ])
  await renderApp('/people?q=björn')
  await waitFor(() => expect(screen.getAllByText('2 people found')).toHaveLength(2))
})

it('does not leave the page by an answer that comes after back', async () => {
  const letGo = hold('people', 'updatePerson', { ...bjorn, notes: 'Late' })
  await make.updatePerson()
  await screen.findByText('Saving...')
  history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  answer('people', 'listPeople', [{ ...bjorn, notes: 'Late' }])
  const back = vi.spyOn(history, 'go')
  letGo()
  await screen.findByText('Late')
  expect(back).not.toHaveBeenCalled()
  expect(location.pathname).toBe('/people')
})
