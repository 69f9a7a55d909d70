import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildEvent, buildId } from '../../testing/build-event.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const kok = { id: buildId(), name: 'Kök', people: 12 }
const bar = { id: buildId(), name: 'Bar', people: 1 }

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [buildEvent()] })
  answer('people', 'listPeople', [buildPerson()])
  answer('tags', 'listTags', [bar, kok])
})

async function open() {
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename or delete tags' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags' }))
  const name = await dialog.findByRole('textbox', { name: 'Rename Kök' })
  return { user, dialog, name }
}

it('renames a tag', async () => {
  const { user, dialog, name } = await open()
  expect(dialog.getByText('12 people')).toBeDefined()
  const renamed = answer('tags', 'renameTag', { ...kok, name: 'Köket' })
  await user.type(name, 'et')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(renamed[0]).toMatchObject({ path: `/admin/tags/${kok.id}`, body: { name: 'Köket' } }),
  )
})

it('says that the name is taken, and keeps what was typed', async () => {
  const { user, dialog, name } = await open()
  refuse('tags', 'renameTag', { status: 409, code: 'tag_exists', error: 'There is a tag with this name.' })
  await user.clear(name)
  await user.type(name, 'Bar{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toContain('There is a tag with this name.')
  expect(name).toHaveProperty('value', 'Bar')
})

it('deletes a tag after a question that says how many lose it', async () => {
  const { user, dialog } = await open()
  const deleted = answer('tags', 'deleteTag', undefined)
  await user.click(dialog.getByRole('button', { name: 'Delete Kök' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete the tag Kök?' }))
  expect(question.getByText('12 people lose it. Nothing else changes.')).toBeDefined()
  expect(deleted).toEqual([])
  await user.click(question.getByRole('button', { name: 'Delete tag' }))
  await waitFor(() => expect(deleted[0]?.path).toBe(`/admin/tags/${kok.id}`))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
