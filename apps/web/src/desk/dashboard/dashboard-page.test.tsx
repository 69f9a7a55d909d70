import type { Event, Role } from '@muster/contract/events'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { answer, answerDryRun, refuse, stall } from '../../testing/answers.ts'
import {
  buildAssignment,
  buildEvent,
  buildEventWithRole,
  buildId,
  buildOrganization,
  buildRole,
  buildShift,
} from '../../testing/build-event.ts'
import { buildNotices, buildPreview } from '../../testing/build-notices.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'
import { shownSearch } from '../../testing/shown-search.ts'
import { lookAround } from '../events/first/look-around.ts'

const organization = buildOrganization()
const anna = { first_name: 'Anna', last_name: 'Berg' }

beforeEach(() => {
  answerOrganization(organization)
  answer('people', 'listPeople', [])
  answer('assignments', 'previewNotices', buildNotices({ told: 3 }))
  answerDryRun(buildPreview({ told: 3 }))
  setWidth(1280)
})

/** Opens the dashboard: a table from 900 pixels on, cards below. */
async function openDashboard(
  events: Event[],
  shifts: Shift[] = [],
  { address = '/', language = 'en' }: { address?: string; language?: 'en' | 'sv' } = {},
) {
  answer('events', 'listEvents', { events })
  const listed = answer('shifts', 'listShifts', { shifts })
  const user = await renderApp(address, { language })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(listed.length).toBeGreaterThan(0))
  return { user, listed }
}

function buildConfirmed(count: number): Assignment[] {
  return Array.from({ length: count }, (_, index) =>
    buildAssignment('CONFIRMED', { first_name: `Person${index}`, last_name: 'Ek' }),
  )
}

/** Entrance with two shifts: four of four, and two of seven with an expired invitation; and a bare kitchen. */
function buildFestival() {
  const event = buildEventWithRole({ name: 'Festival', notes: 'Map: https://example.org/map' })
  const [entrance] = event.roles
  const kitchen: Role = buildRole({ event_id: event.id, name: 'Kitchen' })
  const full = buildShift(event, entrance, { assignment: buildConfirmed(4) })
  const open = buildShift(event, entrance, {
    start_dt: '2199-06-21T10:00:00.000Z',
    end_dt: '2199-06-21T14:00:00.000Z',
    required_qty: 7,
    assignment: [
      ...buildConfirmed(2),
      buildAssignment('INVITED', anna, { invite_sent: true, token_expires_at: '2020-01-01T00:00:00.000Z' }),
      buildAssignment('INVITED', { first_name: 'Åsa', last_name: 'Öberg', phone: null }),
      buildAssignment('DECLINED', { first_name: 'Zoë', last_name: 'O’Brien' }),
    ],
  })
  const night = buildShift(event, kitchen, {
    start_dt: '2199-06-22T20:00:00.000Z',
    end_dt: '2199-06-23T00:00:00.000Z',
    required_qty: 1,
  })
  return { event: { ...event, roles: [entrance, kitchen] }, full, open, night, shifts: [night, open, full] }
}

type User = Awaited<ReturnType<typeof renderApp>>

/** Refuses the row of a batch of one. */
function refuseRow(code: 'changed_elsewhere' | 'schedule_conflict', message: string): void {
  const issues = [{ path: 'update.0', message, code }]
  refuse('shifts', 'saveBatch', { status: 409, code: 'batch_refused', error: 'Not saved.', issues })
}

async function chooseRemoval(user: User, name = 'Remove shift'): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /^(More about the shift|Mer om passet)$/ }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

const rowOf = (text: string) => within(screen.getByRole('row', { name: (name) => name.includes(text) }))

