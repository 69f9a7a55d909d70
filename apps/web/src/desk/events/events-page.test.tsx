import type { Event } from '@muster/contract/events'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { answer, hold, lose, refuse, stall } from '../../testing/answers.ts'
import {
  buildAssignment,
  buildEvent,
  buildEventWithRole,
  buildOrganization,
  buildRole,
  buildShift,
} from '../../testing/build-event.ts'
import { buildNotices } from '../../testing/build-notices.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWall } from '../../testing/set-wall.ts'
import { lookAround } from './first/look-around.ts'

const organization = buildOrganization()

beforeEach(() => {
  // Here is no first event.
  lookAround(organization.id)
  answerOrganization(organization)
  answer('assignments', 'previewNotices', buildNotices({ told: 21 }))
  answer('shifts', 'listShifts', { shifts: [] })
})

async function openEvents(events: Event[], language: 'en' | 'sv' = 'en') {
  const listed = answer('events', 'listEvents', { events })
  const user = await renderApp('/events', { language })
  await screen.findByRole('heading', { level: 1, name: language === 'en' ? 'Events' : 'Evenemang' })
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull())
  return { user, listed }
}

function editButtonOf(name: string): HTMLElement {
  return within(screen.getByRole('article', { name })).getByRole('button', { name: 'Edit' })
}

it('shows what is ahead by time, then what is over, with the figures in words', async () => {
  const festival = {
    ...buildEventWithRole({ name: 'Festival' }),
    coverage: {
      needed: 35,
      confirmed: 18,
      pending: 9,
      asked: 6,
      not_asked: 0,
      expired: 3,
      declined: 3,
      missing: 8,
    },
  }
  const earlier = buildEvent({
    name: 'Earlier',
    event_date_start: '2199-05-01T06:00:00.000Z',
    event_date_end: '2199-05-01T20:00:00.000Z',
  })
  const over = buildEvent({
    name: 'Over',
    event_date_start: '2020-05-01T06:00:00.000Z',
    event_date_end: '2020-05-01T20:00:00.000Z',
  })
  await openEvents([over, festival, earlier])

  const names = screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
  expect(names).toEqual(['Earlier', 'Festival', 'Over'])
  expect(screen.getByRole('heading', { name: 'Past events' })).toBeDefined()

  const card = within(screen.getByRole('article', { name: 'Festival' }))
  const bar = screen.getByRole('article', { name: 'Festival' }).querySelectorAll('[data-kind]')
  expect([...bar].map((part) => part.getAttribute('data-kind'))).toEqual([
    'confirmed',
    'asked',
    'expired',
    'missing',
  ])
  expect(card.getByText('21–22')).toBeDefined()
  expect(card.getByText('June')).toBeDefined()
  expect(card.getByText('Stadsparken, Lund')).toBeDefined()
  expect(card.getByText('18 of 35 confirmed, 8 missing, 6 asked, 3 expired')).toBeDefined()
  expect(card.getByText('8 missing')).toBeDefined()
  expect(card.getByRole('listitem').textContent).toBe('Entrance1, 1 shift')
})

it('M1: tells who may not plan that there are no events to see', async () => {
  answerOrganization(buildOrganization({ role: 'leader' }))
  await openEvents([])
  expect(screen.getByText('There are no events for you to see yet.')).toBeDefined()
})

it.each([
  ['en', /^What is planned, /],
  ['sv', /^Det som är planerat, /],
] as const)('M1: does not say that a viewer plans (%s)', async (language, intro) => {
  answerOrganization(buildOrganization({ role: 'viewer' }))
  answer('events', 'listEvents', { events: [] })
  await renderApp('/events', { language })
  expect(await screen.findByText(intro)).toBeDefined()
})

it('adds an event, its times read in the organisation’s zone', async () => {
  const { user } = await openEvents([])
  expect(screen.getByText(/No events yet/)).toBeDefined()
  await user.click(screen.getByRole('link', { name: 'Add event' }))
  const form = within(await screen.findByRole('form', { name: 'Add event' }))
  expect(document.activeElement).toBe(form.getByLabelText('Name'))
  expect(form.getByText('Times in Europe/Stockholm')).toBeDefined()

  await user.type(form.getByLabelText('Name'), 'Sillmarknad')
  setWall(form, 'Starts', '2199-06-21T08:00')
  setWall(form, 'Ends', '2199-06-21T16:00')
  await user.selectOptions(form.getByLabelText('Names on the public page'), 'initial')
  const email = form.getByLabelText('Contact e-mail (optional)')
  await user.type(email, 'maja@lund')
  await user.tab()
  expect(await form.findByText(/^The address is not complete/)).toBeDefined()
  await user.type(email, '.example')
  const added = buildEvent({ name: 'Sillmarknad' })
  const asked = answer('events', 'createEvent', added)
  answer('events', 'listEvents', { events: [added] })
  answer('shifts', 'listShifts', { shifts: [] })
  answer('broadcasts', 'listBroadcasts', [])
  await user.click(form.getByRole('button', { name: 'Create event' }))

  expect(await screen.findByRole('heading', { name: 'Sillmarknad' })).toBeDefined()
  expect(location.pathname).toBe(`/events/${added.id}`)
  // What it does not have yet comes first.
  expect(await screen.findByRole('heading', { name: 'What people do' })).toBeDefined()
  expect(asked[0]?.body).toEqual({
    name: 'Sillmarknad',
    location: '',
    description: '',
    notes: '',
    public_names: 'initial',
    contact_email: 'maja@lund.example',
    contact_phone: '',
    cancel_until_hours: 24,
    free_unanswered: false,
    reminder_hours: 24,
    reminder_sms: false,
    waiting_list: true,
    late_signup: false,
    certificates: false,
    swap: 'link',
    approval: 'none',
    questions: [],
    max_shifts: null,
    min_rest_hours: null,
    published: false,
    signup_opens_at: null,
    signup_closes_at: null,
    time_zone: 'Europe/Stockholm',
    event_date_start: '2199-06-21T06:00:00.000Z',
    event_date_end: '2199-06-21T14:00:00.000Z',
  })
})

