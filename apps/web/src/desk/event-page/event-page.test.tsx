import type { Event } from '@muster/contract/events'
import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { dayInZone } from '@muster/contract/rules/zone'
import type { Shift } from '@muster/contract/shifts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { dateFormat } from '../../format/dates.ts'
import { type Asked, answer, refuse } from '../../testing/answers.ts'
import {
  buildAssignment,
  buildEvent,
  buildEventWithRole,
  buildOrganization,
  buildRole,
  buildShift,
} from '../../testing/build-event.ts'
import { buildInvitationPreview } from '../../testing/build-invitation-preview.ts'
import { buildNotices } from '../../testing/build-notices.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { shownSearch } from '../../testing/shown-search.ts'

const festival = buildEventWithRole({
  name: 'Festival',
  coverage: {
    needed: 4,
    confirmed: 1,
    pending: 2,
    asked: 0,
    not_asked: 1,
    expired: 1,
    declined: 0,
    missing: 1,
  },
})
const [entrance] = festival.roles
const person = (first_name: string) => ({ first_name, last_name: 'Öberg' })
const shift = buildShift(festival, entrance, {
  assignment: [
    buildAssignment('CONFIRMED', person('Åsa')),
    buildAssignment('INVITED', person('Li')),
    buildAssignment('INVITED', person('Bo'), {
      invite_sent_at: '2026-01-01T00:00:00.000Z',
      token_expires_at: '2026-01-08T00:00:00.000Z',
    }),
  ],
})

function answerEvents(events: Event[] = [festival], shifts: Shift[] = [shift]) {
  answer('events', 'listEvents', { events })
  answer('shifts', 'listShifts', { shifts })
  answer('events', 'listSignups', { days: [{ day: '2199-06-01', confirmed: 1 }], await_opening: 0 })
  answer('broadcasts', 'listBroadcasts', [])
  answer('assignments', 'previewNotices', buildNotices({ told: 12 }))
}

beforeEach(() => {
  answerOrganization()
  answerEvents()
})

const open = (tab = '', given?: Parameters<typeof renderApp>[1], event: Event = festival) =>
  renderApp(`/events/${event.id}${tab}`, given)
/** Without non-breaking spaces. */
const spoken = ({ textContent }: Element) => textContent?.replaceAll('\u00a0', ' ')
const tabs = async () => within(await screen.findByRole('navigation', { name: /^(Event|Evenemang)$/ }))