it('shows the event with its figures, and its shifts by role', async () => {
  const { event, shifts } = buildFestival()
  const { listed } = await openDashboard([event], shifts)
  expect(listed[0]?.query).toBe(`?event_id=${event.id}`)

  const header = within(await screen.findByRole('region', { name: 'Festival' }))
  expect(header.getByText('Fri 21 – Sat 22 June 2199 · Stadsparken, Lund')).toBeDefined()
  expect(header.getByText('All times are local time in Stockholm')).toBeDefined()
  expect(header.getByRole('link', { name: 'example.org/map' })).toBeDefined()
  // Until the shifts are read, the figures are those of the list of events.
  expect((await header.findAllByText('1 expired')).length).toBeGreaterThan(0)
  const figures = header.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(figures).toEqual(['12', '6', '2', '1', '4'])
  expect(header.getByText('1 not asked yet')).toBeDefined()

  const table = within(await screen.findByRole('table'))
  const groups = table.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(groups).toEqual([
    'Entrance6 of 11 confirmed3 missingAdd shift',
    'Kitchen0 of 1 confirmed1 missingAdd shift',
  ])
  expect(rowOf('08:00–12:00').getByText('4/4')).toBeDefined()
  expect(rowOf('12:00–16:00').getByText('2/7')).toBeDefined()
  expect(rowOf('12:00–16:00').getByText('3 missing')).toBeDefined()
  expect(rowOf('12:00–16:00').getByText('1 not asked yet')).toBeDefined()
  expect(rowOf('12:00–16:00').getByText('1 expired')).toBeDefined()
  expect(rowOf('22:00–02:00').getByText('1 missing')).toBeDefined()
})

it('opens a shift in place and in the address, and tells its people how to be reached', async () => {
  const { event, shifts, open } = buildFestival()
  const { user } = await openDashboard([event], shifts)
  const row = await screen.findByRole('row', { name: /12:00–16:00/ })
  await user.click(row)

  expect(shownSearch()).toBe(`?event=${event.id}&shift=${open.id}`)
  const people = within(await screen.findByRole('list', { name: 'On this shift' })).getAllByRole('listitem')
  expect(people.map(({ textContent }) => textContent)).toEqual([
    'Confirmed 2Person0 Ek+46 70 174 06 05',
    'Person1 EkConfirmed+46 70 174 06 05',
    'Not asked yet 1Åsa ÖbergNo phone numberSend invite',
    'Expired 1Anna Berg+46 70 174 06 05Extend',
    'Declined 1Zoë O’Brien+46 70 174 06 05',
  ])
  expect(screen.getAllByRole('link', { name: '+46 70 174 06 05' })[0]?.getAttribute('href')).toBe(
    'tel:+46701740605',
  )
  await user.click(within(row).getByRole('button', { name: /^Hide the people of Entrance/ }))
  expect(shownSearch()).toBe(`?event=${event.id}`)
})

it('opens what the address names', async () => {
  const { event, shifts, full } = buildFestival()
  await openDashboard([buildEvent({ name: 'Other' }), event], shifts, {
    address: `/?event=${event.id}&shift=${full.id}`,
  })
  expect(await screen.findByRole('list', { name: 'On this shift' })).toBeDefined()
  expect(screen.getByRole('region', { name: 'Festival' })).toBeDefined()
})

