import { topics } from '@muster/contract/live'
import type { PublicEvent } from '@muster/contract/public-event'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicRole,
  buildPublicShift,
} from '../../testing/build-public-event.ts'
import { answerJoin, pushLive } from '../../testing/live-channel.ts'
import { renderPublic } from '../../testing/render-public.tsx'

/* D44 */

async function openFull(given: Partial<PublicEvent> = {}) {
  const shift = buildPublicShift(['Maja Ek'], { required_qty: 1 })
  const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])], ...given })
  answerPublicEvent(event)
  answerJoin(topics.shiftSignup(shift.id), { others: 0 })
  const user = await renderPublic(publicPaths.signup(event.id, shift.id), 'en')
  await screen.findByRole('heading', { level: 1 })
  return { user, shift }
}

async function fillIn(user: UserEvent) {
  await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Åsa')
  await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Öberg')
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'asa@example.org')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Country code' }), 'SE')
  await user.type(screen.getByRole('textbox', { name: 'Phone' }), '070-174 06 05')
  await user.click(screen.getByRole('checkbox', { name: /accept the terms/ }))
}

const join = () => screen.getByRole('button', { name: 'Join the waiting list' })

it('asks once to wait for a full shift, and says that a step is left', async () => {
  const { user, shift } = await openFull()
  const asked = answer('waitingList', 'joinWaitingList', { shift_id: shift.id })
  await fillIn(user)
  await user.dblClick(join())
  const title = await screen.findByRole('heading', { level: 1, name: 'Look in your inbox, Åsa' })
  await waitFor(() => expect(document.activeElement).toBe(title))
  screen.getByText(/an e-mail to asa@example\.org/)
  screen.getByText(/Somebody new is not in line before the link is opened/)
  expect(asked.map(({ body }) => body)).toEqual([
    {
      first_name: 'Åsa',
      last_name: 'Öberg',
      email: 'asa@example.org',
      phone: '+46701740605',
      terms_version: '1.3',
      seen: { start_dt: '2199-06-21T06:00:00.000Z', end_dt: '2199-06-21T10:00:00.000Z' },
    },
  ])
})

it('one press agrees to the new time of a shift that has moved', async () => {
  const { user, shift } = await openFull()
  await fillIn(user)
  const seen = { start_dt: '2199-06-22T09:00:00.000Z', end_dt: '2199-06-22T11:00:00.000Z' }
  refuse('waitingList', 'joinWaitingList', { status: 409, code: 'shift_moved', error: 'Moved.', ...seen })
  await user.click(join())
  await screen.findByRole('heading', { name: 'Moved.' })
  const asked = answer('waitingList', 'joinWaitingList', { shift_id: shift.id })
  await user.click(screen.getByRole('button', { name: 'The new time works: join the waiting list' }))
  await screen.findByRole('heading', { level: 1, name: 'Look in your inbox, Åsa' })
  expect(asked.map(({ body }) => body)).toMatchObject([{ seen }])
})

