import type { Language } from '@muster/contract/language'
import { topics } from '@muster/contract/live'
import type { PublicEvent } from '@muster/contract/public-event'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { chooseLanguage } from '../../i18n/language.ts'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicRole,
  buildPublicShift,
} from '../../testing/build-public-event.ts'
import { answerJoin, pushLive } from '../../testing/live-channel.ts'
import { reloadPublic, renderPublic } from '../../testing/render-public.tsx'
import { forgetVolunteer } from '../events/remembered.ts'

/* V4 */

beforeEach(forgetVolunteer)

const LABEL = 'Anything the organizer should know? (optional)'
const NOTE = 'I come straight from work.\nCall me if I am late.'

const note = (name = LABEL) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const fill = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

async function open(
  people: readonly string[] = [],
  { language = 'en', waiting_list = true }: { language?: Language; waiting_list?: boolean } = {},
) {
  const shift = buildPublicShift([...people], { required_qty: 1 })
  const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])], waiting_list })
  answerPublicEvent(event)
  answerJoin(topics.shiftSignup(shift.id), { others: 0 })
  const user = await renderPublic(publicPaths.signup(event.id, shift.id), language)
  await screen.findByRole('heading', { level: 1 })
  return { event, shift, user }
}

async function fillIn(user: UserEvent) {
  fill('First name', 'Åsa')
  fill('Last name', 'Öberg')
  fill('E-mail', 'asa@example.org')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Country code' }), 'SE')
  fill('Phone', '070-174 06 05')
  await user.click(screen.getByRole('checkbox', { name: /accept the terms/ }))
}

const answerSignup = ({ roles: [role] }: PublicEvent) => {
  const shift = role?.shifts[0] ?? buildPublicShift()
  const signed_up = { assignment_id: buildId(), shift: { ...shift, role_id: role?.id ?? '' } }
  return answer('signup', 'signUp', {
    ...signed_up,
    calendar_url: '/calendar/abc.ics',
    correction_key: 'key',
  })
}

/** Another visitor takes the last place. */
const becomesFull = ({ id, roles: [role] }: PublicEvent) =>
  pushLive(topics.event(id), 'shifts', {
    n: 1,
    as_of: '2199-06-01T00:00:01.000Z',
    shifts: [{ ...role?.shifts[0], role_id: role?.id, spots_left: 0, assigned_count: 1, signing_up: 0 }],
    removed: [],
  })

const press = (user: UserEvent, name = 'Sign up') => user.click(screen.getByRole('button', { name }))

it.each([
  { language: 'en', label: LABEL, hint: 'Only Midsommarföreningen sees it.' },
  {
    language: 'sv',
    label: 'Något som arrangören bör veta? (valfritt)',
    hint: 'Bara Midsommarföreningen ser det.',
  },
] as const)('$language: asks, and says who sees it', async ({ language, label, hint }) => {
  await open([], { language })
  note(label)
  screen.getByText(hint)
})

it('is sent, and not remembered with the details', async () => {
  const { event, user } = await open()
  const asked = answerSignup(event)
  await fillIn(user)
  fireEvent.change(note(), { target: { value: `  ${NOTE}\n` } })
  await user.click(screen.getByRole('checkbox', { name: /^Remember me/ }))
  await press(user)
  await screen.findByRole('heading', { name: 'You’re signed up, Åsa' })
  expect(asked[0]?.body).toMatchObject({ email: 'asa@example.org', note: NOTE })
  const kept = JSON.stringify([localStorage, sessionStorage].flatMap(Object.values))
  expect(kept).toContain('asa@example.org')
  expect(kept).not.toContain('straight from work')
})

it('left empty is not sent', async () => {
  const { event, user } = await open()
  const asked = answerSignup(event)
  await fillIn(user)
  fireEvent.change(note(), { target: { value: ' \n' } })
  await press(user)
  await screen.findByRole('heading', { name: 'You’re signed up, Åsa' })
  expect(asked[0]?.body).not.toHaveProperty('note')
})