it('shows cards instead of the table on a phone', async () => {
  setWidth(390)
  const { event, shifts } = buildFestival()
  const { user } = await openDashboard([event], shifts)
  const card = await screen.findByRole('button', { name: /12:00–16:00/ })
  expect(screen.queryByRole('table')).toBeNull()
  await user.click(card)
  expect(await screen.findByRole('list', { name: 'On this shift' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Edit shift' }))
  expect(await screen.findByRole('form', { name: 'Edit shift' })).toBeDefined()
})

it('adds one or many from a menu on a phone, and many with a key', async () => {
  setWidth(390)
  const { event, shifts } = buildFestival()
  const { user } = await openDashboard([event], shifts)
  const add = async (entry: string) => {
    await user.click(await screen.findByRole('button', { name: 'Add shift' }))
    await user.click(await screen.findByRole('menuitem', { name: entry }))
    return (await screen.findByRole<HTMLInputElement>('radio', { name: 'Many at once' })).checked
  }
  expect(await add('Add shift')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(await add('Add many')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  setWidth(1280)
  await screen.findByRole('table')
  const button = await screen.findByRole('button', { name: 'Add many', expanded: false })
  await user.keyboard('b')
  expect(await screen.findByRole('radio', { name: 'Many at once', checked: true })).toBeDefined()
  expect(button.getAttribute('aria-expanded')).toBe('true')
})

it('messages the people of a shift from its menu', async () => {
  const { event, open, shifts } = buildFestival()
  answer('events', 'getEvent', event)
  answer('broadcasts', 'listBroadcasts', [])
  answer('savedTexts', 'listSavedTexts', [])
  stall('broadcasts', 'previewBroadcast')
  const { user } = await openDashboard([event], shifts, { address: `/?event=${event.id}&shift=${open.id}` })
  await user.click(await screen.findByRole('button', { name: 'More about the shift' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Message (these|this)/ }))
  await waitFor(() => expect(location.pathname).toBe(`/events/${event.id}/broadcast`))
  expect(new URLSearchParams(location.search).get('shift')).toBe(open.id)
})

it('begins with the event chosen last, and remembers another', async () => {
  const first = buildEventWithRole({ name: 'First' })
  const second = buildEventWithRole({ name: 'Second', event_date_start: '2199-07-01T06:00:00.000Z' })
  answer('events', 'getLastEvent', { last_event_id: second.id })
  const remembered = answer('events', 'setLastEvent', undefined)
  const { user } = await openDashboard([first, second])
  const picker = await screen.findByRole('combobox', { name: 'Event' })
  expect(screen.getByRole('region', { name: 'Second' })).toBeDefined()

  await user.selectOptions(picker, 'First')
  expect(await screen.findByRole('region', { name: 'First' })).toBeDefined()
  expect(shownSearch()).toBe(`?event=${first.id}`)
  await waitFor(() => expect(remembered[0]?.body).toEqual({ event_id: first.id }))
})

it('offers the latest event first', async () => {
  await openDashboard(
    ['2199-06-20', '2199-06-22', '2199-06-21'].map((day) =>
      buildEventWithRole({ name: day, event_date_start: `${day}T06:00:00.000Z` }),
    ),
  )
  const picker = await screen.findByRole('combobox', { name: 'Event' })
  expect(
    within(picker)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['2199-06-22', '2199-06-21', '2199-06-20'])
})

it('has no picker for one event, and a searchable one for many', async () => {
  await openDashboard([buildEventWithRole({ name: 'Only' })])
  expect(await screen.findByRole('region', { name: 'Only' })).toBeDefined()
  expect(screen.queryByRole('combobox', { name: 'Event' })).toBeNull()
})

it('searches among more than eight events', async () => {
  const events = Array.from({ length: 9 }, (_, index) => buildEventWithRole({ name: `Event ${index}` }))
  answer('events', 'setLastEvent', undefined)
  const { user } = await openDashboard(events)
  const picker = await screen.findByRole('combobox', { name: 'Event' })
  await user.clear(picker)
  await user.type(picker, 'Event 7')
  await user.click(await screen.findByRole('option', { name: 'Event 7' }))
  expect(await screen.findByRole('region', { name: 'Event 7' })).toBeDefined()
})

it('creates a shift from the defaults, in the zone of the event', async () => {
  const event = buildEventWithRole({ time_zone: 'Europe/Helsinki' })
  const { user } = await openDashboard([event])
  await user.click(await screen.findByRole('button', { name: 'Add shift' }))
  const form = within(await screen.findByRole('form', { name: 'Add shift' }))
  expect(form.getByRole('button', { name: 'Entrance', pressed: true })).toBeDefined()
  expect(document.activeElement).toBe(form.getByLabelText('From'))
  expect(form.getByText('Times in Europe/Helsinki')).toBeDefined()
  expect(form.getByRole('button', { name: /^Fri.21.June$/, pressed: true })).toBeDefined()
  expect(form.getByLabelText<HTMLInputElement>('From').value).toBe('09:00')
  expect(form.getByLabelText<HTMLInputElement>('To').value).toBe('11:00')
  expect(form.getByLabelText<HTMLInputElement>('People needed').value).toBe('1')

  await user.clear(form.getByLabelText('People needed'))
  await user.type(form.getByLabelText('People needed'), '3')
  const [role] = event.roles
  const created = buildShift(event, role, { required_qty: 3 })
  const asked = answer('shifts', 'saveBatch', { shifts: [created], batch_id: buildId(), left_out: [] })
  answer('shifts', 'listShifts', { shifts: [created] })
  await user.click(form.getByRole('button', { name: 'Save and close' }))

  expect(await within(await screen.findByRole('table')).findByText('0/3')).toBeDefined()
  expect(asked[0]?.body).toEqual({
    create: [
      {
        event_id: event.id,
        role_id: role.id,
        start_dt: '2199-06-21T06:00:00.000Z',
        end_dt: '2199-06-21T08:00:00.000Z',
        required_qty: 3,
      },
    ],
  })
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add shift' })))
})

it('keeps the length of an edited shift when its start moves, over midnight too', async () => {
  const { event, full } = buildFestival()
  const { user } = await openDashboard([event], [full])
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  const from = await screen.findByLabelText('From')
  await user.clear(from)
  await user.type(from, '23{Tab}')
  expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('03:00')
  const asked = answer('shifts', 'saveBatch', { shifts: [full], batch_id: buildId(), left_out: [] })
  await user.click(screen.getByRole('button', { name: 'Save shift' }))
  await waitFor(() =>
    expect(asked[0]?.body).toEqual({
      update: [
        {
          id: full.id,
          start_dt: '2199-06-21T21:00:00.000Z',
          end_dt: '2199-06-22T01:00:00.000Z',
          version: 1,
        },
      ],
      notify: true,
    }),
  )
})

it('says in the form and in the list that a shift is outside the dates of the event (D21)', async () => {
  const { event, full } = buildFestival()
  const outside = { start_dt: '2199-06-24T08:00:00.000Z', end_dt: '2199-06-24T10:00:00.000Z' }
  const { user } = await openDashboard([event], [full, { ...full, id: buildId(), ...outside }])
  expect(await screen.findAllByText('Outside the event')).toHaveLength(1)
  expect(rowOf('10:00–12:00').getByText('Outside the event')).toBeDefined()
  await user.click(rowOf('08:00–12:00').getByRole('button', { name: /^Edit/ }))
  expect(screen.queryByText('That is outside the dates of the event.')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Other day' }))
  fireEvent.change(screen.getByLabelText('Other day'), { target: { value: '2199-06-20' } })
  expect(await screen.findByText('That is outside the dates of the event.')).toBeDefined()
})

it('takes the year of another day as it is typed, digit by digit', async () => {
  const { user } = await openDashboard([buildEventWithRole()])
  await user.click(await screen.findByRole('button', { name: 'Add shift' }))
  const form = within(await screen.findByRole('form', { name: 'Add shift' }))
  await user.click(form.getByRole('button', { name: 'Other day' }))
  const day = form.getByLabelText('Other day')
  for (const year of ['0002', '0020', '0202']) {
    fireEvent.change(day, { target: { value: `${year}-06-21` } })
    expect(form.getByRole('button', { name: /^Fri.21.June$/, pressed: true })).toBeDefined()
  }
  fireEvent.change(day, { target: { value: '2026-06-22' } })
  expect(await form.findByRole('button', { name: /^Mon.22.June$/, pressed: true })).toBeDefined()
})

it('names what is wrong in a new shift', async () => {
  const event = buildEventWithRole()
  const both = { ...event, roles: [...event.roles, buildRole({ event_id: event.id, name: 'Kitchen' })] }
  const { user } = await openDashboard([both])
  await user.click(await screen.findByRole('button', { name: 'Add shift' }))
  const form = within(await screen.findByRole('form', { name: 'Add shift' }))
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('button', { name: 'Entrance' })))
  await user.clear(form.getByLabelText('People needed'))
  await user.clear(form.getByLabelText('From'))
  await user.clear(form.getByLabelText('To'))
  await user.type(form.getByLabelText('To'), '8:')
  await user.click(form.getByRole('button', { name: 'Save and add next' }))
  expect(await form.findByText('Choose a role.')).toBeDefined()
  expect(form.getByText('Say when the shift starts.')).toBeDefined()
  expect(form.getByText('The time is not complete.')).toBeDefined()
  expect(form.getByText('Enter a whole number of at least 1.')).toBeDefined()
})

it('says at the field what the server finds wrong in a new shift', async () => {
  const { user } = await openDashboard([buildEventWithRole()])
  await user.click(await screen.findByRole('button', { name: 'Add shift' }))
  const form = within(await screen.findByRole('form', { name: 'Add shift' }))
  refuse('shifts', 'saveBatch', {
    status: 400,
    code: 'validation',
    issues: [{ path: 'create.0.end_dt', message: 'The year must lie between 2000 and 2199' }],
  })
  await user.click(form.getByRole('button', { name: 'Save and add next' }))
  expect(await form.findByText('The year must lie between 2000 and 2199')).toBeDefined()
  expect(document.activeElement).toBe(form.getByLabelText('To'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('edits one shift at a time, from the version it was opened with', async () => {
  const { event, shifts, full } = buildFestival()
  const { user } = await openDashboard([event], shifts)
  const row = within(await screen.findByRole('row', { name: /08:00–12:00/ }))
  await user.click(row.getByRole('button', { name: /^Edit/ }))
  expect(await screen.findAllByRole('form')).toHaveLength(1)
  await user.clear(await screen.findByLabelText('People needed'))
  await user.type(screen.getByLabelText('People needed'), '3')
  expect(screen.getByText(/More people have confirmed \(4\) than that/)).toBeDefined()

  await user.click(rowOf('12:00–16:00').getByRole('button', { name: /^Edit/ }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))

  const asked = answer('shifts', 'saveBatch', {
    shifts: [{ ...full, required_qty: 3, version: 2 }],
    batch_id: buildId(),
    left_out: [],
  })
  answer('shifts', 'listShifts', { shifts: [{ ...full, required_qty: 3, version: 2 }] })
  await user.click(screen.getByRole('button', { name: 'Save shift' }))
  expect(await within(screen.getByRole('table')).findByText('4/3')).toBeDefined()
  expect(asked[0]).toMatchObject({
    body: { update: [{ id: full.id, required_qty: 3, version: 1 }] },
  })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit shift' })))
})

it('keeps what was typed while the page is printed, and until the edit ends', async () => {
  const { event, full } = buildFestival()
  const { user } = await openDashboard([event], [full])
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  await user.clear(await screen.findByLabelText('People needed'))
  await user.type(screen.getByLabelText('People needed'), '9')
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '09:00' } })
  await user.click(await screen.findByRole('checkbox', { name: 'Tell them by e-mail' }))

  // Paper gets cards instead of the table; so does a tablet that is turned.
  fireEvent(window, new Event('beforeprint'))
  expect(screen.queryByRole('table')).toBeNull()
  fireEvent(window, new Event('afterprint'))
  expect(await screen.findByRole('table')).toBeDefined()
  expect(await screen.findByDisplayValue('9')).toBeDefined()
  expect(screen.getByDisplayValue('09:00')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Tell them by e-mail' }).checked).toBe(false)

  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Edit shift' }))
  expect(await screen.findByDisplayValue(String(full.required_qty))).toBeDefined()
})

it('says at the field what the server finds wrong in an edit', async () => {
  const { event, full } = buildFestival()
  const { user } = await openDashboard([event], [full])
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  await user.type(await screen.findByLabelText('People needed'), '1')
  refuse('shifts', 'saveBatch', {
    status: 400,
    code: 'validation',
    issues: [{ path: 'update.0.start_dt', message: 'The year must lie between 2000 and 2199' }],
  })
  await user.click(screen.getByRole('button', { name: 'Save shift' }))
  expect(await screen.findByText('The year must lie between 2000 and 2199')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('From'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('keeps what was typed when the shift was changed elsewhere', async () => {
  const { event, full } = buildFestival()
  const { user } = await openDashboard([event], [full])
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  await user.clear(await screen.findByLabelText('People needed'))
  await user.type(screen.getByLabelText('People needed'), '9')
  refuseRow('changed_elsewhere', 'Changed.')
  answer('shifts', 'listShifts', { shifts: [{ ...full, end_dt: '2199-06-21T11:00:00.000Z', version: 5 }] })
  await user.click(screen.getByRole('button', { name: 'Save shift' }))

  expect((await screen.findByRole('alert')).textContent).toContain('What you typed is still here')
  expect(await screen.findByDisplayValue('13:00')).toBeDefined()
  const asked = answer('shifts', 'saveBatch', { shifts: [full], batch_id: buildId(), left_out: [] })
  await user.click(screen.getByRole('button', { name: 'Save shift' }))
  await waitFor(() =>
    expect(asked[0]?.body).toEqual({ update: [{ id: full.id, required_qty: 9, version: 5 }], notify: true }),
  )
})

it('says in the form when what was changed elsewhere could not be read', async () => {
  const { event, full } = buildFestival()
  const { user } = await openDashboard([event], [full])
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  await user.type(await screen.findByLabelText('People needed'), '9')
  refuseRow('changed_elsewhere', 'Changed.')
  refuse('shifts', 'listShifts', { error: 'The service is busy.' })
  await user.click(screen.getByRole('button', { name: 'Save shift' }))
  const form = within(await screen.findByRole('form', { name: 'Edit shift' }))
  expect((await form.findByRole('alert')).textContent).toBe('The service is busy.')
})

it('reads the event again on a live hint, at most once a second, and leaves an edit alone', async () => {
  const { event, shifts, full } = buildFestival()
  const { user, listed } = await openDashboard([event], shifts)
  const row = within(await screen.findByRole('row', { name: /08:00–12:00/ }))
  await user.click(row.getByRole('button', { name: /^Edit/ }))
  await user.clear(await screen.findByLabelText('People needed'))
  await user.type(screen.getByLabelText('People needed'), '9')

  const after = answer('shifts', 'listShifts', {
    shifts: [{ ...full, required_qty: 5, start_dt: '2199-06-22T06:00:00.000Z' }],
  })
  const hint = { event_id: event.id, shift_ids: [full.id] }
  for (let count = 0; count < 5; count += 1) await pushLive(`org:${organization.id}`, 'changed', hint)
  await pushLive(`org:${organization.id}`, 'changed', { event_id: buildId(), shift_ids: [] })
  await waitFor(() => expect(after).toHaveLength(2))
  expect(listed).toHaveLength(1)
  expect(screen.getByLabelText<HTMLInputElement>('People needed').value).toBe('9')
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('08:00')
})

it.each([
  ['en', 'Remove shift', 'Nobody is confirmed or picked.', '3 people in line lose their places in it.'],
  ['sv', 'Ta bort passet', 'Ingen är bekräftad eller vald.', '3 personer i kön förlorar sina köplatser.'],
] as const)('names those in line before a shift is removed (%s)', async (language, remove, nobody, line) => {
  const event = buildEventWithRole()
  const shift = buildShift(event, event.roles[0], { waiting: 3 })
  answer('waitingList', 'listWaiting', { waiting: [] })
  const { user } = await openDashboard([event], [shift], { address: `/?shift=${shift.id}`, language })
  await chooseRemoval(user, remove)
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(nobody)).toBeDefined()
  expect(dialog.getByText(line)).toBeDefined()
  await user.click(
    await dialog.findByRole('checkbox', { name: /^(Tell them by e-mail|Meddela dem med mejl)$/ }),
  )
  const asked = answer('shifts', 'saveBatch', { shifts: [], batch_id: buildId(), left_out: [] })
  await user.click(dialog.getByRole('button', { name: remove }))
  await waitFor(() => expect(asked[0]?.body).toEqual({ delete: [shift.id], notify: false }))
})

it('names how many people lose their places before a shift is removed', async () => {
  const { event, open } = buildFestival()
  const { user } = await openDashboard([event], [open], { address: `/?shift=${open.id}` })
  await chooseRemoval(user)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove this shift?' }))
  expect(dialog.getByText('Are you sure you want to delete this shift?')).toBeDefined()
  expect(dialog.getByText('4 confirmed or picked people lose their places.')).toBeDefined()
  const tick = await dialog.findByRole('checkbox', { name: 'Tell them by e-mail' })
  expect(tick).toHaveProperty('checked', true)
  await user.click(tick)

  const asked = answer('shifts', 'saveBatch', { shifts: [], batch_id: buildId(), left_out: [] })
  answer('shifts', 'listShifts', { shifts: [] })
  await user.click(dialog.getByRole('button', { name: 'Remove shift' }))
  expect(await screen.findByText('This event has no shifts yet.')).toBeDefined()
  expect(asked[0]?.body).toEqual({ delete: [open.id], notify: false })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add shift' })))
})

it.each([
  ['create', 'Failed to create shift'],
  ['update', 'Failed to update shift'],
  ['delete', 'Failed to delete shift'],
] as const)('says in a dialog that it could not %s a shift', async (what, text) => {
  const { event, open } = buildFestival()
  const { user } = await openDashboard([event], [open], { address: `/?shift=${open.id}` })
  refuse('shifts', 'saveBatch')
  if (what === 'create') {
    await user.click(await screen.findByRole('button', { name: 'Add shift' }))
    await user.click(await screen.findByRole('button', { name: 'Kitchen' }))
    await user.click(screen.getByRole('button', { name: 'Save and add next' }))
  } else if (what === 'update') {
    await user.click(await screen.findByRole('button', { name: 'Edit shift' }))
    await user.type(await screen.findByLabelText('People needed'), '0')
    await user.click(screen.getByRole('button', { name: 'Save shift' }))
  } else {
    await chooseRemoval(user)
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Remove shift' }))
  }
  const dialog = within(await screen.findByRole(what === 'delete' ? 'alertdialog' : 'dialog'))
  expect(await dialog.findByText(text)).toBeDefined()
  await user.click(dialog.getByText(what === 'delete' ? 'Cancel' : 'Close'))
  for (const role of ['dialog', 'alertdialog']) expect(screen.queryByRole(role)).toBeNull()
})

it('prefers the sentence of the server', async () => {
  const { event, open } = buildFestival()
  const { user } = await openDashboard([event], [open])
  refuseRow('schedule_conflict', 'Anna Berg has another shift at that time.')
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  await user.type(await screen.findByLabelText('People needed'), '0')
  await user.click(screen.getByRole('button', { name: 'Save shift' }))
  expect(await screen.findByText('Anna Berg has another shift at that time.')).toBeDefined()
})

it('says when a later reading fails, and keeps what it has', async () => {
  const { event, shifts } = buildFestival()
  await openDashboard([event], shifts)
  await screen.findByRole('table')
  refuse('shifts', 'listShifts')
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [] })
  expect(await screen.findByText('Failed to refresh shifts data')).toBeDefined()
  expect(document.querySelector('table')).not.toBeNull()
})

it.each([
  [
    'en',
    'The event “Festival” is no longer here: it was removed, or is no longer shown to you. Here is another.',
  ],
  [
    'sv',
    'Evenemanget ”Festival” finns inte längre här: det är borttaget eller visas inte längre för dig. Här är ett annat.',
  ],
] as const)(
  'says when somebody else has removed the event, and shows another (%s)',
  async (language, text) => {
    const { event, shifts } = buildFestival()
    const other = buildEvent({ name: 'Market' })
    await openDashboard([event, other], shifts, {
      address: `/?event=${event.id}&shift=${shifts[0]?.id}`,
      language,
    })
    // Until the event chosen last is known, no other is named in the address.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    answer('events', 'listEvents', { events: [other] })
    await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [] })
    expect(await screen.findByText(text)).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'Market' })).toBeDefined()
    expect(shownSearch()).toBe(`?event=${other.id}`)
  },
)

it.each([
  [
    'en',
    'The event “Festival” is no longer here: it was removed, or is no longer shown to you. There is no other.',
    'No events yet.',
  ],
  [
    'sv',
    'Evenemanget ”Festival” finns inte längre här: det är borttaget eller visas inte längre för dig. Det finns inget annat.',
    'Inga evenemang än.',
  ],
] as const)('says when somebody else has removed the last event (%s)', async (language, text, empty) => {
  lookAround(organization.id)
  const { event, shifts } = buildFestival()
  await openDashboard([event], shifts, { address: `/?event=${event.id}`, language })
  answer('events', 'listEvents', { events: [] })
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [] })
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByText(new RegExp(`^${empty}`))).toBeDefined()
  expect(shownSearch()).toBe('')
})

