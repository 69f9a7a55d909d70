import type { Shift } from '@muster/contract/shifts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answer } from '../../testing/answers.ts'
import {
  buildAssignment,
  buildEventWithRole,
  buildOrganization,
  buildShift,
} from '../../testing/build-event.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'

vi.mock('../../ui/feedback/live-region.tsx', () => import('../../testing/live-region.tsx'))

const organization = buildOrganization()
const event = buildEventWithRole({ name: 'Festival' })
const [entrance] = event.roles
const anna = buildAssignment('INVITED', { first_name: 'Anna', last_name: 'Berg' }, { invite_sent: true })
const shift = buildShift(event, entrance, { required_qty: 2, assignment: [anna] })
const other = buildShift(event, entrance, {
  start_dt: '2199-06-22T06:00:00.000Z',
  end_dt: '2199-06-22T10:00:00.000Z',
})
const yes = { ...anna, status: 'CONFIRMED' } as const

beforeEach(() => {
  answerOrganization(organization)
  answer('events', 'listEvents', { events: [event] })
  answer('people', 'listPeople', [])
  setWidth(1280)
})

async function openDashboard(shifts: Shift[] = [shift, other], address = '/', language: 'en' | 'sv' = 'en') {
  answer('shifts', 'listShifts', { shifts })
  const user = await renderApp(address, { language })
  await screen.findByRole('table')
  return user
}

async function changeElsewhere(shifts: Shift[]) {
  answer('shifts', 'listShifts', { shifts })
  const hint = { event_id: event.id, shift_ids: [shift.id] }
  await pushLive(`org:${organization.id}`, 'changed', hint)
}

const isLit = (day: string) =>
  screen
    .getByRole('button', { name: new RegExp(`the people of Entrance, ${day.replaceAll(' ', '\\s')}`) })
    .closest('tr')
    ?.hasAttribute('data-lit')

it('marks the shift and the name that somebody else has changed, and announces both', async () => {
  await openDashboard([shift, other], `/?shift=${shift.id}`)
  await screen.findByRole('list', { name: 'On this shift' })
  expect(isLit('Fri 21 June')).toBe(false)

  await changeElsewhere([{ ...shift, assignment: [yes] }, other])
  await waitFor(() => expect(isLit('Fri 21 June')).toBe(true))
  expect(isLit('Sat 22 June')).toBe(false)
  expect(screen.getByText('Anna Berg', { selector: 'mark' })).toBeDefined()
  expect(
    within(screen.getByRole('log')).getByText(
      'Entrance, Fri 21 June, 08:00–12:00, Anna Berg has confirmed, 1 of 2 confirmed, 1 missing',
    ),
  ).toBeDefined()
  // The shift is highlighted for two seconds, the name for three.
  await waitFor(() => expect(isLit('Fri 21 June')).toBe(false))
  await waitFor(() => expect(screen.queryByText('Anna Berg', { selector: 'mark' })).toBeNull())
})

it.each([
  ['en', 'Anna Berg has not answered', 'Bo Ek is added'],
  ['sv', 'Anna Berg har inte svarat', 'Bo Ek är tillagd'],
] as const)('tells who is unanswered again from who is added (%s)', async (language, unanswered, added) => {
  await openDashboard([{ ...shift, assignment: [yes] }, other], '/', language)
  const bo = buildAssignment('INVITED', { first_name: 'Bo', last_name: 'Ek' })
  await changeElsewhere([{ ...shift, assignment: [{ ...yes, status: 'INVITED' }, bo] }, other])
  const log = within(screen.getByRole('log'))
  expect(await log.findByText(new RegExp(`${added}, ${unanswered}, `))).toBeDefined()
})

const block = () => screen.findByRole('button', { name: /^Entrance, 08:00–12:00, / })

it('marks the block of the timeline', async () => {
  answer('shifts', 'listShifts', { shifts: [shift, other] })
  await renderApp('/?view=timeline')
  expect((await block()).className).not.toContain(' bg-primary-soft')
  await changeElsewhere([{ ...shift, assignment: [yes] }, other])
  await waitFor(async () => expect((await block()).className).toContain(' bg-primary-soft'))
})

it('only announces it to who wants no motion', async () => {
  const matchMedia = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('reduced-motion') ? Object.create(null, { matches: { value: true } }) : matchMedia(query),
  )
  await openDashboard()
  await changeElsewhere([{ ...shift, assignment: [] }, other])
  expect(
    await screen.findByText(
      'Entrance, Fri 21 June, 08:00–12:00, Anna Berg is no longer on it, 0 of 2 confirmed, 2 missing',
    ),
  ).toBeDefined()
  expect(isLit('Fri 21 June')).toBe(false)
})

it('counts the shifts where many have changed (sv)', async () => {
  const shifts = [0, 1, 2, 3].map((hour) =>
    buildShift(event, entrance, { start_dt: `2199-06-21T0${hour}:00:00.000Z` }),
  )
  await openDashboard(shifts, '/', 'sv')
  await changeElsewhere(shifts.map((each) => ({ ...each, required_qty: 9 })))
  expect(await screen.findByText('4 pass har ändrats')).toBeDefined()
})

it('leaves a change made here to the message of its own', async () => {
  const user = await openDashboard([shift, other], `/?shift=${shift.id}`)
  await screen.findByRole('list', { name: 'On this shift' })
  answer('shifts', 'listShifts', { shifts: [{ ...shift, assignment: [yes] }, other] })
  answer('assignments', 'changeStatus', yes)
  await user.click(screen.getByRole('button', { name: 'More about Anna Berg' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as confirmed' }))
  expect(await screen.findByText('Anna Berg: Confirmed')).toBeDefined()

  // The hint of our own change, and then that of another user.
  const after = answer('shifts', 'listShifts', { shifts: [{ ...shift, assignment: [yes] }, other] })
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [shift.id] })
  await waitFor(() => expect(after.length).toBeGreaterThan(0))
  await changeElsewhere([
    { ...shift, assignment: [yes] },
    { ...other, required_qty: 3 },
  ])
  expect(await screen.findByText(/^Entrance, Sat 22 June/)).toBeDefined()
  expect(screen.queryByText(/^Entrance, Fri 21 June/)).toBeNull()
})
