import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, refuse } from '../../../testing/answers.ts'
import {
  buildAssignment,
  buildEventWithRole,
  buildOrganization,
  buildShift,
} from '../../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../../testing/render-app.tsx'
import { shownSearch } from '../../../testing/shown-search.ts'

const event = buildEventWithRole({
  name: 'Festival',
  time_zone: 'Europe/Stockholm',
  contact_phone: '+46701740600',
})
const [role] = event.roles
const anna = buildAssignment('CONFIRMED', { first_name: 'Anna', last_name: 'Berg' })
anna.person.phone = '+46701740605'
const asa = { ...buildAssignment('INVITED', { first_name: 'Åsa', last_name: 'Öberg' }), invite_sent: true }
const shift = buildShift(event, role, {
  start_dt: '2199-06-21T10:00:00.000Z',
  end_dt: '2199-06-21T14:00:00.000Z',
  assignment: [asa, anna],
})

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
})

const open = async (address = '/reports/lists') => {
  const listed = answer('shifts', 'listShifts', { shifts: [shift] })
  const user = await renderApp(address)
  await screen.findByRole('heading', { level: 2 })
  return { user, listed }
}

it('shows a sign-in sheet with who is asked in other letters, and three lines to write on', async () => {
  const { listed } = await open()
  expect(listed[0]?.query).toBe(`?event_id=${event.id}`)
  expect(screen.getByRole('heading', { level: 2, name: role.name })).toBeDefined()
  expect(screen.getByText(/^Friday 21 June 2199, 12:00–16:00/)).toBeDefined()
  expect(screen.getByText('Questions: +46 70 174 06 00')).toBeDefined()
  expect(screen.getByRole('rowheader', { name: '12:00–16:00 · 2 people' })).toBeDefined()
  expect(screen.getByText('Anna Berg').tagName).toBe('B')
  expect(within(screen.getByRole('row', { name: /Åsa/ })).getByText('asked, no answer').tagName).toBe('I')
  expect(within(screen.getByRole('row', { name: /Anna/ })).getByText('+46 70 174 06 05')).toBeDefined()
  const rows = screen.getAllByRole('row')
  expect(rows.slice(-3).map(({ textContent }) => textContent)).toEqual(['', '', ''])
})

it('does not even read the phone numbers without which it is to be printed', async () => {
  const { user, listed } = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Without phone numbers' }))
  expect(shownSearch()).toContain('phones=no')
  expect(screen.queryByRole('columnheader', { name: 'Phone' })).toBeNull()
  expect(listed.at(-1)?.query).toBe(`?event_id=${event.id}&view=schedule`)
})

it('asks no numbers of the server for a viewer (M1)', async () => {
  answerOrganization(buildOrganization({ role: 'viewer' }))
  const { listed } = await open()
  expect(listed.map(({ query }) => query)).toEqual([`?event_id=${event.id}&view=schedule`])
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('lists everybody with their shifts', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('radio', { name: 'By person' }))
  const row = within(await screen.findByRole('row', { name: /^Anna Berg/ }))
  expect(row.getByRole('listitem').textContent).toMatch(/^Fri.21.June 12:00–16:00 · /)
})

it('says that nothing is found, and why nothing could be read', async () => {
  const { user } = await open('/reports/lists?day=2199-06-21')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Day' }), '')
  expect(shownSearch()).not.toContain('day')
  refuse('shifts', 'listShifts')
  await renderApp('/reports/lists?phones=no')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch data')
})
