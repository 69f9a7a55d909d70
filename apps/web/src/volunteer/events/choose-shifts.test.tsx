import { topics } from '@muster/contract/live'
import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { buildId } from '../../testing/build-event.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicRole,
  buildPublicShift,
} from '../../testing/build-public-event.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { reloadPublic, renderPublic } from '../../testing/render-public.tsx'
import { forgetChosenShifts } from './chosen-shifts.ts'
import { changeOwnPages, type OwnPage } from './own-pages.ts'
import { forgetVolunteer, rememberVolunteer } from './remembered.ts'

/* D42, D45 */

afterEach(() => {
  act(forgetChosenShifts)
  act(forgetVolunteer)
  vi.useRealTimers()
})

const addressOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')

const at = (from: string, to: string, names: string[] = [], required_qty = 4) =>
  buildPublicShift(names, {
    start_dt: `2199-06-21T${from}:00.000Z`,
    end_dt: `2199-06-21T${to}:00.000Z`,
    required_qty,
  })

function buildFestival() {
  const shifts = {
    early: at('06:00', '10:00'),
    late: at('10:00', '14:00'),
    full: at('14:00', '16:00', ['A B'], 1),
  }
  const clashing = at('09:00', '11:00')
  const roles = [
    buildPublicRole('Entrance', [shifts.early, shifts.late, shifts.full]),
    buildPublicRole('Bar', [clashing]),
  ]
  return { ...shifts, clashing, event: buildPublicEvent({ roles }) }
}

async function openEvent(event = buildFestival().event, search = '', language: 'en' | 'sv' = 'en') {
  answerPublicEvent(event)
  const user = await renderPublic(`${publicPaths.publicEvent(event.id)}${search}`, language)
  await screen.findByRole('heading', { name: event.name, level: 1 })
  return user
}

const take = (name: RegExp) => screen.getByRole('button', { name })
const row = (name: RegExp) => within(screen.getByRole('article', { name }))
const nextForm = () => screen.getByRole('link', { name: 'Continue' }).getAttribute('href')
const choice = (language: 'en' | 'sv' = 'en') =>
  screen.queryByRole('region', { name: language === 'en' ? 'Your choice' : 'Ditt val' })

const press = (button: HTMLElement) => act(async () => button.click())
const spoken = () => document.querySelector('[aria-live="polite"].sr-only')?.textContent