it('names what is missing in a new event, and an end before its start', async () => {
  const { user } = await openEvents([])
  await user.click(screen.getByRole('link', { name: 'Add event' }))
  const form = within(await screen.findByRole('form', { name: 'Add event' }))
  await user.click(form.getByRole('button', { name: 'Create event' }))
  expect(await form.findByText('Give the event a name.')).toBeDefined()
  expect(form.getByText('Say when the event starts.')).toBeDefined()
  expect(form.getByText('Say when the event ends.')).toBeDefined()

  setWall(form, 'Starts', '2199-06-21T16:00')
  setWall(form, 'Ends', '2199-06-21T08:00')
  expect(await form.findByText('The end must be after the start.')).toBeDefined()
})

async function fillInNewEvent(user: UserEvent) {
  await user.click(screen.getByRole('link', { name: 'Add event' }))
  const form = within(await screen.findByRole('form', { name: 'Add event' }))
  await user.type(form.getByLabelText('Name'), 'Sillmarknad')
  setWall(form, 'Starts', '2199-06-21T08:00')
  setWall(form, 'Ends', '2199-06-21T16:00')
  return form
}

it.each([
  [{ error: 'The event is too long.' }, 'The event is too long.'],
  [{}, 'Failed to save event'],
])('says why an event was not added, and keeps what was typed', async (refusal, text) => {
  refuse('events', 'createEvent', refusal)
  const { user } = await openEvents([])
  const form = await fillInNewEvent(user)
  await user.click(form.getByRole('button', { name: 'Create event' }))
  expect((await form.findByRole('alert')).textContent).toBe(text)
  expect(form.getByDisplayValue('Sillmarknad')).toBeDefined()
})

it('lists an event whose answer was lost', async () => {
  const lost = lose('events', 'createEvent')
  const { user } = await openEvents([])
  const form = await fillInNewEvent(user)
  answer('events', 'listEvents', { events: [buildEvent({ name: 'Sillmarknad' })] })
  await user.click(form.getByRole('button', { name: 'Create event' }))
  expect(await screen.findByRole('button', { name: /^Sillmarknad/ })).toBeDefined()
  expect(form.getByRole('alert').textContent).toMatch(/^Failed to save event\. /)
  expect(lost).toHaveLength(1)
})

async function askToRemoveRole({
  shift_count,
  language = 'en',
}: {
  shift_count: number
  language?: 'en' | 'sv'
}) {
  const event = buildEvent()
  const role = buildRole({ event_id: event.id, shift_count })
  const { user } = await openEvents([{ ...event, roles: [role] }], language)
  await user.click(screen.getByRole('button', { name: language === 'en' ? 'Edit' : 'Redigera' }))
  await user.click(await screen.findByRole('button', { name: /^(Remove|Ta bort) Entrance$/ }))
  return { user, event, role }
}