it('asks for what is missing, as the sign-up does', async () => {
  const { user } = await openFull()
  const asked = refuse('waitingList', 'joinWaitingList')
  await user.click(join())
  const field = screen.getByRole('textbox', { name: 'First name' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(asked).toEqual([])
})

it('says that a place is free meanwhile, and keeps what was typed', async () => {
  const { user } = await openFull()
  const error = 'There is a free place: sign up for the shift instead.'
  refuse('waitingList', 'joinWaitingList', { status: 409, code: 'place_free', error })
  await fillIn(user)
  await user.click(join())
  await screen.findByText(error)
  screen.getByText('What you filled in is kept.')
})

it('after a failure it can be tried again', async () => {
  const { user, shift } = await openFull()
  refuse('waitingList', 'joinWaitingList', { status: 503, code: 'busy', error: 'Busy, please try again.' })
  await fillIn(user)
  await user.click(join())
  await screen.findByText('Busy, please try again.')
  answer('waitingList', 'joinWaitingList', { shift_id: shift.id })
  await user.click(join())
  await screen.findByRole('heading', { level: 1, name: 'Look in your inbox, Åsa' })
})

const others = () => screen.queryByRole('button', { name: 'Add a child or a friend' })
const ofOne = () => screen.findByText('A place in line is for one person: Åsa.')

it('is of one person, so nobody else can be added', async () => {
  await openFull()
  join()
  expect(others()).toBeNull()
})

async function fillInForTwo() {
  const role = buildPublicRole('Entrance', [buildPublicShift([], { required_qty: 2 }), buildPublicShift()])
  const [shift = buildPublicShift(), another] = role.shifts
  const event = buildPublicEvent({ roles: [role] })
  answerPublicEvent(event)
  const user = await renderPublic(publicPaths.signup(event.id, shift.id))
  await screen.findByRole('heading', { level: 1 })
  await fillIn(user)
  await user.click(await screen.findByRole('button', { name: 'Add a child or a friend' }))
  const person = within(screen.getByRole('group', { name: 'Person 2' }))
  await user.type(person.getByRole('textbox', { name: 'First name' }), 'Nils')
  await user.type(person.getByRole('textbox', { name: 'Last name' }), 'Öberg')
  await user.click(person.getByRole('checkbox', { name: /^Under 16/ }))
  const becomesFull = () =>
    pushLive(topics.event(event.id), 'shifts', {
      n: 1,
      as_of: '2199-06-01T00:00:01.000Z',
      shifts: [{ ...shift, spots_left: 0, assigned_count: 2, signing_up: 0 }],
      removed: [],
    })
  const openAnother = async () => {
    await renderPublic(publicPaths.signup(event.id, another?.id ?? ''))
    return within(await screen.findByRole('group', { name: 'Person 2' }))
  }
  return { user, shift, becomesFull, openAnother }
}

it('is of the contact alone when the shift fills under a form for several, who are kept for another shift', async () => {
  const { user, shift, becomesFull, openAnother } = await fillInForTwo()
  await becomesFull()
  await ofOne()
  expect(others()).toBeNull()
  screen.getByRole('checkbox', { name: 'I am at least 16 and accept the terms' })
  const asked = answer('waitingList', 'joinWaitingList', { shift_id: shift.id })
  await user.click(join())
  await screen.findByRole('heading', { level: 1, name: 'Look in your inbox, Åsa' })
  expect(asked).toHaveLength(1)
  expect(asked[0]?.body).toMatchObject({ first_name: 'Åsa' })
  expect(asked[0]?.body).not.toHaveProperty('people')
  const person = await openAnother()
  expect(person.getByRole('textbox', { name: 'First name' })).toHaveProperty('value', 'Nils')
})

it('can be joined alone after several were refused', async () => {
  const { user, shift, becomesFull } = await fillInForTwo()
  refuse('signup', 'signUpForSeveral', {
    status: 409,
    code: 'none_taken',
    error: 'None.',
    refused: [{ shift_id: shift.id, code: 'shift_full' }],
  })
  await user.click(screen.getByRole('button', { name: 'Sign up both of you' }))
  await screen.findByText('The last place was just taken.')
  // Two are too many for the one place that may be left.
  expect(screen.queryByText('Join the waiting list')).toBeNull()
  await becomesFull()
  await ofOne()
  answer('waitingList', 'joinWaitingList', { shift_id: shift.id })
  await user.click(join())
  await screen.findByRole('heading', { level: 1, name: 'Look in your inbox, Åsa' })
})

it('is not offered where the event has none', async () => {
  await openFull({ waiting_list: false })
  expect(screen.queryByRole('button', { name: 'Join the waiting list' })).toBeNull()
  screen.getByRole('button', { name: 'Full' })
})

it.each([
  { language: 'en', text: 'Free places are held for the waiting list.' },
  { language: 'sv', text: 'Lediga platser hålls för väntelistan.' },
] as const)('$language: says why a shift with free places is full', async ({ language, text }) => {
  const kept = buildPublicShift(['Maja Ek'], { required_qty: 2, spots_left: 0 })
  const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [kept])] })
  answerPublicEvent(event)
  answerJoin(topics.shiftSignup(kept.id), { others: 1 })
  await renderPublic(publicPaths.signup(event.id, kept.id), language)
  await screen.findByText(text)
  screen.getByText('Maja Ek')
})

it('says nothing of held places where all are taken', async () => {
  await openFull()
  expect(screen.queryByText(/held for the waiting list/)).toBeNull()
})

it.each(['first', 'last'])('of several shifts asks for the one that is left: %s', async (place) => {
  const over = buildPublicShift([], {
    start_dt: '2020-06-21T06:00:00.000Z',
    end_dt: '2020-06-21T10:00:00.000Z',
  })
  const full = buildPublicShift(['Maja Ek'], { required_qty: 1 })
  const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [over, full])] })
  answerPublicEvent(event)
  const [first, other] = place === 'first' ? [full.id, over.id] : [over.id, full.id]
  const user = await renderPublic(publicPaths.signup(event.id, first, [other]))
  await screen.findByRole('heading', { level: 1 })
  const asked = answer('waitingList', 'joinWaitingList', { shift_id: full.id })
  await fillIn(user)
  await user.click(join())
  await screen.findByRole('heading', { level: 1, name: 'Look in your inbox, Åsa' })
  screen.getByText('08:00–12:00')
  expect(asked.map(({ path }) => path)).toEqual([`/shifts/${full.id}/waiting-list`])
})
