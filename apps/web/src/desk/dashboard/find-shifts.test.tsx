import type { Shift } from '@muster/contract/shifts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { now } from '../../clock.ts'
import { answer } from '../../testing/answers.ts'
import { buildAssignment, buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'
import { shownSearch } from '../../testing/shown-search.ts'

const event = buildEventWithRole({ name: 'Festival' })
const [entrance] = event.roles
const maja = buildAssignment('CONFIRMED', { first_name: 'Maja', last_name: 'Ek' })
const bo = buildAssignment('INVITED', { first_name: 'Bo', last_name: 'Al' })
const morning = buildShift(event, entrance, { required_qty: 3, assignment: [maja, bo] })
const evening = buildShift(event, entrance, {
  start_dt: '2199-06-21T16:00:00.000Z',
  end_dt: '2199-06-21T20:00:00.000Z',
  assignment: [{ ...maja, id: '01890000-0000-7000-8000-0000000000a1' }],
})
const over = buildShift(event, entrance, {
  start_dt: '2020-06-21T16:00:00.000Z',
  end_dt: '2020-06-21T20:00:00.000Z',
  required_qty: 9,
})

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('people', 'listPeople', [])
  setWidth(1280)
})

async function open(shifts: Shift[], search = '') {
  answer('shifts', 'listShifts', { shifts })
  const user = await renderApp(`/?event=${event.id}${search}`)
  await screen.findByRole('table')
  return user
}

const rows = () => screen.getAllByRole('row', { name: /\d\d:00–\d\d:00/ })
const figures = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)

it('D37: leaves what is over out of list and figures until the event ends', async () => {
  const user = await open([over, morning])
  expect(rows()).toHaveLength(1)
  expect(figures()).toEqual(['3', '1', '1', '0', '1'])
  expect(screen.getByRole('rowheader').textContent).toMatch(/^Entrance1 of 3 confirmed/)
  expect(screen.getByText(/^1 shift is over/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(location.search).toContain('past=shown')
  expect(figures()).toEqual(['3', '1', '1', '0', '1'])
})

it('D37: counts all shifts once the event has ended', async () => {
  const ended = { ...event, event_date_end: new Date(now().getTime() - 1).toISOString() }
  answer('events', 'listEvents', { events: [ended] })
  await open([over])
  expect(rows()).toHaveLength(1)
  expect(figures()).toEqual(['9', '0', '0', '0', '9'])
})

it('finds a person, says where they are, and clears the search', async () => {
  const user = await open([morning, evening, buildShift(event, entrance)])
  await user.type(screen.getByRole('searchbox', { name: 'Find a person or shift' }), 'maja')
  const strip = within(await screen.findByRole('region', { name: 'Maja Ek' }))
  expect(strip.getByText(/^2 shifts, 8 hours · Fri 08:00–12:00, Fri 18:00–22:00$/)).toBeDefined()
  expect(strip.getByRole('link', { name: '+46 70 174 06 05' })).toBeDefined()
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(location.search).toContain('q=maja')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
})

it('lists by time, with the role in a column, and keeps the view', async () => {
  const user = await open([evening, morning])
  await user.click(screen.getByRole('button', { name: 'By time' }))
  await waitFor(() => expect(screen.getByRole('rowheader').textContent).toMatch(/^Fri/))
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('Role')
  expect(localStorage.getItem('shifts-view')).toBe('time')
  localStorage.removeItem('shifts-view')
})

it('walks along the rows and the open shift by keys, outside fields', async () => {
  const user = await open([morning, evening])
  await user.keyboard('jj')
  const [, second] = screen.getAllByRole('button', { name: /^Show the people/ })
  expect(document.activeElement).toBe(second)
  await user.keyboard('{Enter}')
  const title = await screen.findByRole('heading', { level: 3, name: /^Entrance/ })
  await waitFor(() => expect(document.activeElement).toBe(title))
  await user.keyboard('k')
  await waitFor(() => expect(shownSearch()).toContain(`shift=${morning.id}`))
  await user.keyboard('/jk')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'jk')
  await user.clear(screen.getByRole('searchbox'))
  await user.tab()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(shownSearch()).not.toContain('shift='))
  await user.keyboard('g')
  await waitFor(() => expect(shownSearch()).toContain('show=missing'))
})

it('asks again who is on a new time, and lists their shifts (V1)', async () => {
  const moved = buildAssignment(
    'CONFIRMED',
    { first_name: 'Maja', last_name: 'Ek' },
    { asked_again_at: '2026-01-02T00:00:00.000Z' },
  )
  const user = await open([{ ...morning, assignment: [moved] }, evening])
  const strip = within(screen.getByRole('region', { name: 'To do' }))
  expect(strip.getByRole('link', { name: /^Remind 1/ }).getAttribute('href')).toContain(
    '/broadcast?to=new_time_open',
  )
  await user.click(strip.getByRole('button', { name: '1 on a new time' }))
  await waitFor(() => expect(shownSearch()).toContain('show=new_time'))
})