async function askToDelete() {
  const event = buildEventWithRole({ name: 'Festival' })
  const { user } = await openEvents([event])
  await user.click(screen.getByRole('button', { name: 'More about Festival' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete event' }))
  return { user, event, dialog: within(await screen.findByRole('alertdialog')) }
}

async function openEditor(event: Event) {
  const { user, listed } = await openEvents([event])
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  return { user, listed, form: within(await screen.findByRole('form', { name: 'Edit event' })) }
}

/** The sections that the card does not have. */
async function openSettings(event: Event, section: 'sign-up' | 'reminders' | 'contact') {
  answer('events', 'listEvents', { events: [event] })
  answer('broadcasts', 'listBroadcasts', [])
  const user = await renderApp(`/events/${event.id}/settings#${section}`)
  const form = within(await screen.findByRole('form', { name: 'Sign-up, questions, reminders, contact' }))
  return { user, form, save: () => user.click(screen.getByRole('button', { name: 'Save' })) }
}

it('sends what was changed and the version it was changed from', async () => {
  const event = buildEvent({ version: 7 })
  const { user, form } = await openEditor(event)
  expect(form.getByDisplayValue('2199-06-21')).toBeDefined()
  await user.type(form.getByLabelText(/Location/), ', södra entrén')
  const saved = { ...event, location: 'Stadsparken, Lund, södra entrén', version: 8 }
  answer('events', 'listEvents', { events: [saved] })
  const asked = answer('events', 'updateEvent', saved)
  await user.click(form.getByRole('button', { name: 'Save event' }))

  expect(await screen.findByText('Stadsparken, Lund, södra entrén')).toBeDefined()
  expect(asked[0]?.body).toEqual({ location: 'Stadsparken, Lund, södra entrén', version: 7 })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' })))
})

it('says that a new zone keeps the times on the clock, and sends the zone alone', async () => {
  const event = buildEvent()
  const { user, form } = await openEditor(event)
  await user.click(form.getByRole('button', { name: 'Change the time zone' }))
  const zone = form.getByRole('combobox', { name: 'Time zone' })
  await user.clear(zone)
  await user.type(zone, 'Helsinki')
  await user.click(await screen.findByRole('option', { name: 'Europe/Helsinki' }))
  expect(form.getByText(/will be at 08:00 in Europe\/Helsinki/)).toBeDefined()
  expect(form.getByText('Times in Europe/Helsinki')).toBeDefined()
  expect(form.getByDisplayValue('2199-06-21')).toBeDefined()

  const asked = answer('events', 'updateEvent', { ...event, time_zone: 'Europe/Helsinki', version: 2 })
  await user.click(form.getByRole('button', { name: 'Save event' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.body).toEqual({ time_zone: 'Europe/Helsinki', version: 1 })
})

it.each([
  { choice: 'Move them 2 days later', move: { move_shifts: true }, days: 2 },
  { choice: 'Leave them where they are', move: {}, days: undefined },
])(
  'asks what becomes of the shifts when the event starts on another day (D21): $choice',
  async ({ choice, move, days }) => {
    const event = { ...buildEventWithRole(), people_count: 4 }
    const told = answer('assignments', 'previewNotices', buildNotices({ told: 3 }))
    const { user, form } = await openEditor(event)
    setWall(form, 'Starts', '2199-06-21T10:00')
    expect(form.queryByRole('radio', { name: new RegExp(choice) })).toBeNull()
    setWall(form, 'Starts', '2199-06-23T08:00')
    setWall(form, 'Ends', '2199-06-24T22:00')
    const asked = answer('events', 'updateEvent', { ...event, version: 2 })
    await user.click(form.getByRole('button', { name: 'Save event' }))
    expect(await form.findByText('Choose what becomes of the shifts.')).toBeDefined()
    expect(asked).toHaveLength(0)

    await user.click(form.getByRole('radio', { name: new RegExp(choice) }))
    if (days === undefined) expect(form.queryByRole('checkbox', { name: /^Tell / })).toBeNull()
    else {
      expect(await form.findByRole('checkbox', { name: 'Tell them by e-mail' })).toBeDefined()
      expect(told.at(-1)?.body).toEqual({ event_id: event.id, days })
    }
    await user.click(form.getByRole('button', { name: 'Save event' }))
    await waitFor(() =>
      expect(asked[0]?.body).toEqual({
        event_date_start: '2199-06-23T06:00:00.000Z',
        event_date_end: '2199-06-24T20:00:00.000Z',
        version: 1,
        ...move,
      }),
    )
  },
)

const shownText = () => document.body.textContent?.replaceAll('\u00a0', ' ')

it('names the shifts that a move puts into a skipped hour, and whom it gives two at once (D25)', async () => {
  const event = buildEventWithRole({
    event_date_start: '2027-03-27T08:00:00.000Z',
    event_date_end: '2027-03-27T20:00:00.000Z',
  })
  const [role] = event.roles
  const assignment = [buildAssignment('CONFIRMED', { first_name: 'Anna', last_name: 'Berg' })]
  const at = (hour: number) =>
    buildShift(event, role, {
      start_dt: `2027-03-27T0${hour}:00:00.000Z`,
      end_dt: `2027-03-27T0${hour + 1}:00:00.000Z`,
      assignment,
    })
  answer('shifts', 'listShifts', { shifts: [at(1), at(2)] })
  const { user, form } = await openEditor(event)
  setWall(form, 'Starts', '2027-03-28T09:00')
  setWall(form, 'Ends', '2027-03-28T21:00')
  await user.click(form.getByRole('radio', { name: /^Move them 1 day later/ }))
  await waitFor(() => expect(shownText()).toContain('Sun 28 March 03:00–04:00 (meant: 02:00–03:00)'))
  expect(shownText()).toContain('Anna Berg: ')
})

it('says how many shifts the new dates leave outside (D21)', async () => {
  const event = buildEventWithRole()
  const [role] = event.roles
  const onDay = (day: string) =>
    buildShift(event, role, { start_dt: `${day}T06:00:00.000Z`, end_dt: `${day}T10:00:00.000Z` })
  answer('shifts', 'listShifts', { shifts: [onDay('2199-06-21'), onDay('2199-06-22'), onDay('2199-06-22')] })
  const { user, form } = await openEditor(event)
  expect(form.queryByText(/outside these dates/)).toBeNull()
  setWall(form, 'Ends', '2199-06-21T22:00')
  expect(await form.findByText(/^2 shifts are outside these dates\./)).toBeDefined()

  setWall(form, 'Ends', '2199-06-23T22:00')
  expect(form.queryByText(/outside these dates/)).toBeNull()
  setWall(form, 'Starts', '2199-06-22T08:00')
  expect(await form.findByText(/^1 shift is outside these dates\./)).toBeDefined()
  await user.click(form.getByRole('radio', { name: /^Move them 1 day later/ }))
  expect(form.queryByText(/outside these dates/)).toBeNull()
})

it.each([
  { choice: 'the shift starts', hours: 0 },
  { choice: '72 hours before the shift', hours: 72 },
  { choice: 'never: they always contact you', hours: null },
])('says until when volunteers cancel by themselves (D39): $choice', async ({ choice, hours }) => {
  const event = buildEvent()
  const { user, form, save } = await openSettings(event, 'reminders')
  const until = form.getByRole('combobox', { name: 'Volunteers can cancel by themselves until' })
  expect(until).toHaveProperty('value', '24')
  await user.selectOptions(until, choice)
  const asked = answer('events', 'updateEvent', { ...event, cancel_until_hours: hours, version: 2 })
  await save()
  await waitFor(() => expect(asked[0]?.body).toEqual({ cancel_until_hours: hours, version: 1 }))
})

it.each([
  { choice: '72 hours before their first shift of the day', hours: 72 },
  { choice: 'not automatically', hours: null },
] as const)('says when volunteers are reminded (D43): $choice', async ({ choice, hours }) => {
  const event = buildEvent()
  const { user, form, save } = await openSettings(event, 'reminders')
  const reminder = form.getByRole('combobox', { name: 'Remind volunteers by e-mail' })
  expect(reminder).toHaveProperty('value', '24')
  await user.selectOptions(reminder, choice)
  const asked = answer('events', 'updateEvent', { ...event, reminder_hours: hours, version: 2 })
  await save()
  await waitFor(() => expect(asked[0]?.body).toEqual({ reminder_hours: hours, version: 1 }))
})

it('frees the places of those who do not answer about a new time (V1), once chosen', async () => {
  const event = buildEvent()
  const { user, form, save } = await openSettings(event, 'reminders')
  const unanswered = form.getByRole('combobox', {
    name: 'If somebody does not answer whether a new time works',
  })
  expect(unanswered).toHaveProperty('value', 'keep')
  await user.selectOptions(unanswered, 'free the place 48 hours after the e-mail')
  const asked = answer('events', 'updateEvent', { ...event, free_unanswered: true, version: 2 })
  await save()
  await waitFor(() => expect(asked[0]?.body).toEqual({ free_unanswered: true, version: 1 }))
})

it('takes another number of hours for the last time to cancel', async () => {
  const event = buildEvent({ cancel_until_hours: 36 })
  const { user, form, save } = await openSettings(event, 'reminders')
  const hours = form.getByLabelText('Hours before the shift')
  expect(hours).toHaveProperty('value', '36')
  await user.clear(hours)
  await user.type(hours, '721')
  const asked = answer('events', 'updateEvent', { ...event, cancel_until_hours: 12, version: 2 })
  await save()
  expect(await form.findByText('Enter a whole number of hours from 0 to 720.')).toBeDefined()
  expect(asked).toHaveLength(0)
  await user.clear(hours)
  await user.type(hours, '12')
  await save()
  await waitFor(() => expect(asked[0]?.body).toEqual({ cancel_until_hours: 12, version: 1 }))
})

it('keeps what was typed when the event was changed elsewhere, and takes over the rest', async () => {
  const event = buildEvent({ notes: 'Old notes' })
  const { user, form } = await openEditor(event)
  await user.type(form.getByLabelText('Name'), ' 2199')
  refuse('events', 'updateEvent', { status: 409, code: 'changed_elsewhere', error: 'Changed.' })
  answer('events', 'listEvents', {
    events: [{ ...event, name: 'Their name', notes: 'Their notes', version: 2 }],
  })
  await user.click(form.getByRole('button', { name: 'Save event' }))

  expect((await form.findByRole('alert')).textContent).toContain('What you typed is still here')
  expect(form.getByDisplayValue('Midsommar i parken 2199')).toBeDefined()
  expect(await form.findByDisplayValue('Their notes')).toBeDefined()

  const asked = answer('events', 'updateEvent', { ...event, version: 3 })
  await user.click(form.getByRole('button', { name: 'Save event' }))
  await waitFor(() => expect(asked[0]?.body).toEqual({ name: 'Midsommar i parken 2199', version: 2 }))
})

it('is saved when an earlier try has saved it and its answer was lost', async () => {
  const event = buildEventWithRole({ notes: '' })
  const { user, form } = await openEditor(event)
  await user.type(form.getByLabelText(/^Notes/), 'Bring boots ')
  setWall(form, 'Starts', '2199-06-20T08:00')
  await user.click(form.getByRole('radio', { name: /^Move them 1 day earlier/ }))
  lose('events', 'updateEvent')
  const stored = {
    ...event,
    notes: 'Bring boots',
    event_date_start: '2199-06-20T06:00:00.000Z',
    location: 'Elsewhere',
    version: 2,
  }
  const read = answer('events', 'listEvents', { events: [stored] })
  await user.click(form.getByRole('button', { name: 'Save event' }))
  expect((await form.findByRole('alert')).textContent).toMatch(/^Failed to update event\. /)
  await waitFor(() => expect(read).toHaveLength(1))
  refuse('events', 'updateEvent', { status: 409, code: 'changed_elsewhere' })
  await user.click(form.getByRole('button', { name: 'Save event' }))
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  expect(screen.getByText('Elsewhere')).toBeDefined()
})

it('shows what is sent until it is answered', async () => {
  const event = buildEvent({ notes: null })
  const { user, form } = await openEditor(event)
  await user.type(form.getByLabelText('Name'), '!')
  const letGo = hold('events', 'updateEvent', { ...event, version: 2 })
  await user.keyboard('{Enter}')
  await form.findByText('Saving...')
  expect(document.activeElement).toBe(form.getByLabelText('Name'))
  await user.type(form.getByLabelText(/^Notes/), 'Lost')
  expect(form.getByLabelText(/^Notes/)).toHaveProperty('value', '')
  expect(form.getByLabelText('Starts')).toHaveProperty('readOnly', true)
  letGo()
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
})

it('keeps a role that is not saved yet when the event is saved, and goes there', async () => {
  const event = buildEvent({ name: 'Festival' })
  const { user, form } = await openEditor(event)
  const role = within(screen.getByRole('form', { name: 'Add role' }))
  await user.type(role.getByLabelText('Name'), 'Kitchen')
  await user.type(form.getByLabelText('Name'), '!')
  const saved = { ...event, name: 'Festival!', version: 2 }
  answer('events', 'updateEvent', saved)
  answer('events', 'listEvents', { events: [saved] })
  await user.click(form.getByRole('button', { name: 'Save event' }))
  expect(await screen.findByText('Festival! is saved. The role is not saved yet.')).toBeDefined()
  expect(role.getByDisplayValue('Kitchen')).toBeDefined()
  expect(document.activeElement).toBe(role.getByRole('heading', { name: 'Add role' }))

  const created = buildRole({ event_id: event.id, name: 'Kitchen' })
  answer('events', 'createRole', created)
  answer('events', 'listEvents', { events: [{ ...saved, roles: [created] }] })
  await user.click(role.getByRole('button', { name: 'Save role' }))
  await screen.findByRole('button', { name: 'Edit Kitchen' })
  await waitFor(() => expect(role.getByLabelText('Name')).toHaveProperty('value', ''))
  const asked = answer('events', 'updateEvent', { ...saved, version: 3 })
  await user.type(form.getByLabelText('Name'), '!')
  await user.click(form.getByRole('button', { name: 'Save event' }))
  await waitFor(() => expect(asked[0]?.body).toEqual({ name: 'Festival!!', version: 2 }))
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
})

it('says so when what was changed elsewhere could not be read', async () => {
  const event = buildEvent()
  const { user, form } = await openEditor(event)
  await user.type(form.getByLabelText('Name'), ' 2199')
  refuse('events', 'updateEvent', { status: 409, code: 'changed_elsewhere' })
  refuse('events', 'listEvents', { error: 'The service is busy.' })
  await user.click(form.getByRole('button', { name: 'Save event' }))
  expect(await form.findByText('The service is busy.')).toBeDefined()

  answer('events', 'listEvents', { events: [{ ...event, version: 2 }] })
  await user.click(form.getByRole('button', { name: 'Save event' }))
  expect(await form.findByText(/What you typed is still here/)).toBeDefined()
  expect(form.getByDisplayValue('Midsommar i parken 2199')).toBeDefined()
})

it('says at the field what the server finds wrong', async () => {
  const { user, form } = await openEditor(buildEvent())
  await user.type(form.getByLabelText(/Notes/), '!')
  refuse('events', 'updateEvent', {
    status: 400,
    code: 'validation',
    issues: [
      { path: 'notes', message: 'Contains characters that cannot be shown' },
      { path: 'event_date_end', message: 'Must be after the start' },
    ],
  })
  await user.click(form.getByRole('button', { name: 'Save event' }))
  expect(await form.findByText('Contains characters that cannot be shown')).toBeDefined()
  expect(form.getByText('Must be after the start')).toBeDefined()
  expect(document.activeElement).toBe(form.getByLabelText(/Notes/))
  expect(form.queryByRole('alert')).toBeNull()
})

it('keeps what was typed when the event was removed elsewhere, and says so', async () => {
  const event = buildEvent()
  const { user, form } = await openEditor(event)
  await user.type(form.getByLabelText('Name'), '!')
  refuse('events', 'updateEvent', { status: 404, code: 'event_not_found' })
  answer('events', 'listEvents', { events: [] })
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [] })
  await user.click(form.getByRole('button', { name: 'Save event' }))
  expect((await form.findByRole('alert')).textContent).toBe('This event has been removed in the meantime.')
  expect(form.getByDisplayValue('Midsommar i parken!')).toBeDefined()
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/No events yet/)).toBeDefined()
})

it('keeps what was typed when the role was removed elsewhere, and says so', async () => {
  const event = buildEventWithRole()
  const { user } = await openEditor(event)
  await user.click(screen.getByRole('button', { name: 'Edit Entrance' }))
  const form = within(screen.getByRole('form', { name: 'Edit role' }))
  await user.type(form.getByLabelText('Name'), ' north')
  const read = answer('events', 'listEvents', { events: [{ ...event, roles: [] }] })
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [] })
  await waitFor(() => expect(read).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Entrance' })).toBeNull())
  refuse('events', 'updateRole', {
    status: 404,
    code: 'role_not_found',
    error: 'This role does not exist, or has been removed.',
  })
  await user.click(form.getByRole('button', { name: 'Save role' }))
  expect((await form.findByRole('alert')).textContent).toBe('This role does not exist, or has been removed.')
  expect(form.getByDisplayValue('Entrance north')).toBeDefined()
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Roles' }))
})

