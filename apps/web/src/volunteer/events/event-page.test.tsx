import { topics } from '@muster/contract/live'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicPerson,
  buildPublicRole,
  buildPublicShift,
} from '../../testing/build-public-event.ts'
import { answerJoin, breakLive, endLive, pushLive } from '../../testing/live-channel.ts'
import { renderPublic } from '../../testing/render-public.tsx'

const saturday = { start_dt: '2199-06-22T20:00:00.000Z', end_dt: '2199-06-23T00:00:00.000Z' }

async function openEvent(event = buildPublicEvent(), language: 'en' | 'sv' = 'en') {
  answerPublicEvent(event)
  const user = await renderPublic(publicPaths.publicEvent(event.id), language)
  await screen.findByRole('heading', { name: event.name, level: 1 })
  return { event, user }
}

const card = (name: RegExp) => within(screen.getByRole('article', { name }))

const saturdayChip = () => screen.getByRole('link', { name: 'Sat\u00a022\u00a0June' })

const twoDays = () =>
  buildPublicEvent({
    roles: [
      buildPublicRole('Entrance', [buildPublicShift()]),
      buildPublicRole('Bar', [buildPublicShift([], saturday)]),
    ],
  })

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

describe('what the page says of an event', () => {
  it('says that volunteers are wanted, while there are places', async () => {
    await openEvent()
    expect(screen.getByText('Volunteers wanted')).toBeDefined()
  })

  it('names it with place, dates, notes and the zone of its times', async () => {
    await openEvent(buildPublicEvent({ notes: 'Bring boots. https://example.org/map' }))
    expect(document.title).toBe('Midsommar i parken · Muster')
    screen.getByText('Fri 21 – Sat 22 June 2199')
    expect(screen.getByRole('link', { name: 'Stadsparken, Lund' }).getAttribute('href')).toBe(
      'https://www.google.com/maps/search/?api=1&query=Stadsparken%2C+Lund',
    )
    expect(screen.getByRole('link', { name: 'example.org/map' }).getAttribute('href')).toBe(
      'https://example.org/map',
    )
    // The tests' browser is in the zone of New York.
    screen.getByText('All times are local time in Stockholm')
  })

  it('says nothing of the zone to who is in it', async () => {
    await openEvent(buildPublicEvent({ time_zone: 'America/New_York' }))
    expect(screen.queryByText(/^All times are/)).toBeNull()
  })

  it('lists only roles with shifts, and the shifts by start', async () => {
    const late = buildPublicShift([], {
      start_dt: '2199-06-21T12:00:00.000Z',
      end_dt: '2199-06-21T14:00:00.000Z',
    })
    await openEvent(
      buildPublicEvent({
        roles: [
          buildPublicRole('Entrance', [late, buildPublicShift()], 'Welcome the guests'),
          buildPublicRole('Café', []),
        ],
      }),
    )
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Entrance',
    ])
    screen.getByText('Welcome the guests')
    expect(screen.getAllByRole('article').map((row) => row.getAttribute('aria-label'))).toEqual([
      'Entrance, Fri\u00a021\u00a0June 08:00–12:00',
      'Entrance, Fri\u00a021\u00a0June 14:00–16:00',
    ])
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Friday 21\u00a0June',
    ])
  })

  it('says so when there are no shifts yet', async () => {
    await openEvent(buildPublicEvent({ roles: [] }))
    screen.getByText('There are no shifts to sign up for yet.')
  })
})

describe('the organiser (D41)', () => {
  it.each([
    { language: 'en', questions: 'Questions? Ask Midsommarföreningen:' },
    { language: 'sv', questions: 'Frågor? Hör av dig till Midsommarföreningen:' },
  ] as const)('$language: is named, with the ways to reach them', async ({ language, questions }) => {
    await openEvent(buildPublicEvent(), language)
    screen.getByText('Midsommarföreningen')
    screen.getByText(questions)
    expect(screen.getByRole('link', { name: 'kansli@midsommar.example' }).getAttribute('href')).toBe(
      'mailto:kansli@midsommar.example',
    )
    expect(screen.getByRole('link', { name: '+46 70 123 45 67' }).getAttribute('href')).toBe(
      'tel:+46701234567',
    )
  })

  it('without any contact is named all the same', async () => {
    await openEvent(buildPublicEvent({ contact: { email: null, phone: null } }))
    screen.getByText('Midsommarföreningen')
    expect(screen.queryByText(/Questions/)).toBeNull()
  })

  it('is told which event a request is about', async () => {
    const event = buildPublicEvent()
    answerPublicEvent(event)
    const asked = answer('events', 'getPublicEvent', event)
    await renderPublic(publicPaths.publicEvent(event.id))
    await screen.findByRole('heading', { name: event.name, level: 1 })
    expect(asked[0]?.headers.get('event-id')).toBe(event.id)
  })
})

