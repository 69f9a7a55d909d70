import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { answer } from '../../testing/answers.ts'
import {
  buildAssignment,
  buildEvent,
  buildEventWithRole,
  buildId,
  buildOrganization,
  buildRole,
  buildShift,
} from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { shownSearch } from '../../testing/shown-search.ts'

const anna = { first_name: 'Anna', last_name: 'Berg' }
const asa = { first_name: 'Åsa', last_name: 'Öberg' }
const zoe = { first_name: 'Zoë', last_name: 'O’Brien' }

beforeEach(() => {
  answerOrganization(buildOrganization({ name: 'Midsommarföreningen' }))
})

/** `StrictMode` mounts the report twice, which would begin an unanswered read anew. */
async function readAhead(user: UserEvent) {
  await user.hover(await screen.findByRole('button', { name: 'Generate Report' }))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

type Options = { address?: string; language?: 'en' | 'sv' }

async function openReports(
  events: Event[],
  shifts: Shift[] = [],
  { address, language = 'en' }: Options = {},
) {
  answer('events', 'listEvents', { events })
  const listed = answer('shifts', 'listShifts', { shifts })
  const user = await renderApp(address ?? '/reports', { language })
  await screen.findByRole('heading', { level: 1 })
  return { user, listed }
}

const scheduleOf = (event: Event | 'all') =>
  `/reports?report=schedule&event=${event === 'all' ? event : event.id}`

/** Builds two shifts by day and one over midnight. */
function buildFestival() {
  const event = buildEventWithRole({ name: 'Festival' })
  const [entrance] = event.roles
  const kitchen = buildRole({ event_id: event.id, name: 'Kitchen', description: 'Soup and\nsandwiches.' })
  const covered = buildShift(event, entrance, {
    required_qty: 3,
    assignment: [
      buildAssignment('INVITED', zoe),
      buildAssignment('CONFIRMED', asa),
      buildAssignment('CONFIRMED', anna),
      buildAssignment('DECLINED', { first_name: 'Never', last_name: 'Shown' }),
      buildAssignment('ABSENT', { first_name: 'Never', last_name: 'Came' }),
    ],
  })
  for (const { person } of covered.assignment.slice(0, 2)) person.child_team = 'P12'
  const open = buildShift(event, kitchen, {
    start_dt: '2199-06-21T10:00:00.000Z',
    end_dt: '2199-06-21T13:15:00.000Z',
    required_qty: 4,
    assignment: [buildAssignment('CONFIRMED', anna)],
  })
  const night = buildShift(event, kitchen, {
    start_dt: '2199-06-22T20:00:00.000Z',
    end_dt: '2199-06-23T00:00:00.000Z',
    required_qty: 1,
  })
  return { event: { ...event, roles: [entrance, kitchen] }, shifts: [night, open, covered] }
}

const rowOf = (text: string) => within(screen.getByRole('row', { name: (name) => name.includes(text) }))
const cellsOf = (text: string) =>
  rowOf(text)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

it('leads from the cards over the chooser to the report and back', async () => {
  const { event, shifts } = buildFestival()
  const past = buildEvent({
    name: 'Past',
    event_date_start: '2020-06-01T06:00:00.000Z',
    event_date_end: '2020-06-01T16:00:00.000Z',
  })
  const later = buildEvent({
    name: 'Later',
    event_date_start: '2199-07-01T06:00:00.000Z',
    event_date_end: '2199-07-01T16:00:00.000Z',
  })
  const { user, listed } = await openReports([later, event, past], shifts)
  expect(screen.getByRole('link', { name: 'Reports' }).getAttribute('aria-current')).toBe('page')

  await user.click(screen.getByRole('link', { name: /Running schedule.*Every shift/ }))
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Event' })
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'All Events',
    'Later, 1\u00a0July\u00a02199',
    'Festival, 21\u00a0June\u00a02199',
    'Past, 1\u00a0June\u00a02020',
  ])
  expect(select.selectedOptions[0]?.textContent).toBe('Festival, 21\u00a0June\u00a02199')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Running schedule' }))

  await readAhead(user)
  await user.click(screen.getByRole('button', { name: 'Generate Report' }))
  await screen.findByRole('heading', { level: 2, name: 'Festival' })
  expect(shownSearch()).toBe(`?report=schedule&event=${event.id}`)
  expect(listed.map(({ query }) => query)).toEqual([`?event_id=${event.id}&view=schedule`])
  expect(document.title).toBe('Running schedule Festival · Muster')

  await user.click(screen.getByRole('link', { name: 'Change Event' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Event' }), later.id)
  await user.click(screen.getByRole('button', { name: 'Generate Report' }))
  await screen.findByRole('heading', { level: 2, name: 'Later' })
  await user.click(screen.getByRole('link', { name: 'Change Event' }))
  expect((await screen.findByRole<HTMLSelectElement>('combobox')).value).toBe(later.id)

  await user.click(screen.getByRole('link', { name: 'Back to Reports' }))
  expect(screen.getByRole('heading', { level: 1, name: 'Reports' })).toBeDefined()
  expect(shownSearch()).toBe('')
})

it('begins to read as soon as somebody is about to press, and asks no second time', async () => {
  const { event, shifts } = buildFestival()
  const { user, listed } = await openReports([event], shifts, { address: '/reports?report=schedule' })
  await readAhead(user)
  await waitFor(() => expect(listed).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Generate Report' }))
  await screen.findByRole('heading', { level: 2, name: 'Festival' })
  expect(listed).toHaveLength(1)
})

it('shows the shifts by day with their volunteers and how they are covered', async () => {
  const { event, shifts } = buildFestival()
  await openReports([event], shifts, { address: scheduleOf(event) })
  const days = (await screen.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)
  expect(days).toEqual([
    'Friday 21\u00a0June 08:00–16:00',
    'Saturday 22\u00a0June 22:00–02:00\u00a0Sun',
    // D25: repeated, and counted on the day of its start.
    'Sunday 23\u00a0June 00:00–02:00',
    'Role Descriptions',
  ])
  const friday = within(screen.getByRole('table', { name: /Friday/ }))
  expect(friday.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Time',
    'Role',
    'Volunteers',
    'Status',
  ])

  expect(cellsOf('08:00')).toEqual([
    '08:00–12:00Stadsparken, Lund',
    'Entrance',
    'Anna BergÅsa Öberg (P12)Zoë O’Brien (P12) (asked)',
    '2/3',
  ])
  expect(cellsOf('12:00–15:15')).toEqual([
    '12:00–15:15Stadsparken, Lund',
    'Kitchen',
    'Anna Berg',
    '1/43 missing',
  ])
  expect(cellsOf('22:00–02:00 Sun')[0]).toBe('22:00–02:00 SunStadsparken, Lund')
  expect(cellsOf('from Sat 22:00').at(-1)).toBe('counted on the day of its start')

  const roles = within(screen.getByRole('region', { name: 'Role Descriptions' }))
  expect(roles.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'No description',
    'Soup and\nsandwiches.',
  ])
})

it('D37: tells who was never asked, and leaves a line for whose invitation has expired', async () => {
  const event = buildEventWithRole()
  const invited = [
    buildAssignment('INVITED', asa, { invitation: 'expired' }),
    buildAssignment('INVITED', zoe, { invitation: 'not_asked' }),
  ]
  const shift = buildShift(event, event.roles[0], { required_qty: 2, assignment: invited })
  await openReports([event], [shift], { address: scheduleOf(event) })
  await screen.findByRole('table')
  expect(cellsOf('08:00').slice(2)).toEqual([
    'Zoë O’Brien (not asked yet)Åsa Öberg (expired)',
    '0/21 expired',
  ])
  expect(document.querySelector('.schedule .expired')?.textContent).toBe('Åsa Öberg (expired)')
  expect(document.querySelectorAll('.schedule .blank')).toHaveLength(0)
})

it.each([
  { what: 'all confirmed', confirmed: 2, expired: 0, not_asked: 0, figures: '2/2', tone: 'ok' },
  { what: 'nobody asked', confirmed: 0, expired: 0, not_asked: 2, figures: '0/2', tone: undefined },
  { what: 'expired', confirmed: 1, expired: 1, not_asked: 0, figures: '1/2', tone: undefined },
  { what: 'somebody missing', confirmed: 0, expired: 0, not_asked: 1, figures: '0/2', tone: 'miss' },
])(
  'D37: colours the figures by who comes: $what',
  async ({ confirmed, expired, not_asked, figures, tone }) => {
    const event = buildEventWithRole()
    const assignment = [
      ...Array.from({ length: confirmed }, () => buildAssignment('CONFIRMED', anna)),
      ...Array.from({ length: expired }, () => buildAssignment('INVITED', asa, { invitation: 'expired' })),
      ...Array.from({ length: not_asked }, () =>
        buildAssignment('INVITED', zoe, { invitation: 'not_asked' }),
      ),
    ]
    const shift = buildShift(event, event.roles[0], { required_qty: 2, assignment })
    await openReports([event], [shift], { address: scheduleOf(event) })
    const { className } = await screen.findByText(figures)
    expect(/text-(ok|miss)/.exec(className)?.[1]).toBe(tone)
  },
)

it.each([
  { language: 'en', shown: 'Åsa Öberg (new time not confirmed)' },
  { language: 'sv', shown: 'Åsa Öberg (nya tiden inte bekräftad)' },
] as const)('$language: tells who has not confirmed a new time (V1)', async ({ language, shown }) => {
  const event = buildEventWithRole()
  const asked = buildAssignment('CONFIRMED', asa, { asked_again_at: '2198-11-22T13:05:00.000Z' })
  const shift = buildShift(event, event.roles[0], { required_qty: 1, assignment: [asked] })
  await openReports([event], [shift], { address: scheduleOf(event), language })
  await screen.findByRole('table')
  expect(cellsOf('08:00')[2]).toContain(shown)
})

it('does not tell it of a shift that has begun (V1)', async () => {
  const event = buildEventWithRole()
  const asked = buildAssignment('CONFIRMED', asa, { asked_again_at: '2026-01-01T09:00:00.000Z' })
  const times = { start_dt: '2026-01-01T10:00:00.000Z', end_dt: '2026-01-01T12:00:00.000Z' }
  const given = { ...times, required_qty: 1, assignment: [asked] }
  await openReports([event], [buildShift(event, event.roles[0], given)], { address: scheduleOf(event) })
  await screen.findByRole('table')
  expect(document.body.textContent).toContain('Åsa Öberg')
  expect(document.body.textContent).not.toContain('new time not confirmed')
})

it('names the event in each row and over its roles when all are shown', async () => {
  const { event, shifts } = buildFestival()
  const market = buildEventWithRole(
    { name: 'Market', location: null, time_zone: 'America/New_York' },
    'Stall',
  )
  const stall = buildShift(market, market.roles[0])
  const { listed } = await openReports([market, event], [...shifts, stall], { address: scheduleOf('all') })
  expect(await screen.findByRole('heading', { level: 2, name: 'Midsommarföreningen' })).toBeDefined()
  expect(listed.map(({ query }) => query)).toEqual(['?view=schedule'])
  expect(screen.getByRole('heading', { level: 3, name: 'Friday 21\u00a0June\u00a02199' })).toBeDefined()
  expect(cellsOf('02:00–06:00').slice(0, 2)).toEqual(['02:00–06:00America/New York', 'StallMarket'])
  expect(cellsOf('08:00–12:00').slice(0, 2)).toEqual([
    '08:00–12:00Stadsparken, LundEurope/Stockholm',
    'EntranceFestival',
  ])
  const groups = screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)
  expect(groups).toEqual(['Market', 'Festival'])
})