it('asks before another role takes the place of one that was changed', async () => {
  const event = buildEventWithRole()
  const kitchen = buildRole({ event_id: event.id, name: 'Kitchen' })
  const { user } = await openEditor({ ...event, roles: [...event.roles, kitchen] })
  await user.click(screen.getByRole('button', { name: 'Edit Entrance' }))
  const form = within(screen.getByRole('form', { name: 'Edit role' }))
  await user.type(form.getByLabelText('Name'), '!')
  await user.click(screen.getByRole('button', { name: 'Edit Kitchen' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  expect(form.getByDisplayValue('Entrance!')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Edit Kitchen' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByDisplayValue('Kitchen')).toBeDefined()
})

it('says why an event was not changed', async () => {
  const { user, form } = await openEditor(buildEvent())
  refuse('events', 'updateEvent')
  await user.type(form.getByLabelText('Name'), '!')
  await user.click(form.getByRole('button', { name: 'Save event' }))
  expect((await form.findByRole('alert')).textContent).toBe('Failed to update event')
})

it('asks before it throws away what was typed in another card', async () => {
  const { user } = await openEvents([
    buildEvent({ name: 'First' }),
    buildEvent({ name: 'Second', event_date_end: '2199-07-01T00:00:00.000Z' }),
  ])
  await user.click(editButtonOf('First'))
  await user.type(within(await screen.findByRole('form', { name: 'Edit event' })).getByLabelText('Name'), '!')
  await user.click(editButtonOf('Second'))
  const question = within(screen.getByRole('alertdialog', { name: 'Discard your changes?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByDisplayValue('First!')).toBeDefined()

  await user.click(editButtonOf('Second'))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByDisplayValue('Second')).toBeDefined()
})

it('keeps an open edit while the list is read again', async () => {
  const event = buildEvent()
  const { user, form, listed } = await openEditor(event)
  await user.type(form.getByLabelText('Name'), '!')
  const after = answer('events', 'listEvents', { events: [{ ...event, name: 'Elsewhere', version: 2 }] })
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [] })
  await waitFor(() => expect(after).toHaveLength(1))
  expect(form.getByDisplayValue('Midsommar i parken!')).toBeDefined()
  expect(listed).toHaveLength(1)
})

it('adds a role and is ready for the next', async () => {
  const event = buildEvent()
  const { user } = await openEvents([event])
  await user.click(screen.getByRole('button', { name: 'Add the first role' }))
  const form = within(screen.getByRole('form', { name: 'Add role' }))
  const name = form.getByLabelText('Name')
  expect(document.activeElement).toBe(name)
  await user.click(form.getByRole('button', { name: 'Save role' }))
  expect(await form.findByText('Give the role a name.')).toBeDefined()

  const role = buildRole({ event_id: event.id, name: 'Kitchen' })
  const asked = answer('events', 'createRole', role)
  answer('events', 'listEvents', { events: [{ ...event, roles: [role] }] })
  await user.type(name, 'Kitchen')
  await user.type(form.getByLabelText(/Description/), 'Soup and bread')
  await user.click(form.getByRole('button', { name: 'Save role' }))

  expect(await screen.findByRole('button', { name: 'Edit Kitchen' })).toBeDefined()
  expect(asked[0]?.body).toEqual({
    name: 'Kitchen',
    description: 'Soup and bread',
    min_age: null,
    needs_tag: null,
  })
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe(''))
})

it('lists a role whose answer was lost', async () => {
  const event = buildEvent()
  const { user } = await openEditor(event)
  const form = within(screen.getByRole('form', { name: 'Add role' }))
  await user.type(form.getByLabelText('Name'), 'Kitchen')
  lose('events', 'createRole')
  answer('events', 'listEvents', {
    events: [{ ...event, roles: [buildRole({ event_id: event.id, name: 'Kitchen' })] }],
  })
  await user.click(form.getByRole('button', { name: 'Save role' }))
  expect(await screen.findByRole('button', { name: 'Edit Kitchen' })).toBeDefined()
  expect(form.getByRole('alert').textContent).toMatch(/^Failed to create role\. /)
})

it.each(['createRole', 'updateRole'] as const)(
  'shows what is sent of a role until it is answered (%s)',
  async (endpoint) => {
    const event = buildEventWithRole()
    const { user } = await openEditor(event)
    if (endpoint === 'updateRole') await user.click(screen.getByRole('button', { name: 'Edit Entrance' }))
    const form = within(screen.getByRole('form', { name: /role$/ }))
    const name = form.getByLabelText<HTMLInputElement>('Name')
    await user.type(name, 'Kitchen')
    const sent = name.value
    stall('events', endpoint)
    await user.keyboard('{Enter}')
    await form.findByText('Saving...')
    await user.keyboard('!')
    await user.type(form.getByLabelText(/^Description/), 'Lost')
    expect(document.activeElement).toBe(form.getByLabelText(/^Description/))
    expect(name.value).toBe(sent)
    expect(form.getByLabelText<HTMLTextAreaElement>(/^Description/).value).not.toContain('Lost')
  },
)

it('edits one role at a time', async () => {
  const event = buildEventWithRole()
  const [role] = event.roles
  const { user } = await openEditor(event)
  await user.click(screen.getByRole('button', { name: 'Edit Entrance' }))
  expect(screen.queryByRole('form', { name: 'Add role' })).toBeNull()
  const form = within(screen.getByRole('form', { name: 'Edit role' }))
  await user.type(form.getByLabelText('Name'), ' north')
  const asked = answer('events', 'updateRole', { ...role, name: 'Entrance north', version: 2 })
  await user.click(form.getByRole('button', { name: 'Save role' }))
  expect(await screen.findByRole('form', { name: 'Add role' })).toBeDefined()
  expect(asked[0]?.body).toEqual({ name: 'Entrance north', version: 1 })
})

it.each([
  ['createRole', 'Failed to create role'],
  ['updateRole', 'Failed to update role'],
] as const)('says when %s fails', async (endpoint, text) => {
  const { user } = await openEditor(buildEventWithRole())
  if (endpoint === 'updateRole') await user.click(screen.getByRole('button', { name: 'Edit Entrance' }))
  const form = within(screen.getByRole('form', { name: /role$/ }))
  refuse('events', endpoint)
  await user.type(form.getByLabelText('Name'), 'x')
  await user.click(form.getByRole('button', { name: /role$/ }))
  expect((await form.findByRole('alert')).textContent).toBe(text)
})

it.each([
  [
    { status: 409, code: 'role_in_use', error: 'This role has shifts with people listed on them.' },
    'This role has shifts with people listed on them.',
  ],
  [{}, 'Error deleting role'],
])('says why a role was not removed', async (refusal, text) => {
  const { user } = await openEditor(buildEventWithRole())
  refuse('events', 'deleteRole', refusal)
  await user.click(screen.getByRole('button', { name: 'Remove Entrance' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Entrance?' }))
  expect(dialog.getByText(/Its 1 shift is removed with it/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Remove role' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(text)
})

it.each([
  [2, '?notify=false'],
  [0, ''],
])('lets those in line of a removed role know, unless unticked (D44): %i', async (told, query) => {
  const event = buildEventWithRole()
  const counted = answer('assignments', 'previewNotices', buildNotices({ told }))
  const { user } = await openEditor(event)
  await user.click(screen.getByRole('button', { name: 'Remove Entrance' }))
  const dialog = within(screen.getByRole('alertdialog'))
  if (told > 0) await user.click(await dialog.findByRole('checkbox', { name: 'Tell them by e-mail' }))
  else await dialog.findByText('Nobody gets a message about it.')
  expect(counted[0]?.body).toEqual({ role_id: event.roles[0]?.id })
  const asked = answer('events', 'deleteRole', undefined)
  await user.click(dialog.getByRole('button', { name: 'Remove role' }))
  await waitFor(() => expect(asked[0]?.query).toBe(query))
})

it.each([
  ['en', 1, /^Its 1 shift is removed with it\. .*also someone who declined, nothing is removed\.$/],
  ['en', 3, /^Its 3 shifts are removed with it\. .*also someone who declined, nothing is removed\.$/],
  ['sv', 1, /^Rollens 1 pass tas bort också\. Om någon står på det, även någon som tackat nej/],
  ['sv', 3, /^Rollens 3 pass tas bort också\. Om någon står på något av dem, även någon som tackat nej/],
] as const)(
  'says how many shifts go with a role as they change (%s, %i)',
  async (language, shift_count, text) => {
    const { event, role } = await askToRemoveRole({ shift_count: 0, language })
    const dialog = within(screen.getByRole('alertdialog'))
    expect(dialog.queryByText(/^(Its|Rollens) /)).toBeNull()
    answer('events', 'listEvents', { events: [{ ...event, roles: [{ ...role, shift_count }] }] })
    await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [] })
    expect(await dialog.findByText(text)).toBeDefined()
    expect(
      await dialog.findByRole('checkbox', { name: /^(Tell them by e-mail|Meddela dem med mejl)$/ }),
    ).toBeDefined()
  },
)

it('has removed a role that is gone already', async () => {
  const { event, user } = await askToRemoveRole({ shift_count: 1 })
  answer('events', 'listEvents', { events: [{ ...event, roles: [] }] })
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [] })
  await waitFor(() => expect(screen.queryByText('No description')).toBeNull())
  refuse('events', 'deleteRole', {
    status: 404,
    code: 'role_not_found',
    error: 'This role has been removed.',
  })
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Entrance?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove role' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Roles' })))
})