describe('a shift', () => {
  it.each([
    { language: 'en', names: [], says: '4 spots left', does: 'Sign up' },
    { language: 'en', names: ['A B', 'C D', 'E F'], says: '1 spot left', does: 'Sign up' },
    { language: 'sv', names: [], says: '4 lediga platser', does: 'Anmäl mig' },
    { language: 'sv', names: ['A B', 'C D', 'E F'], says: '1 ledig plats', does: 'Anmäl mig' },
  ] as const)('$language: $says, and a way to sign up', async ({ language, names, says, does }) => {
    const shift = buildPublicShift(names)
    const { event } = await openEvent(
      buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] }),
      language,
    )
    card(/^Entrance/).getByText(says)
    expect(
      screen
        .getByRole('link', { name: new RegExp(`^${does}: Entrance, .*08:00–12:00$`) })
        .getAttribute('href'),
    ).toBe(publicPaths.signup(event.id, shift.id))
  })

  it.each([
    { language: 'en', full: 'Full' },
    { language: 'sv', full: 'Fullt' },
  ] as const)('$language: a full one cannot be pressed', async ({ language, full }) => {
    const shift = buildPublicShift(['A B'], { required_qty: 1 })
    await openEvent(buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] }), language)
    expect(screen.getByRole('button', { name: full }).hasAttribute('disabled')).toBe(true)
    expect(screen.queryByRole('link', { name: /^(Sign up|Anmäl mig)/ })).toBeNull()
  })

  it.each([
    { begins: 'later', start_dt: '2198-06-20T06:00:00.000Z', links: 1 },
    { begins: 'earlier: nobody can wait any more', start_dt: '2020-06-20T06:00:00.000Z', links: 0 },
  ])('leads from a full one to the waiting list when it begins $begins', async ({ start_dt, links }) => {
    const shift = buildPublicShift(['A B'], { required_qty: 1, start_dt, end_dt: '2199-06-20T10:00:00.000Z' })
    await openEvent(
      buildPublicEvent({ waiting_list: true, roles: [buildPublicRole('Entrance', [shift])] }),
      'en',
    )
    screen.getByRole('button', { name: 'Full' })
    expect(screen.queryAllByRole('link', { name: /^Waiting list/ })).toHaveLength(links)
  })

  it.each([
    { people: ['A B'], says: 1 },
    { people: ['A B', 'C D'], says: 0 },
  ])(
    'says that free places are held for the waiting list: with $people.length of 2',
    async ({ people, says }) => {
      const shift = buildPublicShift(people, { required_qty: 2, spots_left: 0 })
      await openEvent(buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] }), 'en')
      screen.getByRole('button', { name: 'Full' })
      expect(screen.queryAllByText('Free places are held for the waiting list.')).toHaveLength(says)
    },
  )

  it.each([
    { language: 'en', over: 'This shift is over' },
    { language: 'sv', over: 'Passet är slut' },
  ] as const)('$language: one that is over says so and has no button', async ({ language, over }) => {
    const shift = buildPublicShift([], {
      start_dt: '2020-06-21T06:00:00.000Z',
      end_dt: '2020-06-21T10:00:00.000Z',
    })
    await openEvent(buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] }), language)
    screen.getByText(over)
    expect(screen.queryByRole('link', { name: /^(Sign up|Anmäl mig)/ })).toBeNull()
  })

  it.each([
    { late_signup: false, asks_first: false, isTakeable: false },
    { late_signup: true, asks_first: false, isTakeable: true },
    // A request ends with the start (D52).
    { late_signup: true, asks_first: true, isTakeable: false },
  ])('one that has begun says so: %o', async ({ late_signup, asks_first, isTakeable }) => {
    const { start_dt, end_dt } = { start_dt: '2026-06-20T06:00:00.000Z', end_dt: '2026-06-20T14:00:00.000Z' }
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-20T09:00:00.000Z') })
    const shift = buildPublicShift([], { start_dt, end_dt })
    const role = { ...buildPublicRole('Entrance', [shift]), asks_first }
    await openEvent(buildPublicEvent({ late_signup, roles: [role] }), 'en')
    screen.getByText('Has begun, until 16:00')
    expect(screen.queryByRole('link', { name: /^Sign up/ }) !== null).toBe(isTakeable)
    vi.useRealTimers()
  })

  it('marks a day outside the event’s dates (D21)', async () => {
    const shift = buildPublicShift([], {
      start_dt: '2199-08-01T06:00:00.000Z',
      end_dt: '2199-08-01T10:00:00.000Z',
    })
    await openEvent(buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] }), 'en')
    screen.getByRole('heading', { name: /^Thursday 1.August \(outside the event’s dates\)$/ })
  })

  it('shows a time that cannot be read as "Invalid Date"', async () => {
    const shift = buildPublicShift([], { start_dt: 'soon' })
    await openEvent(buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] }), 'en')
    expect(screen.getAllByText(/Invalid Date/).length).toBeGreaterThan(0)
  })

  it('names the day of an end on the next day', async () => {
    const shift = buildPublicShift([], saturday)
    await openEvent(buildPublicEvent({ roles: [buildPublicRole('Bar', [shift])] }))
    screen.getByRole('article', { name: 'Bar, Sat\u00a022\u00a0June 22:00–02:00\u00a0Sun' })
  })

  it('names the first of many, and all when asked', async () => {
    const shift = buildPublicShift(['Anna Berg', 'Maja Ek', 'Zoë O’Brien', 'Åsa Öberg'], { required_qty: 6 })
    const { user } = await openEvent(buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] }))
    expect(screen.queryByText('Åsa Öberg')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'and 2 more', expanded: false }))
    screen.getByText('Åsa Öberg')
    await user.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }))
    expect(screen.queryByText('Åsa Öberg')).toBeNull()
  })
})

