import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer } from '../../../testing/answers.ts'
import { buildId } from '../../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../../testing/render-app.tsx'

const id = buildId()
const imported = { id, created_at: '2026-06-01T07:10:00.000Z', people: 382 }

it('leads to what was imported within 24 hours, and undoes it (D48)', async () => {
  answerOrganization()
  answer('imports', 'listImports', [imported])
  const user = await renderApp('/people/import')
  const recent = within(
    (await screen.findByRole('heading', { name: 'Imported within 24 hours' })).closest('section') ??
      document.body,
  )
  expect(recent.getByRole('listitem').textContent).toMatch(/1\sJune.*09:10.*382 people added or changed/)
  await user.click(recent.getByRole('link', { name: 'Show and undo' }))
  const undone = answer('imports', 'undoImport', { kept: [] })
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect(await screen.findByRole('heading', { name: /undone|as before/i })).toBeDefined()
  expect(undone).toHaveLength(1)
  expect(undone[0]?.path).toBe(`/admin/imports/${id}/undo`)
})

it('says nothing of imports where there is none', async () => {
  answerOrganization()
  answer('imports', 'listImports', [])
  await renderApp('/people/import')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('heading', { name: 'Imported within 24 hours' })).toBeNull()
})