it.each([
  ['en', 'This event does not exist, or has been removed.'],
  ['sv', 'Evenemanget finns inte eller har tagits bort.'],
] as const)(
  'says when the event of an address is not there, and shows another (%s)',
  async (language, text) => {
    const { event, shifts } = buildFestival()
    await openDashboard([event], shifts, { address: `/?event=${buildId()}&show=missing`, language })
    expect(await screen.findByText(text)).toBeDefined()
    expect(await screen.findByRole('region', { name: 'Festival' })).toBeDefined()
    await waitFor(() => expect(location.search).not.toContain('show'))
  },
)

it('goes back and forward through what was looked at', async () => {
  const { event, shifts } = buildFestival()
  const other = buildEvent({ name: 'Market' })
  const { user } = await openDashboard([event, other], shifts, { address: `/?event=${event.id}` })
  const gaps = await screen.findByRole('button', { name: /Only gaps/ })
  const isPressed = () => gaps.getAttribute('aria-pressed')
  await user.click(gaps)
  await waitFor(() => expect(shownSearch()).toBe(`?event=${event.id}&show=missing`))
  history.back()
  await waitFor(() => expect(isPressed()).toBe('false'))
  expect(shownSearch()).toBe(`?event=${event.id}`)
  history.forward()
  await waitFor(() => expect(isPressed()).toBe('true'))
})