describe('choosing shifts', () => {
  it('leads to one form for all, and back to nothing when taken back', async () => {
    const { event, early, late } = buildFestival()
    const user = await openEvent(event)
    expect(choice()).toBeNull()
    await user.click(take(/^Choose: Entrance, .*08:00–12:00$/))
    expect(take(/^Chosen: Entrance, .*08:00–12:00$/).getAttribute('aria-pressed')).toBe('true')
    expect(nextForm()).toBe(publicPaths.signup(event.id, early.id))
    await user.click(take(/^Choose: Entrance, .*12:00–16:00$/))
    expect(choice()?.textContent).toContain('2 shiftsFri 08:00–12:00, Fri 12:00–16:00')
    expect(nextForm()).toBe(publicPaths.signup(event.id, early.id, [late.id]))
    await user.click(take(/^Chosen: Entrance, .*08:00–12:00$/))
    await user.click(take(/^Chosen: Entrance, .*12:00–16:00$/))
    expect(choice()).toBeNull()
  })

  it('is kept over a reload', async () => {
    const { event } = buildFestival()
    const user = await openEvent(event)
    await user.click(take(/^Choose: Entrance, .*08:00–12:00$/))
    await reloadPublic()
    await screen.findByRole('button', { name: /^Chosen: Entrance, .*08:00–12:00$/ })
  })

  it.each([
    { language: 'en', first: /^Choose: Entrance, .*08:00/, says: 'clashes with your choice Fri 08:00–12:00' },
    { language: 'sv', first: /^Välj: Entrance, .*08:00/, says: 'krockar med ditt val fre 08:00–12:00' },
  ] as const)(
    '$language: what overlaps it cannot be taken, and says why (D14)',
    async ({ language, first, says }) => {
      const user = await openEvent(undefined, '', language)
      await user.click(take(first))
      const bar = row(/^Bar/)
      bar.getByText(says)
      expect(bar.queryByRole('button')).toBeNull()
      // This shift begins when the chosen one ends.
      expect(
        row(/^Entrance, .*12:00–16:00$/)
          .getByRole('button')
          .getAttribute('aria-pressed'),
      ).toBe('false')
    },
  )

  it.each([
    { language: 'en', says: '20 shifts (maximum)' },
    { language: 'sv', says: '20 pass (max)' },
  ] as const)('$language: twenty are said to be all that go at once', async ({ language, says }) => {
    const days = Array.from({ length: 21 }, (_, day) => String(day + 1).padStart(2, '0'))
    const shifts = days.map((day) =>
      buildPublicShift([], { start_dt: `2199-06-${day}T06:00:00Z`, end_dt: `2199-06-${day}T08:00:00Z` }),
    )
    const event = buildPublicEvent({ roles: [buildPublicRole('Bar', shifts)] })
    const user = await openEvent(event, '', language)
    const buttons = screen.getAllByRole('button', { name: /^(Choose|Välj): / })
    for (const button of buttons.slice(0, 19)) await user.click(button)
    expect(choice(language)?.textContent).not.toContain('max')
    for (const button of buttons.slice(19)) await user.click(button)
    expect(choice(language)?.textContent).toContain(says)
    expect(screen.getAllByRole('button', { name: /^(Choose|Välj): / })).toEqual(buttons.slice(20))
  })

  it('leaves free what overlaps a chosen shift that is full by now', async () => {
    const { event, early } = buildFestival()
    const user = await openEvent(event)
    await user.click(take(/^Choose: Entrance, .*08:00–12:00$/))
    await pushLive(topics.event(event.id), 'shifts', {
      n: 1,
      as_of: '2199-06-01T00:00:01.000Z',
      shifts: [{ ...early, role_id: event.roles[0]?.id ?? '', spots_left: 0, signing_up: 0 }],
      removed: [],
    })
    await user.click(take(/^Choose: Bar/))
    expect(choice()?.textContent).toContain('1 shiftFri 11:00–13:00')
  })

  it.each([
    {
      language: 'en',
      first: /^Choose: Entrance, .*08:00/,
      says: '0 shifts1 that you chose is no longer free',
    },
    {
      language: 'sv',
      first: /^Välj: Entrance, .*08:00/,
      says: '0 pass1 som du valde är inte längre ledigt',
    },
  ] as const)('$language: says that a chosen shift is full by now', async ({ language, first, says }) => {
    const { event, early } = buildFestival()
    const user = await openEvent(event, '', language)
    await user.click(take(first))
    await pushLive(topics.event(event.id), 'shifts', {
      n: 1,
      as_of: '2199-06-01T00:00:01.000Z',
      shifts: [{ ...early, role_id: event.roles[0]?.id ?? '', spots_left: 0, signing_up: 0 }],
      removed: [],
    })
    expect(choice(language)?.textContent).toBe(says)
  })

  it('is not announced on the next page', async () => {
    await openEvent()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await press(take(/^Choose: Entrance, .*08:00–12:00$/))
    const first = spoken()
    expect(first).toMatch(/^Chosen: 1 shift,/)
    // Waits, because something has just been announced.
    await press(take(/^Choose: Entrance, .*12:00–16:00$/))
    await press(screen.getByRole('link', { name: 'Continue' }))
    screen.getByRole('heading', { name: 'Sign up for 2 shifts' })
    act(() => void vi.advanceTimersByTime(10_000))
    expect(spoken()).toBe(first)
  })

  it('leaves free what overlaps a chosen shift that is over', async () => {
    const { event } = buildFestival()
    const user = await openEvent({ ...event, late_signup: true })
    await user.click(take(/^Choose: Entrance, .*08:00–12:00$/))
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2199-06-21T10:30:00.000Z') })
    await reloadPublic()
    await screen.findByRole('button', { name: /^Choose: Bar/ })
  })

  it('is not needed where there is one shift: its row leads to the form', async () => {
    const event = buildPublicEvent()
    await openEvent(event)
    expect(screen.getByRole('link', { name: /^Sign up: Entrance/ }).getAttribute('href')).toBe(
      publicPaths.signup(event.id, event.roles[0]?.shifts[0]?.id ?? ''),
    )
  })

  it('is not offered on a full shift', async () => {
    await openEvent()
    expect(
      row(/16:00–18:00$/)
        .getByRole('button', { name: 'Full' })
        .hasAttribute('disabled'),
    ).toBe(true)
  })
})

