import { topics } from '@muster/contract/live'
import type { PublicEvent } from '@muster/contract/public-event'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicRole,
  buildPublicShift,
} from '../../testing/build-public-event.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { reloadPublic, renderPublic } from '../../testing/render-public.tsx'
import { forgetVolunteer } from '../events/remembered.ts'

/* D42, D45 */

// Not returned, because the test runner would await it outside React's test environment.
afterEach(() => {
  act(forgetVolunteer)
})

const friday = () => buildPublicShift()
const saturday = () =>
  buildPublicShift([], { start_dt: '2199-06-22T06:00:00.000Z', end_dt: '2199-06-22T10:30:00.000Z' })

const buildFestival = () =>
  buildPublicEvent({ roles: [buildPublicRole('Entrance', [friday()]), buildPublicRole('Bar', [saturday()])] })

const idsOf = (event: PublicEvent) => event.roles.flatMap(({ shifts }) => shifts.map(({ id }) => id))

async function openForm(event = buildFestival(), language: 'en' | 'sv' = 'en') {
  answerPublicEvent(event)
  const [first = '', ...others] = idsOf(event)
  const user = await renderPublic(publicPaths.signup(event.id, first, others), language)
  await screen.findByRole('heading', { level: 1 })
  return { event, user }
}

async function fillIn(user: UserEvent) {
  const values = { first_name: 'Åsa', last_name: 'Öberg', email: 'asa@example.org', phone: '070-174 06 05' }
  await user.selectOptions(screen.getByRole('combobox'), 'SE')
  for (const [name, value] of Object.entries(values)) {
    const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (field) await user.type(field, value)
  }
}
const accept = (user: UserEvent) => user.click(screen.getByRole('checkbox', { name: /accept the terms/ }))

const placeOn = (event: PublicEvent, shift_id: string) => {
  const shift = event.roles.flatMap(({ shifts }) => shifts).find(({ id }) => id === shift_id)
  if (!shift) throw new Error(`No shift ${shift_id}`)
  return {
    assignment_id: buildId(),
    shift,
    calendar_url: `/calendar/${shift_id}.ics`,
    correction_key: 'key',
    person: 0,
  }
}

