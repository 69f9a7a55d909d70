import type { Assignment, Shift } from '@muster/contract/shifts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, answerDryRun } from '../../testing/answers.ts'
import {
  buildAssignment,
  buildEventWithRole,
  buildOrganization,
  buildShift,
} from '../../testing/build-event.ts'
import { buildNotices, buildPreview } from '../../testing/build-notices.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'
import { shownSearch } from '../../testing/shown-search.ts'

/* Another user changes a shift while a form or dialog is open here. */

const organization = buildOrganization()
const event = buildEventWithRole({ name: 'Festival' })
const [entrance] = event.roles

beforeEach(() => {
  answerOrganization(organization)
  answer('events', 'listEvents', { events: [event] })
  answer('assignments', 'previewNotices', buildNotices({ told: 1 }))
  answerDryRun(buildPreview({ told: 1 }))
  answer('people', 'listPeople', [])
  setWidth(1280)
})

async function open(shifts: Shift[], address = '') {
  answer('shifts', 'listShifts', { shifts })
  const user = await renderApp(`/?event=${event.id}${address}`)
  await screen.findByRole('table')
  return user
}

async function happens(shifts: Shift[], changed: Shift): Promise<void> {
  answer('shifts', 'listShifts', { shifts })
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [changed.id] })
}

const morning = buildShift(event, entrance, { required_qty: 2 })
const evening = buildShift(event, entrance, {
  start_dt: '2199-06-21T16:00:00.000Z',
  end_dt: '2199-06-21T20:00:00.000Z',
})
const nils: Assignment = {
  ...buildAssignment('CONFIRMED', { first_name: 'Nils', last_name: 'Nyman' }),
  shift_id: morning.id,
}
const taken = { ...morning, assignment: [nils] }

async function startShift(user: Awaited<ReturnType<typeof open>>): Promise<HTMLInputElement> {
  await user.click(screen.getByRole('button', { name: 'Add shift' }))
  const needed = await screen.findByLabelText<HTMLInputElement>('People needed')
  await user.clear(needed)
  await user.type(needed, '7')
  // user-event reports a change when the field is left. Left by a dialog, React would be updated during an update.
  await user.tab()
  return needed
}

it('the question before a removal names who has signed up meanwhile', async () => {
  const user = await open([morning], `&shift=${morning.id}`)
  await user.click(await screen.findByRole('button', { name: 'More about the shift' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove shift' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText('Nobody is confirmed or picked.')
  await happens([taken], taken)
  await dialog.findByText(/^1 confirmed or picked person loses/)
  await dialog.findByRole('checkbox', { name: 'Tell them by e-mail' })
})

it('a moved shift offers to tell who has signed up meanwhile, and warns of too few places', async () => {
  const user = await open([morning], `&shift=${morning.id}`)
  await user.click(await screen.findByRole('button', { name: 'Edit shift' }))
  await user.clear(await screen.findByLabelText('To'))
  await user.type(screen.getByLabelText('To'), '13:00')
  expect(screen.queryByRole('checkbox', { name: 'Tell them by e-mail' })).toBeNull()
  const two = { ...taken, assignment: [nils, { ...nils, id: evening.id, person_id: evening.id }] }
  await happens([two], two)
  await screen.findByRole('checkbox', { name: 'Tell them by e-mail' })
  await user.clear(screen.getByLabelText('People needed'))
  await user.type(screen.getByLabelText('People needed'), '1')
  await screen.findByText(/^More people have confirmed \(2\)/)
})

it('a new shift is kept while the open one is removed by somebody else', async () => {
  const user = await open([morning, evening], `&shift=${morning.id}`)
  const needed = await startShift(user)
  await happens([evening], morning)
  await screen.findByText('This shift is not here: it was removed, or is not shown to you.')
  await waitFor(() => expect(shownSearch()).toBe(`?event=${event.id}`))
  expect(needed.isConnected).toBe(true)
  expect(needed.value).toBe('7')
})

it('a new shift that the filters would hide is opened', async () => {
  const later = buildShift(event, entrance, {
    start_dt: '2199-06-22T06:00:00.000Z',
    end_dt: '2199-06-22T10:00:00.000Z',
  })
  const user = await open([morning, later], '&day=2199-06-22')
  await startShift(user)
  answer('shifts', 'saveBatch', { shifts: [evening], batch_id: evening.id, left_out: [] })
  answer('shifts', 'listShifts', { shifts: [morning, later, evening] })
  await user.click(screen.getByRole('button', { name: 'Save and close' }))
  await screen.findByText('The shift is added')
  await waitFor(() => expect(shownSearch()).toContain(`shift=${evening.id}`))
})
