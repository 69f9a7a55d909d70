import type { Language } from '@muster/contract/language'
import { topics } from '@muster/contract/live'
import { routes } from '@muster/contract/routes'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicRole,
  buildPublicShift,
} from '../../testing/build-public-event.ts'
import { answerJoin, endLive, pushLive } from '../../testing/live-channel.ts'
import { reloadPublic, renderPublic } from '../../testing/render-public.tsx'
import { server } from '../../testing/server.ts'

async function openSignup(event = buildPublicEvent(), language: Language = 'en') {
  const shift = event.roles[0]?.shifts[0] ?? buildPublicShift()
  answerPublicEvent(event)
  answerJoin(topics.shiftSignup(shift.id), { others: 0 })
  const user = await renderPublic(publicPaths.signup(event.id, shift.id), language)
  await screen.findByRole('heading', { level: 1 })
  return user
}

async function signUp(event = buildPublicEvent()) {
  const user = await openSignup(event)
  const values = {
    'First name': 'Åsa',
    'Last name': 'Öberg',
    'E-mail': 'asa@example.org',
    'Country code': 'SE',
    Phone: '070 174 06 05',
  }
  for (const [name, value] of Object.entries(values)) {
    fireEvent.change(screen.getByLabelText(name), { target: { value } })
  }
  const terms = screen.getByRole<HTMLInputElement>('checkbox', { name: /accept/ })
  if (!terms.checked) await user.click(terms)
  await user.click(screen.getByRole('button', { name: 'Sign up' }))
}

it('says that the sign-up is under way', async () => {
  stall('signup', 'signUp')
  await signUp()
  expect(await screen.findByText('Signing up…')).toBeDefined()
})

it('says with a refusal that the details are kept', async () => {
  refuse('signup', 'signUp', { status: 409, code: 'shift_full', error: 'The server’s own.' })
  await signUp()
  await screen.findByRole('heading', { name: 'The server’s own.' })
  screen.getByText(/^What you filled in is kept\./)
})

it('names the organizer while sign-up is paused', async () => {
  refuse('signup', 'signUp', { status: 409, code: 'signup_paused', error: 'Sign-up is paused.' })
  const contact = { email: 'kansli@solsidan.example', phone: null }
  await signUp(buildPublicEvent({ contact }))
  await screen.findByRole('heading', { name: 'Sign-up is paused.' })
  expect(screen.getByRole('link', { name: 'kansli@solsidan.example' })).toBeDefined()
})

it('says under the form that no place is free', async () => {
  const full = buildPublicShift(['Maja Ek'], { required_qty: 1 })
  await openSignup(buildPublicEvent({ roles: [buildPublicRole('Entrance', [full])] }))
  screen.getByText('No place is free now. Free places are offered to those in line first.')
})

it.each([
  {
    language: 'en',
    nobody: 'Nobody yet – be the first!',
    held: 'No place is free now. Free places are offered to those in line first.',
  },
  {
    language: 'sv',
    nobody: 'Ingen anmäld än – bli först!',
    held: 'Ingen plats är ledig nu. Lediga platser erbjuds först dem som står i kön.',
  },
] as const)(
  '$language: a place held for those in line (D44) is not called taken',
  async ({ language, nobody, held }) => {
    const empty = buildPublicShift([], { required_qty: 1 })
    const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [empty])] })
    await openSignup(event, language)
    screen.getByText(nobody)
    await pushLive(topics.event(event.id), 'shifts', {
      n: 1,
      as_of: '2199-06-01T00:00:01.000Z',
      shifts: [{ ...event.roles[0]?.shifts[0], spots_left: 0, signing_up: 0 }],
      removed: [],
    })
    screen.getByText(held)
    expect(screen.queryByText(nobody)).toBeNull()
  },
)

it.each([
  { refusal: {}, reason: 'Something went wrong. Please try again.' },
  { refusal: { error: 'The server’s own.' }, reason: 'The server’s own.' },
])('says why a shift could not be read, and leads back: $reason', async ({ refusal, reason }) => {
  refuse('events', 'getPublicEvent', refusal)
  await renderPublic(publicPaths.signup(buildId(), buildId()))
  expect((await screen.findByRole('alert')).textContent).toContain(reason)
  expect(screen.getByRole('link', { name: 'Back to the event' })).toBeDefined()
})