const buildFree = () => buildPublicShift(['A B'])
const buildHeld = () => buildPublicShift(['A B'], { required_qty: 2, spots_left: 0 })
const buildFull = () => buildPublicShift(['A B'], { required_qty: 1 })
const buildOverfull = () => buildPublicShift(['A B', 'C D'], { required_qty: 1 })

describe('the places of the whole event', () => {
  const HELD = 'Free places are held for the waiting list.'

  it.each([
    { which: 'are free', shifts: [buildFree(), buildFull()], left: '3 spots left', taken: '2 of 5 taken' },
    {
      which: 'are held in part',
      shifts: [buildFree(), buildHeld()],
      left: '3 spots left',
      taken: '2 of 6 taken',
    },
    { which: 'are held', shifts: [buildFull(), buildHeld()], left: 'Full', taken: HELD },
    { which: 'are all taken', shifts: [buildFull(), buildFull()], left: 'Full', taken: '2 of 2 taken' },
    {
      which: 'have more people',
      shifts: [buildFree(), buildOverfull()],
      left: '3 spots left',
      taken: '2 of 5 taken',
    },
  ])('$which: $left, $taken', async ({ shifts, left, taken }) => {
    await openEvent(buildPublicEvent({ roles: [buildPublicRole('Entrance', shifts)] }), 'en')
    const [count] = screen.getAllByText(left)
    expect(count?.parentElement?.textContent).toBe(left + taken)
  })

  it('are drawn as the rows draw them: one that is held is not taken', async () => {
    await openEvent(
      buildPublicEvent({ roles: [buildPublicRole('Entrance', [buildFull(), buildHeld()])] }),
      'en',
    )
    screen.getByText('2 of 3 confirmed, 1 missing')
  })
})