it('goes along a lane of the timeline with the arrow keys', async () => {
  const { event, full, open, shifts } = buildFestival()
  const { user } = await openDashboard([event], shifts, {
    address: `/?event=${event.id}&view=timeline`,
  })
  const lane = within(await screen.findByRole('group', { name: 'Entrance' }))
  const [first, second] = lane.getAllByRole('button')
  expect([first, second].map((block) => block?.tabIndex)).toEqual([0, -1])
  first?.focus()
  await user.keyboard('{ArrowUp}{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{ArrowDown}{Home}')
  expect(document.activeElement).toBe(first)
  await user.keyboard('{End}{Enter}')
  await waitFor(() => expect(location.search).toContain(`shift=${open.id}`))
  expect(location.search).not.toContain(full.id)
})

it('shows one day on the timeline, which is the chosen one', async () => {
  const { event, full, shifts } = buildFestival()
  const next = {
    ...full,
    id: buildId(),
    start_dt: '2199-06-22T10:00:00.000Z',
    end_dt: '2199-06-22T12:00:00.000Z',
  }
  const { user } = await openDashboard([event], [...shifts, next], { address: `/?event=${event.id}` })
  const days = within(await screen.findByRole('group', { name: 'Day' }))
  const chosen = () => days.getByRole('button', { pressed: true }).textContent
  expect(chosen()).toBe('All')
  await user.click(screen.getByRole('button', { name: 'Timeline' }))
  await waitFor(() => expect(chosen()).toMatch(/^Fri\s21$/))
  expect(days.queryByRole('button', { name: 'All' })).toBeNull()
  expect(location.search).not.toContain('day=')
})

