import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer } from '../../testing/answers.ts'
import { buildEvent, buildOrganization, buildRole, buildShift } from '../../testing/build-event.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const role = buildRole()
const event = buildEvent({ roles: [role] })
const shift = buildShift(event, role)

beforeEach(async () => {
  // Loading the chunk takes longer on a busy machine than a query waits.
  await import('./palette.tsx')
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('people', 'listPeople', [buildPerson({ first_name: 'Åsa', last_name: 'Öberg' })])
  answer('shifts', 'listShifts', { shifts: [shift] })
  answer('organizations', 'getNotices', { cancellations: 'none', sign_ups: 'none', requests: 'daily' })
})

const openOn = async (path: string, language: 'en' | 'sv' = 'en') => {
  const user = await renderApp(path, { language })
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  return {
    user,
    field: await screen.findByRole('combobox', { name: language === 'en' ? 'Go to' : 'Gå till' }),
  }
}

it('opens a page with the keyboard alone', async () => {
  const { user, field } = await openOn('/organizations/notifications')
  expect(document.activeElement).toBe(field)
  await user.keyboard('peo{Enter}')
  await screen.findByRole('heading', { name: 'People', level: 1 })
  expect(screen.queryByRole('combobox', { name: 'Go to' })).toBeNull()
})

it('finds a person, whose row the list then shows', async () => {
  const { user } = await openOn('/organizations/notifications', 'sv')
  await user.keyboard('oberg')
  await screen.findByRole('option', { name: /^Åsa Öberg/ })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(new URLSearchParams(location.search).get('q')).toBe('Åsa Öberg'))
})

it('opens a shift of any event', async () => {
  const { user } = await openOn('/organizations/notifications')
  await user.keyboard(role.name)
  await user.click(await screen.findByRole('option', { name: new RegExp(role.name) }))
  await waitFor(() => expect(new URLSearchParams(location.search).get('shift')).toBe(shift.id))
})

it('says when nothing is found, and closes', async () => {
  const { user } = await openOn('/organizations/notifications')
  await user.keyboard('xyzzy{Enter}')
  expect(await screen.findByText('Nothing is called “xyzzy”.')).toBeDefined()
  // A browser sends it at Escape.
  screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('offers a viewer no page that they cannot open', async () => {
  answerOrganization(buildOrganization({ role: 'viewer' }))
  await openOn('/people')
  expect(screen.getByRole('option', { name: 'Members' })).toBeDefined()
  for (const name of ['Log', 'Add person', 'Your notifications', 'API keys'])
    expect(screen.queryByRole('option', { name })).toBeNull()
})