it('names what goes with an event before it deletes it', async () => {
  const event = {
    ...buildEventWithRole({ name: 'Festival' }),
    people_count: 24,
  }
  const { user } = await openEvents([event])
  await user.click(screen.getByRole('button', { name: 'More about Festival' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete event' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Festival?' }))
  expect(dialog.getByText('24 confirmed or picked people lose their places.')).toBeDefined()
  expect(dialog.getByText('Its roles and 1 shift go with it.')).toBeDefined()
  expect(await dialog.findByRole('checkbox', { name: 'Tell them by e-mail' })).toHaveProperty('checked', true)

  const asked = answer('events', 'deleteEvent', undefined)
  answer('events', 'listEvents', { events: [] })
  await user.click(dialog.getByRole('button', { name: 'Delete event' }))
  expect(await screen.findByText(/No events yet/)).toBeDefined()
  expect(asked[0]).toMatchObject({ path: `/admin/events/${event.id}`, query: '?undoable=true' })
})

it.each([
  ['en', 1, '1 confirmed or picked person loses their place.'],
  ['sv', 1, '1 bekräftad eller vald person förlorar sin plats.'],
  ['sv', 2, '2 bekräftade eller valda personer förlorar sina platser.'],
] as const)(
  'counts people, and tells none of them when that is unticked (%s, %i)',
  async (language, people_count, text) => {
    const sv = language === 'sv'
    const { user } = await openEvents(
      [{ ...buildEventWithRole({ name: 'Festival' }), people_count }],
      language,
    )
    await user.click(screen.getByRole('button', { name: sv ? 'Mer om Festival' : 'More about Festival' }))
    const remove = sv ? 'Ta bort evenemanget' : 'Delete event'
    await user.click(await screen.findByRole('menuitem', { name: remove }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(text)).toBeDefined()
    await user.click(dialog.getByRole('checkbox'))
    const asked = answer('events', 'deleteEvent', undefined)
    await user.click(dialog.getByRole('button', { name: remove }))
    await waitFor(() => expect(asked[0]?.query).toBe('?notify=false&undoable=true'))
  },
)

it('offers to tell nobody when there is nobody, or nobody ahead', async () => {
  answer('assignments', 'previewNotices', buildNotices({ told: 0 }))
  const over = { event_date_start: '2020-05-01T06:00:00.000Z', event_date_end: '2020-05-01T20:00:00.000Z' }
  const { user } = await openEvents([
    buildEvent({ name: 'Empty' }),
    { ...buildEventWithRole({ name: 'Over', ...over }), people_count: 3 },
  ])
  for (const [name, text] of [
    ['Empty', 'Nobody is confirmed or picked for its shifts.'],
    ['Over', '3 confirmed or picked people lose their places.'],
  ]) {
    await user.click(screen.getByRole('button', { name: `More about ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete event' }))
    expect(await screen.findByText(text ?? '')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
  }
})

it('tells those in line where nobody is on a shift (D44)', async () => {
  answer('assignments', 'previewNotices', buildNotices({ told: 2 }))
  const { user } = await openEvents([{ ...buildEventWithRole({ name: 'Festival' }), people_count: 0 }])
  await user.click(screen.getByRole('button', { name: 'More about Festival' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete event' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(await dialog.findByRole('checkbox', { name: 'Tell them by e-mail' }))
  const asked = answer('events', 'deleteEvent', undefined)
  await user.click(dialog.getByRole('button', { name: 'Delete event' }))
  await waitFor(() => expect(asked[0]?.query).toBe('?notify=false&undoable=true'))
})

it('counts anew who loses a place and who is told while it asks', async () => {
  answer('assignments', 'previewNotices', buildNotices({ told: 0 }))
  const { event, dialog } = await askToDelete()
  expect(dialog.getByText('Nobody is confirmed or picked for its shifts.')).toBeDefined()
  expect(await dialog.findByText('Nobody gets a message about it.')).toBeDefined()

  answer('events', 'listEvents', { events: [{ ...event, people_count: 2 }] })
  answer('assignments', 'previewNotices', buildNotices({ told: 2 }))
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [] })
  expect(await dialog.findByText('2 confirmed or picked people lose their places.')).toBeDefined()
  expect(await dialog.findByRole('checkbox', { name: 'Tell them by e-mail' })).toHaveProperty('checked', true)
})

it('keeps saying how many are told while they are counted anew', async () => {
  const { event, dialog } = await askToDelete()
  await dialog.findByRole('checkbox', { name: 'Tell them by e-mail' })
  const counted = stall('assignments', 'previewNotices')
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [] })
  await waitFor(() => expect(counted).toHaveLength(1))
  expect(dialog.getByRole('checkbox', { name: 'Tell them by e-mail' })).toBeDefined()
})

it('has deleted an event that is gone already', async () => {
  const { event, dialog, user } = await askToDelete()
  answer('events', 'listEvents', { events: [] })
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [] })
  await screen.findByText(/No events yet/)
  refuse('events', 'deleteEvent', {
    status: 404,
    code: 'event_not_found',
    error: 'This event has been removed.',
  })
  await user.click(dialog.getByRole('button', { name: 'Delete event' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Add event' })))
})

it.each(['event', 'role'] as const)('reads anew after a lost answer of removing an %s', async (what) => {
  const { event, user } = what === 'event' ? await askToDelete() : await askToRemoveRole({ shift_count: 1 })
  lose('events', what === 'event' ? 'deleteEvent' : 'deleteRole')
  answer('events', 'listEvents', { events: what === 'event' ? [] : [{ ...event, roles: [] }] })
  const dialog = within(screen.getByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: /^(Delete event|Remove role)$/ }))
  expect(await dialog.findByRole('alert')).toBeDefined()
  await waitFor(() => expect(screen.queryByText(what === 'event' ? 'Festival' : 'Entrance')).toBeNull())
})

it('says why an event was not deleted', async () => {
  const { user } = await openEvents([buildEvent({ name: 'Festival' })])
  refuse('events', 'deleteEvent')
  await user.click(screen.getByRole('button', { name: 'More about Festival' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete event' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Delete event' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to delete event')
})

it('copies the signup link and says so for two seconds', async () => {
  const event = buildEvent()
  const { user } = await openEvents([event])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    await user.click(screen.getByRole('button', { name: 'Copy signup link' }))
    expect(await screen.findByText('Copied')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(`http://localhost:3000/e/${event.id}`)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(screen.getByRole('button', { name: 'Copy signup link' })).toBeDefined()
  } finally {
    vi.useRealTimers()
  }
})

it('logs that the browser refuses to copy, claims nothing and shows the link', async () => {
  const event = buildEvent()
  const { user } = await openEvents([event])
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await user.click(screen.getByRole('button', { name: 'Copy signup link' }))
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
  expect(link.value).toBe(`http://localhost:3000/e/${event.id}`)
  expect(link.selectionEnd).toBe(link.value.length)
  expect(screen.queryByText('Copied')).toBeNull()
  expect(log).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('gives the screen to the error when the events cannot be read', async () => {
  refuse('events', 'listEvents')
  await renderApp('/events')
  expect((await screen.findByRole('alert')).textContent).toContain('Error: Failed to fetch events')
  expect(screen.queryByRole('link', { name: /Add event/ })).toBeNull()
})

it('speaks Swedish', async () => {
  await openEvents([buildEventWithRole()], 'sv')
  const card = within(screen.getByRole('article'))
  expect(card.getByText('juni')).toBeDefined()
  expect(card.getByRole('button', { name: 'Kopiera länk' })).toBeDefined()
  expect(card.getByRole('button', { name: 'Redigera' })).toBeDefined()
})

it('D21: of a new name of a role or an event people are told only if it is ticked', async () => {
  const [role] = buildEventWithRole().roles
  const event = buildEventWithRole({ roles: [{ ...role, shift_count: 2 }] })
  answer('assignments', 'previewNotices', buildNotices({ told: 2 }))
  const { user, form: of_all } = await openEditor(event)
  const [of_event, of_role] = [
    answer('events', 'updateEvent', event),
    answer('events', 'updateRole', event.roles[0]),
  ]

  await user.click(screen.getByRole('button', { name: 'Edit Entrance' }))
  const form = within(screen.getByRole('form', { name: 'Edit role' }))
  await user.type(form.getByLabelText('Name'), ' north')
  const tick = await form.findByRole('checkbox', { name: 'Tell them by e-mail' })
  expect(tick).toHaveProperty('checked', false)
  await user.click(tick)
  await user.click(form.getByRole('button', { name: 'Save role' }))
  await waitFor(() => expect(of_role[0]?.query).toBe('?notify=true'))

  await user.type(of_all.getByLabelText('Name'), '!')
  expect(await of_all.findByRole('checkbox', { name: 'Tell them by e-mail' })).toHaveProperty(
    'checked',
    false,
  )
  await user.click(of_all.getByRole('button', { name: 'Save event' }))
  await waitFor(() => expect(of_event[0]?.query).toBe('?notify=false&undoable=true'))
})
