import type { ErrorBody } from '@muster/contract/errors'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, refuse } from '../testing/answers.ts'
import { buildEvent } from '../testing/build-event.ts'
import { answerFactors, answerSecurity } from '../testing/build-factors.ts'
import { answerOrganization, renderApp } from '../testing/render-app.tsx'

const event = buildEvent()

function answerAll() {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('shifts', 'listShifts', { shifts: [] })
  answer('people', 'listPeople', [])
  answer('members', 'listMembers', { members: [], invitations: [] })
  answer('assignments', 'countOpenLinks', { links: 0 })
  answer('log', 'listLog', [])
  answer('organizations', 'getNotices', { cancellations: 'each', sign_ups: 'each', requests: 'daily' })
  answerFactors()
  answerSecurity()
}

beforeEach(answerAll)

type Page = [path: string, text: string, refuse: (body: Partial<ErrorBody>) => unknown]

const PAGES: Page[] = [
  ['/', 'Failed to fetch data', (body) => refuse('events', 'listEvents', body)],
  ['/', 'Failed to fetch data', (body) => refuse('shifts', 'listShifts', body)],
  ['/people', 'Failed to fetch people', (body) => refuse('people', 'listPeople', body)],
  ['/events', 'Error: Failed to fetch events', (body) => refuse('events', 'listEvents', body)],
  [
    `/reports?report=schedule&event=${event.id}`,
    'Failed to fetch data',
    (body) => refuse('shifts', 'listShifts', body),
  ],
  [
    '/organizations/api-keys',
    'Failed to fetch the API keys',
    (body) => refuse('apiKeys', 'listApiKeys', body),
  ],
  ['/organizations/log', 'Failed to fetch the log', (body) => refuse('log', 'listLog', body)],
  [
    '/organizations/notifications',
    'Failed to fetch your notifications',
    (body) => refuse('organizations', 'getNotices', body),
  ],
  ['/account', 'Failed to fetch your account', (body) => refuse('session', 'getAccount', body)],
  [
    '/account/security',
    'Failed to fetch your security settings',
    (body) => refuse('factors', 'listFactors', body),
  ],
]

it.each(PAGES)('%s says why it could not be loaded, and loads it again', async (path, text, fail) => {
  fail({})
  const user = await renderApp(path)
  const tryAgain = async () => {
    const dialog = screen.queryByRole('dialog')
    if (dialog) await user.click(within(dialog).getByText('Close'))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
  }
  expect(await screen.findByText(text)).toBeDefined()
  fail({ error: 'The service is busy.' })
  await tryAgain()
  expect(await screen.findByText(/The service is busy\.$/)).toBeDefined()
  answerAll()
  await tryAgain()
  await waitFor(() => expect(screen.queryAllByText(/^(Try again|Loading)$/)).toEqual([]))
  expect(screen.queryByText(/The service is busy\.$/)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})
