import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildEvent, buildId } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const event = buildEvent()
const saved = { id: buildId(), title: 'Rain', text: 'Bring a raincoat.', version: 1 }

beforeEach(() => {
  answerOrganization()
  answer('events', 'getEvent', event)
  answer('events', 'listEvents', { events: [event] })
  answer('shifts', 'listShifts', { shifts: [] })
  answer('broadcasts', 'listBroadcasts', [])
  refuse('broadcasts', 'previewBroadcast', { status: 400 })
  answer('savedTexts', 'listSavedTexts', [saved])
})

async function openTexts() {
  const user = await renderApp(`/events/${event.id}/broadcast`)
  await user.click(await screen.findByRole('button', { name: 'Saved texts' }))
  await screen.findByRole('dialog', { name: 'Saved texts' })
  return user
}

it('one is used, and closes the list', async () => {
  const user = await openTexts()
  await user.click(await screen.findByRole('button', { name: 'Use' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(saved.text)
})

it('the present text is saved under a name, or replaces another; one is removed', async () => {
  const user = await openTexts()
  const added = answer('savedTexts', 'createSavedText', saved)
  await user.click(await screen.findByRole('button', { name: 'Save the present text' }))
  expect(screen.getByText('The text needs a name')).toBeDefined()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Hello{Enter}')
  await waitFor(() => expect(added).toHaveLength(1))
  expect(added[0]?.body).toMatchObject({ title: 'Hello', text: expect.stringContaining(event.name) })

  const changed = answer('savedTexts', 'updateSavedText', saved)
  await user.click(screen.getByRole('button', { name: 'Replace Rain by the present text' }))
  await waitFor(() => expect(changed).toHaveLength(1))
  expect(changed[0]?.body).toMatchObject({ version: 1, text: expect.stringContaining(event.name) })

  const removed = answer('savedTexts', 'deleteSavedText', undefined)
  await user.click(screen.getByRole('button', { name: 'Remove Rain' }))
  await waitFor(() => expect(removed).toHaveLength(1))
})