describe('the days of a longer event', () => {
  it('shows one of them, and keeps the choice in the address', async () => {
    const { user } = await openEvent(twoDays())
    expect(saturdayChip().hasAttribute('aria-current')).toBe(false)
    await user.click(saturdayChip())
    expect(saturdayChip().getAttribute('aria-current')).toBe('true')
    expect(screen.queryByRole('heading', { name: 'Entrance' })).toBeNull()
    screen.getByRole('heading', { name: 'Bar' })
    expect(location.search).toBe('?day=2199-06-22')
    await user.click(saturdayChip())
    screen.getByRole('heading', { name: 'Entrance' })
    expect(location.search).toBe('')
  })

  it('opens with the day of the address', async () => {
    const event = twoDays()
    answerPublicEvent(event)
    await renderPublic(`${publicPaths.publicEvent(event.id)}?day=2199-06-22`, 'sv')
    expect(
      (await screen.findByRole('link', { name: 'lör\u00a022\u00a0juni' })).getAttribute('aria-current'),
    ).toBe('true')
    expect(screen.queryByRole('heading', { name: 'Entrance' })).toBeNull()
  })

  it('keeps the form of the address while a filter is pressed', async () => {
    const event = twoDays()
    const shift_id = event.roles[0]?.shifts[0]?.id
    answerPublicEvent(event)
    const user = await renderPublic(`${publicPaths.publicEvent(event.id)}?shift=${shift_id}`)
    const typed = await screen.findByRole('textbox', { name: 'First name' })
    await user.type(typed, 'Åsa')
    await user.click(saturdayChip())
    await user.click(screen.getByRole('link', { name: 'Free only' }))
    await user.click(screen.getByRole('link', { name: 'By time' }))
    expect(typed.isConnected).toBe(true)
    expect(typed).toHaveProperty('value', 'Åsa')
    expect(location.search).toBe(`?day=2199-06-22&free=1&by=time&shift=${shift_id}`)
  })

  it('has no days to choose on an event of one', async () => {
    await openEvent()
    expect(screen.queryByRole('navigation', { name: 'Filter' })).toBeNull()
  })
})

describe('live', () => {
  afterEach(() => vi.useRealTimers())

  it('lights changed spots for two seconds and new names for three, and has them read out', async () => {
    const shift = buildPublicShift(['Anna Berg'])
    const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] })
    await openEvent(event)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const role_id = event.roles[0]?.id ?? ''
    const changed = {
      ...shift,
      role_id,
      spots_left: 2,
      assigned_count: 2,
      assigned_people: [...shift.assigned_people, buildPublicPerson('Maja Ek')],
      signing_up: 2,
    }
    await pushLive(topics.event(event.id), 'shifts', {
      n: 1,
      as_of: '2199-06-01T00:00:01.000Z',
      shifts: [changed],
      removed: [],
    })

    const entrance = card(/08:00/)
    const lit = () => entrance.queryAllByRole('mark').map(({ textContent }) => textContent)
    expect(lit()).toEqual(['2 spots left', 'Maja Ek'])

    await pass(1_999)
    expect(lit()).toEqual(['2 spots left', 'Maja Ek'])
    expect(screen.getByText('Entrance Fri 21 June 08:00–12:00: 2 spots left').getAttribute('aria-live')).toBe(
      'polite',
    )
    await pass(2)
    expect(lit()).toEqual(['Maja Ek'])
    expect(entrance.queryByText('2 people are signing up now')).toBeNull()
    await pass(1_000)
    expect(lit()).toEqual([])
    entrance.getByText('2 people are signing up now')
  })

  it('turns the button of a shift that has just filled', async () => {
    const shift = buildPublicShift([], { required_qty: 1 })
    const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] })
    await openEvent(event)
    const full = { ...shift, role_id: event.roles[0]?.id, spots_left: 0, assigned_count: 1, signing_up: 0 }
    await pushLive(topics.event(event.id), 'shifts', {
      n: 1,
      as_of: '2199-06-01T00:00:01.000Z',
      shifts: [full],
      removed: [],
    })
    expect(screen.getByRole('button', { name: 'Full' }).hasAttribute('disabled')).toBe(true)
  })

  it('reads the event again when a shift of a new role comes', async () => {
    const event = buildPublicEvent()
    await openEvent(event)
    const role = buildPublicRole('Café', [buildPublicShift()])
    answerPublicEvent({ ...event, as_of: '2199-06-01T00:00:02.000Z', roles: [...event.roles, role] })
    const [shift] = role.shifts
    await pushLive(topics.event(event.id), 'shifts', {
      n: 1,
      as_of: '2199-06-01T00:00:01.000Z',
      shifts: [{ ...shift, signing_up: 0 }],
      removed: [],
    })
    await screen.findByRole('heading', { name: 'Café' })
  })

  it.each([
    { language: 'en', text: 'Connection error. Unable to receive live updates.' },
    { language: 'sv', text: 'Anslutningsfel. Det går inte att ta emot uppdateringar.' },
  ] as const)('$language: says when the feed has broken off', async ({ language, text }) => {
    const { event } = await openEvent(buildPublicEvent(), language)
    expect(screen.queryByText(text)).toBeNull()
    await breakLive(topics.event(event.id))
    screen.getByText(text)
  })
})