describe('several shifts', () => {
  it.each([
    {
      language: 'en',
      title: 'Sign up for 2 shifts',
      sum: /^2 shifts · 8\.5 hours$/,
      send: 'Sign up for both',
    },
    {
      language: 'sv',
      title: 'Anmäl dig till 2 pass',
      sum: /^2 pass · 8,5 timmar$/,
      send: 'Anmäl mig till båda',
    },
  ] as const)('$language: stand over one form', async ({ language, title, sum, send }) => {
    await openForm(undefined, language)
    screen.getByRole('heading', { name: title, level: 1 })
    screen.getByText(sum)
    screen.getByRole('button', { name: send })
  })

  it.each([
    { language: 'en', title: 'Sign up for 1 shift', send: 'Sign up' },
    { language: 'sv', title: 'Anmäl dig till 1 pass', send: 'Anmäl mig' },
  ] as const)('$language: one of which is left', async ({ language, title, send }) => {
    const over = buildPublicShift([], {
      start_dt: '2020-06-22T06:00:00.000Z',
      end_dt: '2020-06-22T10:00:00.000Z',
    })
    await openForm(
      buildPublicEvent({ roles: [buildPublicRole('Entrance', [friday()]), buildPublicRole('Bar', [over])] }),
      language,
    )
    screen.getByRole('heading', { name: title, level: 1 })
    screen.getByRole('button', { name: send })
  })

  it('that have moved: one press agrees to their new times', async () => {
    const { event, user } = await openForm()
    await fillIn(user)
    await accept(user)
    const [first = '', second = ''] = idsOf(event)
    const moved = { start_dt: '2199-06-22T09:00:00.000Z', end_dt: '2199-06-22T11:00:00.000Z' }
    refuse('signup', 'signUpForSeveral', {
      status: 409,
      code: 'none_taken',
      error: 'None.',
      refused: [
        { shift_id: first, code: 'shift_full' },
        { shift_id: second, code: 'shift_moved', ...moved },
      ],
    })
    await user.click(screen.getByRole('button', { name: 'Sign up for both' }))
    await screen.findByText('This shift has moved.')
    const asked = answer('signup', 'signUpForSeveral', {
      signed_up: [placeOn(event, second)],
      requested: [],
      refused: [],
    })
    await user.click(screen.getByRole('button', { name: 'The new time works: sign up' }))
    await screen.findByRole('heading', { name: /^You’re signed up/ })
    expect(asked.map(({ body }) => body)).toMatchObject([
      {
        shift_ids: [first, second],
        seen: [
          { shift_id: first, start_dt: '2199-06-21T06:00:00.000Z', end_dt: '2199-06-21T10:00:00.000Z' },
          { shift_id: second, ...moved },
        ],
      },
    ])
  })

  it('are over by now: none is said to be removed', async () => {
    const past = { start_dt: '2020-06-22T06:00:00.000Z', end_dt: '2020-06-22T10:00:00.000Z' }
    const shifts = [buildPublicShift([], past), buildPublicShift([], past)]
    await openForm(buildPublicEvent({ roles: [buildPublicRole('Bar', shifts)] }), 'en')
    screen.getByRole('heading', { name: 'These shifts have begun or are over' })
    screen.getByText('Others may still be ahead.')
  })

  it.each([
    { language: 'en', left: 2, send: 'Sign up for 2 shifts', full: '1 is full' },
    { language: 'en', left: 1, send: 'Sign up for 1 shift', full: '2 are full' },
    { language: 'sv', left: 2, send: 'Anmäl mig till 2 pass', full: '1 är fullt' },
  ] as const)(
    '$language: the button counts the $left that are free',
    async ({ language, left, send, full }) => {
      const shifts = [friday(), saturday(), saturday()].map((shift, at) =>
        at < left ? shift : { ...shift, spots_left: 0 },
      )
      await openForm(buildPublicEvent({ roles: [buildPublicRole('Entrance', shifts)] }), language)
      screen.getByText(full)
      screen.getByRole('button', { name: send })
    },
  )

  it('are taken in one go, with one confirmation', async () => {
    const { event, user } = await openForm()
    const ids = idsOf(event)
    const asked = answer('signup', 'signUpForSeveral', {
      signed_up: ids.map((id) => placeOn(event, id)),
      requested: [],
      refused: [],
    })
    await fillIn(user)
    await accept(user)
    await user.click(screen.getByRole('button', { name: 'Sign up for both' }))
    await screen.findByRole('heading', { name: 'You’re signed up, Åsa' })
    expect(asked.map(({ path, body }) => ({ path, body }))).toMatchObject([
      {
        path: `/events/${event.id}/signup`,
        body: { shift_ids: ids, first_name: 'Åsa', phone: '+46701740605' },
      },
    ])
    expect(asked[0]?.headers.get('idempotency-key')).toMatch(/./)
    expect(
      screen
        .getAllByRole('link', { name: /^Add to calendar: / })
        .map((link) => new URL(link.getAttribute('href') ?? '').pathname),
    ).toEqual(ids.map((id) => `/calendar/${id}.ics`))
    await reloadPublic()
    await screen.findByRole('heading', { name: 'You signed up, Åsa' })
  })

  it('name what filled meanwhile', async () => {
    const { event, user } = await openForm()
    const [first = '', second = ''] = idsOf(event)
    answer('signup', 'signUpForSeveral', {
      signed_up: [placeOn(event, first)],
      requested: [],
      refused: [{ shift_id: second, code: 'shift_full' }],
    })
    await fillIn(user)
    await accept(user)
    await user.click(screen.getByRole('button', { name: 'Sign up for both' }))
    await screen.findByRole('heading', { name: 'We could not give you every shift' })
    screen.getByText(/^Bar, Sat/)
    const reason = screen.getByText(/^The last place was just taken\./)
    const line = within(reason.closest('li') ?? reason).getByRole('link', { name: 'Join the waiting list' })
    expect(line.getAttribute('href')).toBe(publicPaths.signup(event.id, second))
  })

  it.each([
    {
      language: 'en',
      text: 'For one of these shifts the organizer answers first. Its place is not held meanwhile.',
    },
    { language: 'sv', text: 'För ett av passen svarar arrangören först. Platsen hålls inte under tiden.' },
  ] as const)('$language: say how many of them are answered first (D52)', async ({ language, text }) => {
    const bar = { ...buildPublicRole('Bar', [saturday()]), asks_first: true }
    await openForm(buildPublicEvent({ roles: [buildPublicRole('Entrance', [friday()]), bar] }), language)
    screen.getByText(text)
  })

  it('all of which are asked for or refused: names these, and lets somebody else sign up (D52)', async () => {
    const roles = ['Entrance', 'Bar', 'Kitchen'].map((name) => ({
      ...buildPublicRole(name, [friday()]),
      asks_first: true,
    }))
    const { event, user } = await openForm(buildPublicEvent({ roles }))
    const [first = '', second = '', third = ''] = idsOf(event)
    answer('signup', 'signUpForSeveral', {
      signed_up: [],
      requested: [first, second].map((shift_id) => ({ shift_id, request_id: buildId(), person: 0 })),
      refused: [{ shift_id: third, code: 'shift_full' }],
    })
    await fillIn(user)
    await accept(user)
    await user.click(screen.getByRole('button', { name: 'Send the request' }))
    await screen.findByRole('heading', { level: 1, name: 'Your request is with the organizer' })
    expect(screen.getAllByText('Not yours yet')).toHaveLength(2)
    screen.getByRole('heading', { name: 'We could not give you every shift' })
    screen.getByText(/^Kitchen, Fri/)
    screen.getByText(/^The last place was just taken\./)
    await user.click(screen.getByRole('button', { name: 'Sign up somebody else' }))
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveProperty('value', 'asa@example.org')
  })

  it('none of which could be taken: says why, and keeps what was typed', async () => {
    const { event, user } = await openForm()
    const [first = '', second = ''] = idsOf(event)
    refuse('signup', 'signUpForSeveral', {
      status: 409,
      code: 'none_taken',
      error: 'None of these shifts could be taken.',
      refused: [
        { shift_id: first, code: 'schedule_conflict' },
        { shift_id: second, code: 'a_later_code' },
      ],
    })
    await fillIn(user)
    await accept(user)
    await user.click(screen.getByRole('button', { name: 'Sign up for both' }))
    await screen.findByRole('heading', { name: 'None of these shifts could be taken.' })
    screen.getByText('You already have a shift at that time.')
    screen.getByText('This shift could not be taken.')
    screen.getByRole('link', { name: 'Get the link to your shifts' })
    expect(screen.queryByRole('link', { name: 'Join the waiting list' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to the form' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Åsa')
  })

  it('announce which of them has changed', async () => {
    const { event } = await openForm()
    const shift = event.roles[1]?.shifts[0]
    await pushLive(topics.event(event.id), 'shifts', {
      n: 1,
      as_of: '2199-06-01T00:00:01.000Z',
      shifts: [{ ...shift, spots_left: 0, assigned_count: 4, signing_up: 0 }],
      removed: [],
    })
    const said = await screen.findByText('Bar Sat 22 June 08:00–12:30: Full')
    expect(said.getAttribute('aria-live')).toBe('polite')
  })

  it('become one when the other is left out', async () => {
    const { event, user } = await openForm()
    const [first = '', second = ''] = idsOf(event)
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Åsa')
    await user.click(screen.getByRole('button', { name: /^Leave out: Entrance/ }))
    expect(`${location.pathname}${location.search}`).toBe(publicPaths.signup(event.id, second))
    screen.getByRole('heading', { name: 'Bar', level: 1 })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Åsa')
    expect(first).not.toBe(second)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })
})

async function openThree() {
  const sunday = buildPublicShift([], {
    start_dt: '2199-06-23T06:00:00.000Z',
    end_dt: '2199-06-23T10:00:00.000Z',
  })
  return openForm(buildPublicEvent({ roles: [buildPublicRole('Entrance', [friday(), saturday(), sunday])] }))
}

const crosses = () => screen.getAllByRole('button', { name: /^Leave out: / })

describe('leaving a shift out', () => {
  it('leads to the next one, or to the heading', async () => {
    const { user } = await openThree()
    const [first, second] = crosses()
    if (first) await user.click(first)
    expect(document.activeElement).toBe(second)
    const last = crosses().at(-1)
    if (last) await user.click(last)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  it('waits until the sign-up is answered', async () => {
    const { event, user } = await openThree()
    const asked = stall('signup', 'signUpForSeveral')
    await fillIn(user)
    await accept(user)
    await user.click(screen.getByRole('button', { name: 'Sign up for all 3' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    const [cross] = crosses()
    if (cross) await user.click(cross)
    expect(document.activeElement).toBe(cross)
    expect(cross?.getAttribute('aria-disabled')).toBe('true')
    expect(crosses()).toHaveLength(3)
    const [first = '', ...others] = idsOf(event)
    expect(`${location.pathname}${location.search}`).toBe(publicPaths.signup(event.id, first, others))
  })
})

async function signUp(event: PublicEvent, isRemembered: boolean) {
  const { user } = await openForm(event)
  answer('signup', 'signUpForSeveral', {
    signed_up: idsOf(event).map((id) => placeOn(event, id)),
    requested: [],
    refused: [],
  })
  await fillIn(user)
  await accept(user)
  if (isRemembered) await user.click(screen.getByRole('checkbox', { name: /^Remember me on this device/ }))
  await user.click(screen.getByRole('button', { name: 'Sign up for both' }))
  await screen.findByRole('heading', { name: 'You’re signed up, Åsa' })
}

describe('remembered details', () => {
  it('are kept only when that was ticked', async () => {
    await signUp(buildFestival(), false)
    expect(localStorage.getItem('volunteer')).toBeNull()
    await openForm()
    screen.getByRole('textbox', { name: 'First name' })
  })

  it('fill the next form, can be changed there, and are forgotten with one press', async () => {
    await signUp(buildFestival(), true)
    const { user } = await openForm()
    screen.getByRole('heading', { name: 'Signing up as' })
    screen.getByText('Åsa Öberg')
    screen.getByText('asa@example.org')
    expect(screen.queryByRole('textbox', { name: 'E-mail' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Change' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Last name' }).value).toBe('Öberg')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Remember me/ }).checked).toBe(true)

    const next = await openForm()
    await next.user.click(screen.getByRole('button', { name: 'Forget me' }))
    expect(localStorage.getItem('volunteer')).toBeNull()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('')
  })

  it('open again where one of them is to be corrected', async () => {
    await signUp(buildFestival(), true)
    const { user } = await openForm()
    refuse('signup', 'signUpForSeveral', {
      status: 400,
      code: 'validation',
      issues: [{ path: 'email', message: 'Not an e-mail address' }],
    })
    await accept(user)
    await user.click(screen.getByRole('button', { name: 'Sign up for both' }))
    const email = await screen.findByRole('textbox', { name: 'E-mail' })
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(within(document.body).queryByRole('button', { name: 'Change' })).toBeNull()
  })
})