describe('one’s own shifts', () => {
  const person = {
    first_name: 'Åsa',
    last_name: 'Öberg',
    email: 'asa@example.org',
    countryCode: 'SE',
    phone: '070',
  }

  it('are marked by the ids this browser remembers, and what overlaps them clashes', async () => {
    const early = at('06:00', '10:00', ['Åsa Öberg'])
    const event = buildPublicEvent({
      roles: [buildPublicRole('Entrance', [early]), buildPublicRole('Bar', [at('09:00', '11:00')])],
    })
    const [own] = early.assigned_people
    act(() => rememberVolunteer(person, { event_id: event.id, assignment_ids: [own?.person_id ?? ''] }))
    await openEvent(event)
    expect(
      row(/08:00–12:00$/)
        .getByRole('link', { name: /^Yours/ })
        .getAttribute('href'),
    ).toBe(publicPaths.links)
    // Somebody else may use the same phone.
    row(/^Bar/).getByText('clashes with your Fri 08:00–12:00')
    row(/^Bar/).getByRole('button', { name: /^Choose/ })
    expect(screen.getByRole('link', { name: 'Get the link to your shifts' }).getAttribute('href')).toBe(
      publicPaths.links,
    )
  })

  it('lead to the page that is kept of them, which marks them too', async () => {
    const early = at('06:00', '10:00', ['Åsa Öberg'])
    const late = at('12:00', '16:00', ['Björn Ek'])
    const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [early, late])] })
    const pageOf = (shift: typeof early, token: string): OwnPage => ({
      event_id: event.id,
      assignments: shift.assigned_people.map(({ person_id }) => person_id),
      tokens: [token],
      as_of: '2198-01-01T00:00:00.000Z',
      until: '2199-01-01T00:00:00.000Z',
      shown: buildInvitation(),
    })
    const other = { ...pageOf(late, 'elsewhere'), event_id: 'other' }
    act(() => changeOwnPages(() => [other, pageOf(early, 'asa'), pageOf(late, 'bjorn')]))
    await openEvent(event)
    expect(addressOf(/^Yours.*08:00–12:00$/)).toBe(publicPaths.confirmation('asa'))
    expect(addressOf(/^Yours.*14:00–18:00$/)).toBe(publicPaths.confirmation('bjorn'))
    // Without a remembered person, the page does not know whose shifts they are.
    expect(addressOf(/^Get the link to your shifts$/)).toBe(publicPaths.links)
    act(() => changeOwnPages(() => [other, pageOf(early, 'asa')]))
    expect(addressOf(/^Your shifts$/)).toBe(publicPaths.confirmation('asa'))
  })

  it('never lead to the page of somebody else who uses this device', async () => {
    const both = at('06:00', '10:00', ['Anna Lind', 'Bo Ek'])
    const [anna, bo] = both.assigned_people.map(({ person_id }) => person_id)
    const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [both])] })
    const page = {
      event_id: event.id,
      as_of: '',
      until: '2199-01-01T00:00:00.000Z',
      shown: buildInvitation(),
    }
    act(() => changeOwnPages(() => [{ ...page, assignments: [anna ?? ''], tokens: ['anna'] }]))
    const volunteer = {
      first_name: 'Bo',
      last_name: 'Ek',
      email: 'bo@x.example',
      countryCode: 'SE',
      phone: '',
    }
    act(() => rememberVolunteer(volunteer, { event_id: event.id, assignment_ids: [bo ?? ''] }))
    await openEvent(event)
    expect(addressOf(/^Yours/)).toBe(publicPaths.links)
    expect(addressOf(/^Get the link to your shifts$/)).toBe(publicPaths.links)
    act(forgetVolunteer)
    act(() => changeOwnPages(() => [{ ...page, assignments: [anna ?? ''], tokens: ['anna'] }]))
    expect(addressOf(/^Yours/)).toBe(publicPaths.confirmation('anna'))
  })
})