it('is kept over a failure and a reload', async () => {
  const { event, user } = await open()
  await fillIn(user)
  fireEvent.change(note(), { target: { value: NOTE } })
  refuse('signup', 'signUp')
  await press(user)
  await screen.findByText('Failed to process your signup')
  expect(note().value).toBe(NOTE)
  const again = await reloadPublic()
  expect(note().value).toBe(NOTE)
  const asked = answerSignup(event)
  await press(again)
  await screen.findByRole('heading', { name: 'You’re signed up, Åsa' })
  expect(asked[0]?.body).toMatchObject({ note: NOTE })
})

it('too long is refused in place', async () => {
  const { event, user } = await open()
  const asked = answerSignup(event)
  await fillIn(user)
  fireEvent.change(note(), { target: { value: 'n'.repeat(501) } })
  await press(user)
  await screen.findByText('Write at most 500 characters.')
  await waitFor(() => expect(document.activeElement).toBe(note()))
  expect(asked).toEqual([])
  fireEvent.change(note(), { target: { value: 'n'.repeat(500) } })
  await press(user)
  await screen.findByRole('heading', { name: 'You’re signed up, Åsa' })
})

it('is marked when the server refuses it', async () => {
  const { user } = await open()
  await fillIn(user)
  fireEvent.change(note(), { target: { value: 'a\ttab' } })
  refuse('signup', 'signUp', {
    status: 400,
    code: 'validation',
    issues: [{ path: 'note', message: 'The server’s own.' }],
  })
  await press(user)
  await screen.findByText('The server’s own.')
  expect(note().getAttribute('aria-invalid')).toBe('true')
})

it('is not asked for on a full shift', async () => {
  await open(['Maja Ek'])
  screen.getByRole('button', { name: 'Join the waiting list' })
  expect(screen.queryByRole('textbox', { name: LABEL })).toBeNull()
})

it.each([
  { language: 'en', label: LABEL, text: 'No place is free now, so this is not sent.' },
  {
    language: 'sv',
    label: 'Något som arrangören bör veta? (valfritt)',
    text: 'Ingen plats är ledig nu, så det här skickas inte.',
  },
] as const)(
  '$language: says that it is not sent once the shift is full',
  async ({ language, label, text }) => {
    const { event } = await open([], { language })
    fireEvent.change(note(label), { target: { value: NOTE } })
    await becomesFull(event)
    await screen.findByText(text)
    expect(note(label)).toMatchObject({ value: NOTE, readOnly: true })
  },
)

it('stays in its place, though empty, when the shift fills', async () => {
  const { event } = await open()
  note().focus()
  await becomesFull(event)
  await screen.findByText('No place is free now, so this is not sent.')
  expect(document.activeElement).toBe(note())
})

it.each([
  { language: 'en', text: 'No place is free now, so this is not sent.' },
  { language: 'sv', text: 'Ingen plats är ledig nu, så det här skickas inte.' },
] as const)(
  '$language: is not sent to the waiting list, which a refusal says (D44)',
  async ({ language, text }) => {
    const { user } = await open()
    await fillIn(user)
    fireEvent.change(note(), { target: { value: NOTE } })
    refuse('signup', 'signUp', { status: 409, code: 'shift_full', error: 'This shift is full.' })
    await press(user)
    await screen.findByRole('heading', { level: 1, name: 'This shift is full.' })
    act(() => chooseLanguage(language))
    screen.getByText(text)
  },
)

it.each([
  { value: ' ', waiting_list: true },
  { value: NOTE, waiting_list: false },
])('a refusal does not speak of a note: $value, $waiting_list', async ({ value, waiting_list }) => {
  const { user } = await open([], { waiting_list })
  await fillIn(user)
  fireEvent.change(note(), { target: { value } })
  refuse('signup', 'signUp', { status: 409, code: 'shift_full', error: 'This shift is full.' })
  await press(user)
  await screen.findByRole('heading', { level: 1, name: 'This shift is full.' })
  expect(screen.queryByText(/this is not sent/)).toBeNull()
})

it('is not sent to the waiting list, however long it is (D44)', async () => {
  const { event, shift, user } = await open()
  await fillIn(user)
  fireEvent.change(note(), { target: { value: 'n'.repeat(501) } })
  fireEvent.blur(note())
  await becomesFull(event)
  const asked = answer('waitingList', 'joinWaitingList', { shift_id: shift.id })
  await user.click(await screen.findByRole('button', { name: 'Join the waiting list' }))
  await screen.findByRole('heading', { level: 1, name: 'Look in your inbox, Åsa' })
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
