import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer } from '../testing/answers.ts'
import { buildEvent, buildOrganization } from '../testing/build-event.ts'
import { answerOrganization, renderApp } from '../testing/render-app.tsx'

beforeEach(() => {
  answerOrganization(buildOrganization({ name: 'Ängens vänner' }))
  answer('events', 'listEvents', { events: [buildEvent({ name: 'Festival' })] })
})

async function editSomething() {
  const user = await renderApp('/events')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.type(await nameField('Edit event', 'Name'), ' 2')
  return user
}

const nameField = async (form: string, label: string) =>
  within(await screen.findByRole('form', { name: form })).getByLabelText(label)

it('is asked about before logging out', async () => {
  const ended = answer('session', 'logout', undefined)
  const user = await editSomething()
  await user.click(screen.getByRole('button', { name: /^Account: / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(ended).toHaveLength(0)
  expect(await nameField('Edit event', 'Name')).toHaveProperty('value', 'Festival 2')

  await user.click(screen.getByRole('button', { name: /^Account: / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeDefined()
  expect(ended).toHaveLength(1)
})

it('is asked about before the settings of the organisation take its place', async () => {
  const user = await editSomething()
  await user.click(screen.getByRole('button', { name: /Ängens vänner/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Organization settings' }))
  expect(location.pathname).toBe('/events')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(location.pathname).toBe('/organizations/settings'))
})

it('outlives a change of the language', async () => {
  const user = await editSomething()
  await user.click(screen.getByRole('button', { name: 'SV, Svenska' }))
  expect(await nameField('Redigera evenemanget', 'Namn')).toHaveProperty('value', 'Festival 2')
})