const many = () => {
  const shifts = Array.from({ length: 13 }, (_, index) =>
    at('06:00', '10:00', index === 0 ? ['A B'] : [], index === 0 ? 1 : 4),
  )
  const night = buildPublicShift([], {
    start_dt: '2199-06-21T21:00:00.000Z',
    end_dt: '2199-06-21T22:00:00.000Z',
  })
  return buildPublicEvent({ roles: [buildPublicRole('Entrance', shifts), buildPublicRole('Bar', [night])] })
}
const status = () => screen.getByText(/^(\d+ shifts?|No free shift fits this choice\.)$/).textContent
const roles = () => within(screen.getByRole('list', { name: 'Role' }))

describe('filters', () => {
  it('fold full shifts of a long list at first', async () => {
    const user = await openEvent(many())
    expect(status()).toBe('13 shifts')
    screen.getByText('1 full shift')
    await user.click(screen.getByRole('link', { name: 'Free only' }))
    expect(location.search).toBe('?free=0')
    expect(status()).toBe('14 shifts')
    expect(screen.queryByText('1 full shift')).toBeNull()
  })

  it('by role and time of day count what is free, and are in the address', async () => {
    const user = await openEvent(many())
    await user.click(roles().getByRole('link', { name: 'Bar 4 free' }))
    expect(status()).toBe('1 shift')
    await user.click(screen.getByRole('link', { name: 'Night 22–05' }))
    expect(new URLSearchParams(location.search).get('time')).toBe('night')
    roles().getByRole('link', { name: 'Entrance 0 free' })
    expect(status()).toBe('1 shift')
  })

  it('without a hit say so, and can be cleared', async () => {
    const event = many()
    const user = await openEvent(event, `?role=${event.roles[1]?.id}&time=morning`)
    expect(status()).toBe('No free shift fits this choice.')
    await user.click(screen.getByRole('link', { name: 'Show all shifts' }))
    expect(status()).toBe('14 shifts')
  })

  const full = at('06:00', '10:00', ['A B'], 1)
  const over = at('06:00', '10:00')
  const past = { start_dt: '2020-06-21T06:00:00.000Z', end_dt: '2020-06-21T10:00:00.000Z' }
  const thirteen = (shift: typeof full) => Array.from({ length: 13 }, () => ({ ...shift, id: buildId() }))

  it.each([
    ['en', 'full', thirteen(full), 'No place is free.', 'Show all shifts'],
    ['sv', 'full', thirteen(full), 'Ingen plats är ledig.', 'Visa alla pass'],
    ['en', 'over', thirteen({ ...over, ...past }), 'All shifts are over.', 'Show all shifts'],
    ['sv', 'over', thirteen({ ...over, ...past }), 'Alla pass är slut.', 'Visa alla pass'],
    ['en', 'full or over', [full, ...thirteen({ ...over, ...past })], 'No place is free.', 'Show all shifts'],
  ] as const)('that nobody chose are not blamed: %s, %s', async (language, _, shifts, text, show) => {
    const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [...shifts])] })
    const user = await openEvent(event, '', language)
    screen.getByText(text)
    await user.click(screen.getByRole('link', { name: show }))
    expect(location.search).toBe('?free=0')
    expect(screen.queryByText(text)).toBeNull()
    expect(screen.getAllByRole('article')).toHaveLength(shifts.length)
  })

  it('show the shifts by time', async () => {
    const user = await openEvent()
    await user.click(screen.getByRole('link', { name: 'By time' }))
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Friday 21\u00a0June',
    ])
    expect(
      screen.getAllByRole('article').map((each) => each.getAttribute('aria-label')?.split(',')[0]),
    ).toEqual(['Entrance', 'Bar', 'Entrance', 'Entrance'])
  })
})
