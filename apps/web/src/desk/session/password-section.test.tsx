import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { answerFactors, answerSecurity } from '../../testing/build-factors.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

beforeEach(() => {
  answerOrganization()
  answerSecurity()
  answerFactors()
})

async function change() {
  const user = await renderApp('/account/security')
  const section = within(await screen.findByRole('region', { name: 'Password' }))
  expect(await section.findByText(/^Changed 3\sMarch\s2026$/)).toBeDefined()
  await user.click(section.getByRole('button', { name: 'Change password' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }))
  expect(dialog.getByText('At least 12 characters, not easy to guess.')).toBeDefined()
  await user.type(dialog.getByLabelText('Current password'), 'two red boats')
  await user.type(dialog.getByLabelText('New password'), 'three blue bikes')
  await user.click(dialog.getByRole('button', { name: 'Change password' }))
  return { user, dialog }
}

it('is changed with the current one', async () => {
  const asked = answer('session', 'changePassword', undefined)
  await change()
  expect(await screen.findByText('Password changed')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked[0]?.body).toEqual({ current_password: 'two red boats', password: 'three blue bikes' })
})

it.each([
  ['current_password_wrong', 400, 'Current password', 'The current password is wrong.'],
  ['password_weak', 400, 'New password', 'Choose a longer one.'],
  ['same_password', 422, 'New password', 'Choose another password.'],
] as const)('names the field that is refused: %s', async (code, status, label, error) => {
  refuse('session', 'changePassword', { status, code, error })
  const { dialog } = await change()
  expect(await dialog.findByText(error)).toBeDefined()
  expect(dialog.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(dialog.getByLabelText(label))
  expect(dialog.queryByRole('alert')).toBeNull()
})

it('says why it was not changed', async () => {
  refuse('session', 'changePassword')
  const { dialog } = await change()
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to save')
})