describe('the page of an event', () => {
  it.each([
    { language: 'en', names: ['Overview', 'Shifts1', 'Messages', 'Settings'] },
    { language: 'sv', names: ['Översikt', 'Pass1', 'Meddelanden', 'Inställningar'] },
  ] as const)('$language: has tabs with an address each', async ({ language, names }) => {
    const user = await open('', { language })
    expect(await screen.findByRole('heading', { level: 1, name: 'Festival' })).toBeDefined()
    const links = (await tabs()).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(names)
    expect(links[0]?.getAttribute('aria-current')).toBe('page')
    for (const [at, path] of ['', '/shifts', '/messages', '/settings'].entries()) {
      await user.click(links[at] ?? document.body)
      expect(location.pathname).toBe(`/events/${festival.id}${path}`)
      expect(document.title).toBe(`Festival · ${names[at]?.replace('1', '')} · Muster`)
    }
  })

  it('is where a card leads', async () => {
    const user = await renderApp('/events')
    const card = within(await screen.findByRole('article', { name: 'Festival' }))
    expect(card.getByRole('link', { name: 'Shifts' }).getAttribute('href')).toContain('/shifts?org=')
    await user.click(card.getByRole('link', { name: 'Festival' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Festival' })).toBeDefined()
    expect(location.pathname).toBe(`/events/${festival.id}`)
  })

  it('says when sign-up opens or closes', async () => {
    answerEvents([{ ...festival, signup_closes_at: '2199-06-20T16:00:00.000Z' }])
    await open()
    expect(await screen.findByText('Sign-up open until Thu 20 June 18:00')).toBeDefined()
  })

  it('moves between the tabs by the arrows', async () => {
    const user = await open()
    const [overview, shifts] = (await tabs()).getAllByRole('link')
    overview?.focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(shifts)
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(document.activeElement?.textContent).toBe('Settings')
  })

  it.each([
    { path: '/events/0197b0a0-0000-7000-8000-00000000dead', text: /^This event does not exist/ },
    { path: `/events/${festival.id}/nothing`, text: 'Page not found' },
  ])('says that $path is nothing', async ({ path, text }) => {
    await renderApp(path)
    expect(await screen.findByText(text)).toBeDefined()
  })

  it('shows a viewer neither messages nor settings, nor what is left to do', async () => {
    answerOrganization(buildOrganization({ role: 'viewer' }))
    await open()
    expect(await screen.findByRole('heading', { name: 'Roles' })).toBeDefined()
    expect((await tabs()).getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Overview',
      'Shifts1',
    ])
    expect(screen.queryByRole('heading', { name: 'Left to do' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'More about Festival' })).toBeNull()
  })

  it.each(['/messages', '/settings'])('refuses a viewer %s', async (tab) => {
    answerOrganization(buildOrganization({ role: 'viewer' }))
    await open(tab)
    expect(await screen.findByRole('heading', { name: 'Not for your role' })).toBeDefined()
    expect(screen.queryByRole('form')).toBeNull()
  })

  it('leads to the copy of the event', async () => {
    const copy = buildEvent({ name: 'Festival 2200', published: false })
    answer('events', 'copyEvent', { ...copy, left_out: [] })
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'More about Festival' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate event' }))
    fireEvent.change(dialog.getByLabelText('New first day'), { target: { value: '2199-07-05' } })
    answerEvents([festival, copy], [])
    await user.click(dialog.getByRole('button', { name: 'Duplicate event' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Festival 2200' })).toBeDefined()
    expect(location.pathname).toBe(`/events/${copy.id}`)
  })

  it('leads back to the events when it is deleted', async () => {
    answer('events', 'deleteEvent', undefined)
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'More about Festival' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete event' }))
    answer('events', 'listEvents', { events: [] })
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete event' }),
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Your first event' })).toBeDefined()
    expect(location.pathname).toBe('/events')
  })
})

describe('the keys of an event', () => {
  it('share it, and open its public page, where nothing is typed', async () => {
    const user = await open('/settings#basics')
    const name = within(await screen.findByRole('form', { name: 'Basics' })).getByLabelText('Name')
    await user.type(name, 'so')
    expect(name).toHaveProperty('value', 'Festivalso')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.clear(name)
    await user.type(name, 'Festival')
    screen.getByRole('link', { name: 'Open page' }).focus()
    const pressed: EventTarget[] = []
    screen.getByRole('link', { name: 'Open page' }).addEventListener('click', (click) => {
      click.preventDefault()
      pressed.push(click.currentTarget ?? window)
    })
    await user.keyboard('o')
    expect(pressed).toHaveLength(1)
    await user.keyboard('s')
    expect(await screen.findByRole('dialog', { name: 'Share' })).toBeDefined()
    await user.keyboard('o')
    expect(pressed).toHaveLength(1)
  })
})

describe('the shifts of an event', () => {
  it('are the list of shifts, whose filters stay at this address', async () => {
    const user = await open('/shifts')
    expect(await screen.findByRole('button', { name: 'Add shift' })).toBeDefined()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    await user.click(await screen.findByRole('button', { name: 'Only gaps' }))
    expect(location.pathname).toBe(`/events/${festival.id}/shifts`)
    expect(shownSearch()).toBe('?show=missing')
  })

  it.each(['one', 'many'])('begin with the form for %s when the address asks for it', async (way) => {
    await open(`/shifts?add=${way}`)
    expect(
      await screen.findByRole('radio', { name: way === 'one' ? 'One shift' : 'Many at once', checked: true }),
    ).toBeDefined()
    await waitFor(() => expect(shownSearch()).toBe(''))
  })
})

describe('the overview', () => {
  it('lists what is left to do, with the acts', async () => {
    const user = await open()
    const card = within(await screen.findByRole('region', { name: 'Left to do' }))
    const rows = card.getAllByRole('listitem').map(spoken)
    expect(rows).toEqual([
      '1 not asked yetSend 1',
      '1 expiredAsk 1',
      '1 missingin 1 shiftFill gaps',
      expect.stringMatching(/^Reminder goes Thu 20 JuneChange$/),
    ])
    expect(card.getByRole('link', { name: 'Fill gaps' }).getAttribute('href')).toMatch(
      /\/shifts\?show=missing/,
    )
    expect(card.getByRole('link', { name: 'Change' }).getAttribute('href')).toMatch(
      /\/settings\?org=.*#reminders$/,
    )
    answer('assignments', 'previewInvitations', buildInvitationPreview())
    await user.click(card.getByRole('button', { name: 'Send 1' }))
    expect(await screen.findByRole('dialog', { name: 'Send 1 invitation' })).toBeDefined()
  })

  it('asks those on a new time again (V1), by a broadcast to them', async () => {
    const moved = buildAssignment('CONFIRMED', person('Maja'), { asked_again_at: '2026-01-02T00:00:00.000Z' })
    answerEvents([festival], [{ ...shift, assignment: [moved] }])
    await open()
    const card = within(await screen.findByRole('region', { name: 'Left to do' }))
    expect(card.getByText('1 on a new time')).toBeDefined()
    expect(card.getByRole('link', { name: 'Remind 1' }).getAttribute('href')).toContain(
      `/events/${festival.id}/broadcast?to=new_time_open`,
    )
  })

  it('leads to the link until it was copied, or somebody was asked', async () => {
    const nobody = { ...shift, assignment: [] }
    answerEvents([festival], [nobody])
    const user = await open()
    expect(await screen.findByText('Nobody has the link yet')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Share it' }).getAttribute('href')).toContain(
      `/events/${festival.id}/link`,
    )
    await user.click(screen.getByRole('button', { name: 'Share' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Share' }))
    await user.click(await sheet.findByRole('button', { name: 'Copy' }))
    await waitFor(() => expect(screen.queryByText('Nobody has the link yet')).toBeNull())
    expect(localStorage.getItem('copied_links')).toBe(JSON.stringify([festival.id]))
  })

  it('says that nothing is left', async () => {
    const done = buildShift(festival, entrance, {
      required_qty: 1,
      assignment: [buildAssignment('CONFIRMED', person('Åsa'))],
    })
    answerEvents([festival], [done])
    await open()
    expect(await screen.findByText('1 of 1. See you on Friday.')).toBeDefined()
  })

  it('shows each role with its gap, and leads to its shifts', async () => {
    await open()
    const card = within(await screen.findByRole('region', { name: 'Roles' }))
    const link = card.getByRole('link', { name: /^Entrance/ })
    expect(link.textContent).toContain('1 missing')
    expect(link.getAttribute('href')).toContain(`/shifts?role=${entrance.id}`)
  })

  const dayAt = (days: number) =>
    dayInZone(addMs(new Date().toISOString(), days * DAY_MS), festival.time_zone)
  const words = dateFormat('en', festival.time_zone)
  const soon = {
    ...festival,
    event_date_start: addMs(new Date().toISOString(), 7 * DAY_MS),
    event_date_end: addMs(new Date().toISOString(), 8 * DAY_MS),
  }

  it('says each point of the curve, without a pace of less than a week', async () => {
    answerEvents([soon])
    answer('events', 'listSignups', {
      days: [
        { day: dayAt(-5), confirmed: 1 },
        { day: dayAt(-1), confirmed: 3 },
      ],
      await_opening: 12,
    })
    await open()
    expect(await screen.findByText('12 want to hear when it opens')).toBeDefined()
    const points = await screen.findByRole('slider', { name: 'Sign-ups by day' })
    const said = () => points.getAttribute('aria-valuetext')
    expect(said()).toBe(`${words.calendarDay(dayAt(0))}: 3 confirmed`)
    fireEvent.change(points, { target: { value: '4' } })
    expect(said()).toBe(`${words.calendarDay(dayAt(-2))}: 1 confirmed`)
    fireEvent.change(points, { target: { value: '0' } })
    expect(said()).toBe(`${words.calendarDay(dayAt(-6))}: 0 confirmed`)
    expect(screen.queryByText(/^At the pace/)).toBeNull()
  })

  it.each([
    { confirmed: 1, text: 'At the pace of the last 7 days 2 on' },
    { confirmed: 3, text: 'At the pace of the last 7 days all 4 by' },
  ])('tells the pace of the last seven days, with $confirmed', async ({ confirmed, text }) => {
    answerEvents([soon])
    answer('events', 'listSignups', { days: [{ day: dayAt(-6), confirmed }], await_opening: 0 })
    await open()
    expect(await screen.findByText(`${text} ${words.longWeekday(soon.event_date_start)}`)).toBeDefined()
  })

  it('shows the hours as a table too', async () => {
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Show as table' }))
    const table = within(screen.getByRole('table', { name: 'Coverage by day' }))
    expect(table.getAllByRole('row').map(spoken)).toEqual([
      'Hourconfirmedwaitingmissing',
      'Fri 21 08:00–09:00121',
      'Fri 21 09:00–10:00121',
      'Fri 21 10:00–11:00121',
      'Fri 21 11:00–12:00121',
    ])
  })

  it('has the hours as one stop for the keyboard', async () => {
    const user = await open()
    const hour = await screen.findByRole('link', {
      name: 'Fri 08:00–09:00: 1 confirmed, 2 waiting, 1 missing',
    })
    expect(hour.getAttribute('href')).toContain(
      '/shifts?day=2199-06-21&view=timeline&hour=2199-06-21T06%3A00%3A00.000Z',
    )
    hour.focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Fri 09:00/)
    expect(hour.tabIndex).toBe(-1)
  })

  it('of an event without shifts begins with its roles, which Enter adds', async () => {
    const bare = buildEvent({ name: 'Bare' })
    answerEvents([bare], [])
    const user = await open('', {}, bare)
    const role = buildRole({ event_id: bare.id, name: 'Kitchen' })
    const asked = answer('events', 'createRole', role)
    expect(screen.queryByRole('link', { name: 'Add many' })).toBeNull()
    await user.type(await screen.findByLabelText('Role'), 'Kitchen')
    answer('events', 'listEvents', { events: [{ ...bare, roles: [role] }] })
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: 'Remove Kitchen' })).toBeDefined()
    expect(asked[0]?.body).toEqual({ name: 'Kitchen' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Role')))
    expect(screen.getByLabelText('Role')).toHaveProperty('value', '')
    expect(screen.getByRole('link', { name: 'Add many' }).getAttribute('href')).toContain('/shifts?add=many')
  })
})

const section = (name: string) => screen.findByText(name, { selector: 'summary h2' })
const isOpen = async (name: string) => (await section(name)).closest('details')?.open
const unsaved = () => screen.getByText(/not saved yet$/)

async function changeLocation() {
  const user = await open('/settings#basics')
  const field = await screen.findByLabelText('Location (optional)')
  await user.clear(field)
  await user.type(field, 'Gamla torg')
  return { user, field }
}

/** The toast ignores clicks at first. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 450))

describe('the settings', () => {
  it('fold to lines with their values, and open the one of the address', async () => {
    await open('/settings#sign-up')
    expect(await isOpen('Sign-up')).toBe(true)
    expect(await isOpen('Basics')).toBe(false)
    const basics = (await section('Basics')).closest('summary')
    expect(basics && spoken(basics)).toContain('Fri 21 June 08:00 – Sat 22 June 22:00 · Stadsparken, Lund')
    expect((await section('Roles')).closest('summary')?.textContent).toContain('1 role')
  })

  it('open by the list, and stay open beside each other', async () => {
    const user = await open('/settings')
    const list = within(await screen.findByRole('navigation', { name: 'Sections' }))
    await user.click(list.getByRole('link', { name: 'Contact' }))
    await user.click(list.getByRole('link', { name: 'Basics' }))
    expect(await isOpen('Contact')).toBe(true)
    expect(await isOpen('Basics')).toBe(true)
    expect(location.hash).toBe('#basics')
  })

  it('name the first change, tell people of it, and can be undone', async () => {
    const { user } = await changeLocation()
    expect(unsaved().textContent).toBe('1 change not saved yet')
    expect(screen.getByText('Location: Gamla torg, was Stadsparken, Lund')).toBeDefined()
    expect(await screen.findByRole('checkbox', { name: 'Tell them by e-mail' })).toHaveProperty(
      'checked',
      true,
    )
    const saved = { ...festival, location: 'Gamla torg', version: 2 }
    const asked = answer('events', 'updateEvent', saved, { 'undo-batch': entrance.id })
    answer('events', 'listEvents', { events: [saved] })
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]?.query).toBe('?notify=true&undoable=true')
    expect(asked[0]?.body).toEqual({ location: 'Gamla torg', version: 1 })

    const undone = answer('batches', 'undoBatch', { kept: [] })
    answer('events', 'listEvents', { events: [{ ...festival, version: 3 }] })
    await pause()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('It is undone')).toBeDefined()
    expect(undone[0]?.path).toContain(entrance.id)
    expect(await screen.findByDisplayValue('Stadsparken, Lund')).toBeDefined()
    expect(screen.queryByText(/not saved yet$/)).toBeNull()
  })

  it('can be discarded', async () => {
    const { user, field } = await changeLocation()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(field).toHaveProperty('value', 'Stadsparken, Lund')
    expect(screen.queryByText(/not saved yet$/)).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Basics'))
  })

  it('ask before they are left', async () => {
    const { user } = await changeLocation()
    await user.click((await tabs()).getByRole('link', { name: 'Overview' }))
    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeDefined()
    expect(location.pathname).toBe(`/events/${festival.id}/settings`)
  })

  it('open the section of an error, and count it', async () => {
    const { user } = await changeLocation()
    const asked: Asked = refuse('events', 'updateEvent', {
      status: 400,
      code: 'validation_failed',
      issues: [{ path: 'contact_email', message: 'No such address.' }],
    })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(await screen.findByText('1 thing to correct')).toBeDefined()
    expect(await isOpen('Contact')).toBe(true)
    expect(screen.getByDisplayValue('Gamla torg')).toBeDefined()
  })

  it('take over what was saved elsewhere while nothing is changed', async () => {
    await open('/settings#basics')
    await screen.findByDisplayValue('Stadsparken, Lund')
    answer('events', 'listEvents', { events: [{ ...festival, location: 'Torget', version: 2 }] })
    await pushLive(`org:${new URLSearchParams(location.search).get('org')}`, 'changed', {
      event_id: festival.id,
      shift_ids: [],
    })
    expect(await screen.findByDisplayValue('Torget')).toBeDefined()
    expect(await isOpen('Basics')).toBe(true)
  })

  it('of an archived event cannot be changed', async () => {
    answerEvents([{ ...festival, archived: true }])
    await open('/settings')
    expect(await screen.findByText(/^An archived event cannot be changed/)).toBeDefined()
    expect(screen.queryByRole('form')).toBeNull()
  })
})

describe('sharing', () => {
  it('copies the link, narrowed to a role, a day or what is free', async () => {
    const bar = buildRole({ event_id: festival.id, name: 'Bar', shift_count: 1 })
    const next = buildShift(festival, bar, {
      start_dt: '2199-06-22T06:00:00.000Z',
      end_dt: '2199-06-22T08:00:00.000Z',
    })
    answerEvents([{ ...festival, roles: [entrance, bar] }], [shift, next])
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Share' }))
    await user.selectOptions(await sheet.findByLabelText('Role'), 'Bar')
    await user.selectOptions(sheet.getByLabelText('Day'), '2199-06-22')
    await user.click(sheet.getByRole('checkbox', { name: 'Only free' }))
    await user.click(sheet.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(
      `${location.origin}/e/${festival.id}?role=${bar.id}&day=2199-06-22&free=1`,
    )
    expect(sheet.getByRole('figure', { name: 'QR code of the link to Festival' })).toBeDefined()
  })

  it('of a draft says that the link shows nothing, and publishes it', async () => {
    answerEvents([{ ...festival, published: false }])
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Share' }))
    expect(sheet.getByText(/^A draft: /)).toBeDefined()
    expect(sheet.queryByRole('img', { name: /^The picture/ })).toBeNull()
    await user.click(sheet.getByRole('button', { name: 'Publish' }))
    expect(await screen.findByRole('alertdialog', { name: 'Publish Festival?' })).toBeDefined()
  })

  it('has a poster', async () => {
    await open('/poster')
    expect(await screen.findByRole('heading', { level: 1, name: 'Festival' })).toBeDefined()
    expect(screen.getByText(`${location.origin}/e/${festival.id}`)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Print' })).toBeDefined()
  })
})

describe('messages', () => {
  it('say that there are none, and lead to a new one', async () => {
    await open('/messages')
    expect(await screen.findByText('No messages yet.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'New broadcast' }).getAttribute('href')).toContain(
      `/events/${festival.id}/broadcast`,
    )
  })

  it('say why they could not be read', async () => {
    refuse('broadcasts', 'listBroadcasts', { error: 'The server’s own.' })
    await open('/messages')
    expect(await screen.findByText('The server’s own.')).toBeDefined()
  })
})