it('tells how long a shift is in the nights when clocks change', async () => {
  const event = buildEventWithRole({ name: 'Night watch' })
  const spring = buildShift(event, event.roles[0], {
    start_dt: '2026-03-28T21:00:00.000Z',
    end_dt: '2026-03-29T04:00:00.000Z',
  })
  const autumn = buildShift(event, event.roles[0], {
    start_dt: '2026-10-24T20:00:00.000Z',
    end_dt: '2026-10-25T05:00:00.000Z',
  })
  await openReports([event], [spring, autumn], { address: scheduleOf(event) })
  expect(await screen.findByText('The clock goes forward: the shift is 7 hours long')).toBeDefined()
  expect(screen.getByText('The clock goes back: the shift is 9 hours long')).toBeDefined()
  expect(screen.getAllByText('22:00–06:00', { selector: 'b' })).toHaveLength(2)
})

it.each([
  {
    language: 'en',
    long: 'The clock goes forward: the shift is 4 hours 20 minutes long',
    short: 'The clock goes back: the shift is 1 hour 1 minute long',
  },
  {
    language: 'sv',
    long: 'Klockan ställs fram: passet är 4 timmar 20 minuter långt',
    short: 'Klockan ställs tillbaka: passet är 1 timme 1 minut långt',
  },
] as const)('$language: tells it in hours and minutes', async ({ language, long, short }) => {
  const event = buildEventWithRole()
  const spring = buildShift(event, event.roles[0], {
    start_dt: '2026-03-28T22:00:00.000Z',
    end_dt: '2026-03-29T02:20:00.000Z',
  })
  const autumn = buildShift(event, event.roles[0], {
    start_dt: '2026-10-25T00:30:00.000Z',
    end_dt: '2026-10-25T01:31:00.000Z',
  })
  await openReports([event], [spring, autumn], { address: scheduleOf(event), language })
  expect(await screen.findByText(long)).toBeDefined()
  expect(screen.getByText(short)).toBeDefined()
})