it('says what to do when the event is gone', async () => {
  refuse('events', 'getPublicEvent', { status: 404, code: 'event_not_found' })
  await renderPublic(publicPaths.signup(buildId(), buildId()))
  expect((await screen.findByRole('alert')).textContent).toMatch(/Check the link/)
  screen.getByRole('link', { name: 'Get the link to your shifts' })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('ends when the event is removed while the form is open', async () => {
  const event = buildPublicEvent()
  await openSignup(event)
  await endLive(topics.event(event.id))
  await screen.findByRole('heading', { name: 'Midsommar i parken has been removed' })
})

it('counts no places of a shift that is over', async () => {
  const over = buildPublicShift([], {
    start_dt: '2020-06-21T06:00:00.000Z',
    end_dt: '2020-06-21T10:00:00.000Z',
  })
  await openSignup(buildPublicEvent({ roles: [buildPublicRole('Entrance', [over])] }))
  screen.getByText('This shift is over.')
  expect(screen.queryByText(/spots left/)).toBeNull()
})

async function openLast() {
  const event = buildPublicEvent({
    roles: [buildPublicRole('Entrance', [buildPublicShift([], { required_qty: 1 })])],
  })
  await signUp(event)
  await screen.findByText('Signing up…')
  const [shift] = event.roles[0]?.shifts ?? []
  await pushLive(topics.event(event.id), 'shifts', {
    n: 1,
    as_of: '2199-06-01T00:00:01.000Z',
    shifts: [{ ...shift, spots_left: 0, assigned_count: 1, signing_up: 1 }],
    removed: [],
  })
  return event
}

describe('the last place', () => {
  it('is not called full while it is being taken', async () => {
    stall('signup', 'signUp')
    await openLast()
    expect(screen.queryByText('Full')).toBeNull()
    expect(screen.getAllByText('1 spot left')).toHaveLength(2)
  })

  it('is full once another visitor has got it', async () => {
    const line = new EventTarget()
    const landed = new Promise((resolve) => line.addEventListener('landed', resolve))
    server.use(
      http.post(`*${routes.signup.signUp.path}`, async () => {
        await landed
        return HttpResponse.json({ code: 'shift_full', error: 'All places are taken.' }, { status: 409 })
      }),
    )
    await openLast()
    line.dispatchEvent(new Event('landed'))
    const user = userEvent.setup()
    await screen.findByRole('heading', { name: 'All places are taken.' })
    await user.click(screen.getByRole('button', { name: 'Back to the form' }))
    expect(screen.getAllByText('Full').length).toBeGreaterThan(0)
  })
})

const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (!found) throw new Error(`No field ${name}`)
  return found
}

const typed = () => ['first_name', 'last_name', 'email', 'phone'].map((name) => field(name).value)

describe('a reload', () => {
  it('keeps what was typed, and the key of what was sent', async () => {
    const first = refuse('signup', 'signUp')
    await signUp()
    await screen.findByText('Failed to process your signup')
    const user = await reloadPublic()
    await screen.findByRole('heading', { level: 1 })
    expect(typed()).toEqual(['Åsa', 'Öberg', 'asa@example.org', '070 174 06 05'])
    expect(field('acceptedTerms').checked).toBe(true)
    const second = refuse('signup', 'signUp')
    await user.click(screen.getByRole('button', { name: 'Sign up' }))
    await screen.findByText('Failed to process your signup')
    expect(second[0]?.headers.get('idempotency-key')).toBe(first[0]?.headers.get('idempotency-key'))
  })

  it('keeps the ticket, and nothing that was typed', async () => {
    const event = buildPublicEvent()
    const [shift = buildPublicShift()] = event.roles[0]?.shifts ?? []
    const sent = answer('signup', 'signUp', {
      assignment_id: buildId(),
      shift,
      calendar_url: '/calendar/abc.ics',
      correction_key: 'key',
    })
    await signUp(event)
    await screen.findByRole('heading', { name: 'You’re signed up, Åsa' })
    expect(sent[0]?.headers.get('event-id')).toBe(event.id)
    expect([sessionStorage.getItem('signup_form'), sessionStorage.getItem('signup_key')]).toEqual([
      null,
      null,
    ])
    await reloadPublic()
    // The text is in the past tense, because the assignment may have been cancelled since.
    await screen.findByRole('heading', { name: 'You signed up, Åsa' })
    screen.getByText(/^Your own page shows how it is now\./)
    screen.getByRole('link', { name: 'Add to calendar' })

    // Opened anew it is empty, for the next person.
    await renderPublic(publicPaths.signup(event.id, shift.id))
    await screen.findByRole('heading', { name: 'Entrance' })
    expect(typed()).toEqual(['', '', '', ''])
  })
})

it.each([
  { is: 'moved', shows: '22 June' },
  { is: 'deleted', shows: 'Shift not found' },
])('the ticket that a reload keeps says nothing untrue of a shift that was $is', async ({ is, shows }) => {
  const event = buildPublicEvent()
  const [shift = buildPublicShift()] = event.roles[0]?.shifts ?? []
  answer('signup', 'signUp', {
    assignment_id: buildId(),
    shift,
    calendar_url: '/calendar/abc.ics',
    correction_key: 'key',
  })
  await signUp(event)
  await screen.findByRole('heading', { name: 'You’re signed up, Åsa' })
  const moved = { ...shift, start_dt: '2199-06-22T06:00:00.000Z', end_dt: '2199-06-22T10:00:00.000Z' }
  const roles = event.roles.map((role) => ({ ...role, shifts: is === 'moved' ? [moved] : [] }))
  answerPublicEvent({ ...event, roles, as_of: '2199-06-01T00:00:01.000Z' })
  await reloadPublic()
  await screen.findAllByText((text) => text.includes(shows))
  expect(screen.queryByText(/21 June/)).toBeNull()
})

it('puts the focus on what replaces the form of a shift that is deleted', async () => {
  const event = buildPublicEvent()
  const user = await openSignup(event)
  await user.click(screen.getByRole('textbox', { name: /^Anything the organizer should know/ }))
  await pushLive(topics.event(event.id), 'shifts', {
    n: 1,
    as_of: '2199-06-01T00:00:01.000Z',
    shifts: [],
    removed: event.roles.flatMap(({ shifts }) => shifts.map(({ id }) => id)),
  })
  const heading = await screen.findByRole('heading', { name: 'Shift not found' })
  expect(document.activeElement).toBe(heading)
})

it.each([
  { code: 'already_signed_up', says: /^We send you the link to your own page again by e-mail/ },
  { code: 'schedule_conflict', says: /^Your own page shows your shifts\. Its link is in our e-mails/ },
])('$code: says where the own page is', async ({ code, says }) => {
  refuse('signup', 'signUp', { status: 409, code, error: 'The server’s own.' })
  await signUp()
  await screen.findByRole('heading', { name: 'The server’s own.' })
  const link = screen.getByRole('link', { name: 'Get the link to your shifts' })
  expect(link.getAttribute('href')).toBe('/links')
  expect(link.parentElement?.textContent).toMatch(says)
})

const refuseFull = () => refuse('signup', 'signUp', { status: 409, code: 'shift_full', error: 'All taken.' })

describe('a shift that has just filled', () => {
  const join = { name: 'Join the waiting list' }

  it('offers its waiting list', async () => {
    refuseFull()
    const event = buildPublicEvent()
    await signUp(event)
    await screen.findByRole('heading', { name: 'All taken.' })
    const asked = refuse('waitingList', 'joinWaitingList', { status: 503, error: 'Try later.' })
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', join))
    expect((await screen.findByRole('alert')).textContent).toBe('Try later.')
    expect(document.activeElement).toBe(screen.getByRole('button', join))
    expect(asked[0]?.path).toContain(event.roles[0]?.shifts[0]?.id)
    answer('waitingList', 'joinWaitingList', { shift_id: event.roles[0]?.shifts[0]?.id ?? '' })
    await user.click(screen.getByRole('button', join))
    await screen.findByRole('heading', { name: 'Look in your inbox, Åsa' })
  })

  it('offers none where the organiser has none', async () => {
    refuseFull()
    await signUp(buildPublicEvent({ waiting_list: false }))
    await screen.findByRole('heading', { name: 'All taken.' })
    expect(screen.queryByRole('button', join)).toBeNull()
  })
})

it('says in the contact form what is accepted by signing up', async () => {
  const event = buildPublicEvent()
  answerPublicEvent(event)
  await renderPublic(`${publicPaths.publicEvent(event.id)}?shift=${event.roles[0]?.shifts[0]?.id}`)
  expect(await screen.findByText(/You are at least 16, and by signing up you accept/)).toBeDefined()
})
