import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, stall } from '../../testing/answers.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

beforeEach(() => {
  answerOrganization()
})

async function create() {
  const user = await renderApp('/organizations/new')
  await user.type(await screen.findByLabelText('Name'), 'Ny')
  await user.click(screen.getByRole('button', { name: 'Create Organization' }))
}

it('says that the organisation is being created', async () => {
  stall('organizations', 'createOrganization')
  await create()
  expect(await screen.findByText('Creating...')).toBeDefined()
})

it('takes an answer without the organisation for a failure', async () => {
  answer('organizations', 'createOrganization', Object.create(null))
  await create()
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to create organization')
})

it('says that the settings are being saved', async () => {
  stall('organizations', 'updateOrganization')
  const user = await renderApp('/organizations/settings')
  await user.type(await screen.findByLabelText('Name'), '!')
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('Saving...')).toBeDefined()
})