it('prints', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { event, shifts } = buildFestival()
  const { user } = await openReports([event], shifts, { address: scheduleOf(event) })
  await user.click(await screen.findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  expect(document.documentElement.style.getPropertyValue('--page-foot')).toMatch(
    /^"Midsommarföreningen · as of \d+\s\w+\s\d{4}, \d\d:\d\d"$/,
  )
  vi.unstubAllGlobals()
})

it('says so when there are no shifts', async () => {
  const event = buildEvent()
  await openReports([event], [], { address: scheduleOf(event) })
  expect(
    await screen.findByText('No shifts were found. Shifts must be created before they appear here.'),
  ).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
})

it('offers all events when none is ahead', async () => {
  await openReports([], [], { address: '/reports?report=schedule' })
  expect((await screen.findByRole<HTMLSelectElement>('combobox')).value).toBe('all')
})

it('drops shifts whose event is not known', async () => {
  const { event, shifts } = buildFestival()
  const foreign = buildEventWithRole({ name: 'Elsewhere' })
  await openReports([event], [...shifts, buildShift(foreign, foreign.roles[0])], {
    address: scheduleOf('all'),
  })
  expect(await screen.findAllByRole('row')).toHaveLength(7)
  expect(screen.queryByText('Elsewhere')).toBeNull()
})

it('says that an event is gone', async () => {
  await openReports([buildEvent()], [], { address: `/reports?report=schedule&event=${buildId()}` })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This event no longer exists. Choose another one.',
  )
  expect(screen.getByRole('link', { name: 'Change Event' })).toBeDefined()
})

it('speaks Swedish', async () => {
  const { event, shifts } = buildFestival()
  await openReports([event], shifts, { address: scheduleOf(event), language: 'sv' })
  expect(
    await screen.findByRole('heading', { level: 3, name: 'Fredag 21\u00a0juni 08:00–16:00' }),
  ).toBeDefined()
  expect(cellsOf('08:00')[2]).toBe('Anna BergÅsa Öberg (P12)Zoë O’Brien (P12) (tillfrågad)')
  expect(cellsOf('från lör 22:00')[0]).toContain('–02:00 sön')
  expect(screen.getByText('1 saknas')).toBeDefined()
})