describe('what can go wrong', () => {
  it.each([
    { language: 'en', text: 'Invalid event link' },
    { language: 'sv', text: 'Ogiltig länk till evenemanget' },
  ] as const)('$language: a link without an event', async ({ language, text }) => {
    await renderPublic('/e/', language)
    await screen.findByRole('heading', { name: text, level: 1 })
  })

  it.each([
    { language: 'en', text: 'Failed to load event details', again: 'Try again' },
    { language: 'sv', text: 'Det gick inte att läsa in evenemanget', again: 'Försök igen' },
  ] as const)('$language: a failure, and another try', async ({ language, text, again }) => {
    const event = buildPublicEvent()
    refuse('events', 'getPublicEvent', { status: 500, error: 'The server is resting', code: 'internal' })
    const user = await renderPublic(publicPaths.publicEvent(event.id), language)
    await screen.findByRole('heading', { name: text, level: 1 })
    expect(screen.getByRole('alert').textContent).toBe('The server is resting')
    answerPublicEvent(event)
    await user.click(screen.getByRole('button', { name: again }))
    await screen.findByRole('heading', { name: event.name })
  })

  it('an event that is gone: what to do, and no way to the administrators', async () => {
    refuse('events', 'getPublicEvent', {
      status: 404,
      error: 'This event does not exist.',
      code: 'event_not_found',
    })
    await renderPublic(publicPaths.publicEvent(buildId()))
    await screen.findByRole('heading', { name: 'This event does not exist, or has been removed' })
    expect(screen.getByRole('alert').textContent).toMatch(/^Check the link/)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      publicPaths.links,
      '/terms',
      '/privacy',
    ])
  })

  it.each([
    { language: 'en', title: 'Midsommar i parken has been removed', write: 'Write to Midsommarföreningen' },
    { language: 'sv', title: 'Midsommar i parken har tagits bort', write: 'Skriv till Midsommarföreningen' },
  ] as const)('$language: an event that is removed while it is open', async ({ language, title, write }) => {
    const { event } = await openEvent(buildPublicEvent(), language)
    await endLive(topics.event(event.id))
    await screen.findByRole('heading', { name: title, level: 1 })
    expect(screen.getByRole('link', { name: write }).getAttribute('href')).toBe(
      'mailto:kansli@midsommar.example',
    )
    screen.getByText('Midsommarföreningen')
    expect(screen.queryByText(/Connection error|Anslutningsfel|no shifts/)).toBeNull()
  })

  it('changes its language without losing its place', async () => {
    const { user } = await openEvent()
    await user.click(screen.getByRole('button', { name: 'SV, Svenska' }))
    card(/^Entrance/).getByText('4 lediga platser')
    expect(document.documentElement.lang).toBe('sv')
  })
})

const address = (id: string) => `http://localhost:3000/e/${id}`
const stub = (name: 'share' | 'clipboard', value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true })