it('leads to the events when there are none', async () => {
  lookAround(organization.id)
  answer('events', 'listEvents', { events: [] })
  await renderApp('/')
  expect(await screen.findByText(/No events yet/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to events' }).getAttribute('href')).toBe(
    `/events?org=${organization.id}`,
  )
})

it.each([
  ['event', [], 'There are no events for you to see yet.'],
  ['role', [buildEvent({ name: 'Festival' })], 'There are no roles for you to see yet.'],
] as const)('M1: urges nobody who may not plan to add the first %s', async (_what, events, text) => {
  answerOrganization({ ...organization, role: 'leader' })
  answer('events', 'listEvents', { events: [...events] })
  answer('shifts', 'listShifts', { shifts: [] })
  await renderApp('/')
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Go to events' })).toBeNull()
})

it('leads to the roles when the event has none', async () => {
  await openDashboard([buildEvent()])
  expect(await screen.findByText(/This event has no roles yet/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add shift' })).toBeNull()
})

it('speaks Swedish', async () => {
  const { event, shifts } = buildFestival()
  await openDashboard([event], shifts, { language: 'sv' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Pass' })).toBeDefined()
  expect(await screen.findByText('6 av 11 bekräftade')).toBeDefined()
  expect(screen.getByText('0 av 1 bekräftade')).toBeDefined()
  expect(screen.getAllByText('1 utgången').length).toBeGreaterThan(1)
  expect(screen.getByRole('button', { name: 'Lägg till pass' })).toBeDefined()
})
