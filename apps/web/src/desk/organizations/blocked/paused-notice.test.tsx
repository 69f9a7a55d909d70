import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer } from '../../../testing/answers.ts'
import { buildOrganization } from '../../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../../testing/render-app.tsx'

const paused = buildOrganization({
  name: 'Solsidan',
  paused_at: '2199-06-01T10:00:00.000Z',
  pause_reason: 'Many reports of spam',
})

it('says on each page that the organisation is paused, and why', async () => {
  answerOrganization(paused)
  answer('people', 'listPeople', [])
  await renderApp('/people')
  const notice = await screen.findByRole('region', { name: 'Solsidan is paused' })
  expect(notice.textContent).toContain('Reason: Many reports of spam')
  expect(screen.getByRole('heading', { level: 1, name: 'People' })).toBeDefined()
})

it('speaks Swedish', async () => {
  answerOrganization(paused)
  answer('people', 'listPeople', [])
  await renderApp('/people', { language: 'sv' })
  const notice = await screen.findByRole('region', { name: 'Solsidan är pausad' })
  expect(notice.textContent).toContain('Anledning: Many reports of spam')
})

it('negative control: it is not there for one that goes on', async () => {
  answerOrganization(buildOrganization({ name: 'Solsidan' }))
  answer('people', 'listPeople', [])
  await renderApp('/people')
  expect(await screen.findByRole('heading', { level: 1, name: 'People' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Solsidan is paused' })).toBeNull()
})