describe('handing the event on', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'share')
    Reflect.deleteProperty(navigator, 'clipboard')
  })

  it('opens the system’s own sheet with the public link', async () => {
    const share = vi.fn(async () => {})
    stub('share', share)
    const { event, user } = await openEvent()
    await user.click(screen.getByRole('link', { name: 'Share' }))
    await waitFor(() => expect(share).toHaveBeenCalledWith({ title: event.name, url: address(event.id) }))
  })

  it.each([
    { language: 'en', share: 'Share', copied: 'Link copied' },
    { language: 'sv', share: 'Dela', copied: 'Länken är kopierad' },
  ] as const)('$language: copies it where there is none', async ({ language, share, copied }) => {
    const { event, user } = await openEvent(buildPublicEvent(), language)
    const writeText = vi.fn(async () => {})
    stub('clipboard', { writeText })
    await user.click(screen.getByRole('link', { name: share }))
    await screen.findByRole('link', { name: copied })
    expect(writeText).toHaveBeenCalledWith(address(event.id))
  })

  it.each([
    { language: 'en', code: 'QR code', title: 'QR code' },
    { language: 'sv', code: 'QR-kod', title: 'QR-kod' },
  ] as const)('$language: shows it as a code and in letters', async ({ language, code, title }) => {
    const { event, user } = await openEvent(buildPublicEvent(), language)
    await user.click(screen.getByRole('link', { name: code }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    expect(dialog.getByRole('link').textContent).toBe(address(event.id))
    expect(document.querySelector('dialog img')?.getAttribute('src')).toMatch(/^data:image\/svg\+xml,/)
  })

  it.each([
    { hash: '#qr', role: 'dialog', name: 'QR code' },
    { hash: '#share', role: 'link', name: 'Link copied' },
  ])('$hash was tapped before the scripts came: $name', async ({ hash, role, name }) => {
    const event = buildPublicEvent()
    answerPublicEvent(event)
    await renderPublic(`${publicPaths.publicEvent(event.id)}${hash}`)
    await screen.findByRole(role, { name })
    expect(location.hash).toBe('')
  })

  it('gives every role an address', async () => {
    const { event } = await openEvent()
    expect(document.getElementById(`role-${event.roles[0]?.id}`)).not.toBeNull()
  })

  it('goes to a role that was not there when the browser looked for it, unless somebody has moved on', async () => {
    const event = twoDays()
    const [, bar] = event.roles
    const link = `${publicPaths.publicEvent(event.id)}#role-${bar?.id}`
    const goTo = vi.spyOn(Element.prototype, 'scrollIntoView')
    answerPublicEvent(event)
    await renderPublic(link)
    await screen.findByRole('heading', { name: 'Bar' })
    await waitFor(() => expect(goTo.mock.contexts).toContain(document.getElementById(`role-${bar?.id}`)))

    cleanup()
    goTo.mockClear()
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(300)
    await renderPublic(link)
    await screen.findByRole('heading', { name: 'Bar' })
    expect(goTo).not.toHaveBeenCalled()
  })
})

describe('an event that stands in the document', () => {
  it('is drawn without asking, and read again at the next visit', async () => {
    const event = buildPublicEvent()
    const { setInlinedEvent } = await import('./public-event.ts')
    setInlinedEvent({ event_id: event.id, event })
    // There is no handler for the read, so a request would fail the test.
    answerJoin(topics.event(event.id), { n: 0, as_of: event.as_of, shifts: [] })
    await renderPublic(publicPaths.publicEvent(event.id))
    screen.getByRole('heading', { name: event.name, level: 1 })
  })

  it.each([
    { language: 'en', text: 'This event does not exist, or has been removed', links: /^Get the link/ },
    { language: 'sv', text: 'Evenemanget finns inte eller har tagits bort', links: /^Få länken/ },
  ] as const)('$language: or that there is none', async ({ language, text, links }) => {
    const event_id = buildId()
    const { setInlinedEvent } = await import('./public-event.ts')
    setInlinedEvent({ event_id, event: null })
    await renderPublic(publicPaths.publicEvent(event_id), language)
    screen.getByRole('heading', { name: text, level: 1 })
    expect(screen.getByRole('link', { name: links }).getAttribute('href')).toBe(publicPaths.links)
    expect(screen.queryByRole('button', { name: /^(Try again|Försök igen)$/ })).toBeNull()
  })
})

async function openForm(shift: ReturnType<typeof buildPublicShift>) {
  const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] })
  answerPublicEvent(event)
  await renderPublic(`${publicPaths.publicEvent(event.id)}?shift=${shift.id}`)
  await screen.findByRole('heading', { name: event.name, level: 1 })
  return event
}

const form = () => screen.queryByRole('heading', { name: /^Sign up: Entrance/ })

describe('the form of a shift that the address names', () => {
  it.each([
    ['full', buildPublicShift(['A B'], { required_qty: 1 })],
    [
      'over',
      buildPublicShift([], { start_dt: '2020-06-21T06:00:00.000Z', end_dt: '2020-06-21T10:00:00.000Z' }),
    ],
  ])('is not offered where it is %s', async (_state, shift) => {
    await openForm(shift)
    expect(form()).toBeNull()
  })

  it('stays when the shift fills: its visitor may have taken the last place', async () => {
    const shift = buildPublicShift([], { required_qty: 1 })
    const event = await openForm(shift)
    await pushLive(topics.event(event.id), 'shifts', {
      n: 1,
      as_of: '2199-06-01T00:00:01.000Z',
      shifts: [{ ...shift, role_id: event.roles[0]?.id ?? '', spots_left: 0, signing_up: 0 }],
      removed: [],
    })
    screen.getByRole('button', { name: 'Full' })
    expect(form()).not.toBeNull()
  })
})
