import type { PublicEvent } from '@muster/contract/public-event'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { publicPaths } from '../../../public-paths.ts'
import { answer, refuse } from '../../../testing/answers.ts'
import { buildId, buildQuestion } from '../../../testing/build-event.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicRole,
  buildPublicShift,
} from '../../../testing/build-public-event.ts'
import { renderPublic } from '../../../testing/render-public.tsx'

/* D54 */

type Given = { required_qty?: number; min_age?: number | null; questions?: PublicEvent['questions'] }

async function openForm({ required_qty = 4, min_age = null, questions = [] }: Given = {}) {
  const role = { ...buildPublicRole('Entrance', [buildPublicShift([], { required_qty })]), min_age }
  const event = buildPublicEvent({ roles: [role], questions })
  answerPublicEvent(event)
  const shift = role.shifts[0] ?? buildPublicShift()
  const user = await renderPublic(publicPaths.signup(event.id, shift.id))
  await screen.findByRole('heading', { level: 1 })
  for (const [name, value] of Object.entries({
    'First name': 'Åsa',
    'Last name': 'Öberg',
    'E-mail': 'asa@example.org',
    Phone: '+46 70 174 06 11',
  }))
    await user.type(screen.getByRole('textbox', { name }), value)
  return { user, event, shift, role }
}

const person = (number: number) => within(screen.getByRole('group', { name: `Person ${number}` }))

async function add(
  user: UserEvent,
  number: number,
  { first_name, minor }: { first_name: string; minor: boolean },
) {
  await user.click(screen.getByRole('button', { name: 'Add a child or a friend' }))
  await user.type(person(number).getByRole('textbox', { name: 'First name' }), first_name)
  await user.type(person(number).getByRole('textbox', { name: 'Last name' }), 'Öberg')
  if (minor) await user.click(person(number).getByRole('checkbox', { name: /^Under 16/ }))
}

const placesOf = (shift: ReturnType<typeof buildPublicShift>, people: number) =>
  Array.from({ length: people }, (_, at) => ({
    assignment_id: buildId(),
    shift,
    calendar_url: '/calendar/abc.ics',
    correction_key: 'key',
    person: at,
  }))

describe('several people in one form', () => {
  it('are sent with the contact first, and named on the page that follows', async () => {
    const { user, shift } = await openForm()
    await add(user, 2, { first_name: 'Nils', minor: true })
    expect(document.activeElement).toBe(person(2).getByRole('checkbox', { name: /^Under 16/ }))
    await add(user, 3, { first_name: 'Bo', minor: false })
    screen.getByText('Children’s names are never shown on the event page.')
    const asked = answer('signup', 'signUpForSeveral', {
      signed_up: placesOf(shift, 3),
      requested: [],
      refused: [],
    })
    await user.click(screen.getByRole('checkbox', { name: /^I am the guardian of Nils, am with them/ }))
    await user.click(screen.getByRole('button', { name: 'Sign up all 3' }))
    await screen.findByRole('heading', { name: 'You’re signed up, Åsa' })
    screen.getByText('All of you have the place: Åsa, Nils and Bo.')
    expect(asked[0]?.body).toMatchObject({
      shift_ids: [shift.id],
      first_name: 'Åsa',
      people: [
        { first_name: 'Åsa', last_name: 'Öberg' },
        { first_name: 'Nils', last_name: 'Öberg', minor: true },
        { first_name: 'Bo', last_name: 'Öberg', minor: false },
      ],
    })
  })

  it('need names, which are asked for by each field', async () => {
    const { user } = await openForm()
    await user.click(screen.getByRole('button', { name: 'Add a child or a friend' }))
    await user.click(screen.getByRole('checkbox', { name: /accept the terms/ }))
    await user.click(screen.getByRole('button', { name: 'Sign up both of you' }))
    expect(await person(2).findAllByText('This field is required.')).toHaveLength(2)
    expect(document.activeElement).toBe(person(2).getByRole('textbox', { name: 'First name' }))
    await user.click(screen.getByRole('button', { name: 'Remove person 2' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a child or a friend' }))
    screen.getByRole('button', { name: 'Sign up' })
  })

  it('are told before they send when the places are too few, or a child too young', async () => {
    const { user } = await openForm({ required_qty: 1, min_age: 18 })
    await add(user, 2, { first_name: 'Nils', minor: true })
    screen.getByText('Only 1 place is left, and you are 2. A shift takes all of you or nobody.')
    screen.getByText('This shift is from 18 years.')
  })

  it('each answer the questions (D51)', async () => {
    const id = buildId()
    const question = { id, kind: 'choice' as const, label: 'Size', options: ['S', 'M'], required: true }
    const { user, shift } = await openForm({
      questions: [{ ...question, role_ids: [], delete_after_event: false }],
    })
    await add(user, 2, { first_name: 'Bo', minor: false })
    await user.click(person(2).getByRole('radio', { name: 'S' }))
    const mine = screen.getAllByRole('radio', { name: 'M' })[0]
    if (mine) await user.click(mine)
    expect(person(2).getByRole<HTMLInputElement>('radio', { name: 'S' }).checked).toBe(true)
    const asked = answer('signup', 'signUpForSeveral', {
      signed_up: placesOf(shift, 2),
      requested: [],
      refused: [],
    })
    await user.click(screen.getByRole('checkbox', { name: /accept the terms/ }))
    await user.click(screen.getByRole('button', { name: 'Sign up both of you' }))
    await screen.findByRole('heading', { name: /^You’re signed up/ })
    expect(asked[0]?.body).toMatchObject({
      answers: [{ question_id: id, value: 'M' }],
      people: [{ first_name: 'Åsa' }, { first_name: 'Bo', answers: [{ question_id: id, value: 'S' }] }],
    })
  })

  it('see no refusal at somebody else once one of them has changed or left', async () => {
    const questions = ['Diet', 'Size'].map((label) => buildQuestion(label))
    const { user } = await openForm({ questions })
    await add(user, 2, { first_name: 'Nils', minor: false })
    await add(user, 3, { first_name: 'Bo', minor: false })
    for (const number of [2, 3])
      for (const { label } of questions)
        await user.type(person(number).getByRole('textbox', { name: new RegExp(`^${label}`) }), 'x')
    const refuseSize = async () => {
      refuse('signup', 'signUpForSeveral', {
        status: 400,
        code: 'validation',
        error: 'No.',
        issues: [{ path: 'people.1.answers.1.value', message: 'Not that.' }],
      })
      await user.click(screen.getByRole('button', { name: 'Sign up all 3' }))
      await person(2).findByText('Not that.')
      expect(screen.getAllByText('Not that.')).toHaveLength(1)
    }
    await user.click(screen.getByRole('checkbox', { name: /accept the terms/ }))
    await refuseSize()
    await user.clear(person(2).getByRole('textbox', { name: /^Diet/ }))
    expect(screen.queryByText('Not that.')).toBeNull()
    await user.type(person(2).getByRole('textbox', { name: /^Diet/ }), 'x')
    await refuseSize()
    await user.click(screen.getByRole('button', { name: 'Remove person 2' }))
    expect(screen.queryByText('Not that.')).toBeNull()
  })

  it.each([
    { code: 'already_signed_up', person: 1, text: 'Nils is signed up for this shift already.' },
    { code: 'schedule_conflict', person: 1, text: 'Nils already has a shift at that time.' },
    { code: 'schedule_conflict', person: 0, text: 'You already have a shift at that time.' },
    { code: 'too_young', person: 1, text: 'Nils is too young for this shift.' },
    {
      code: 'too_many_shifts',
      person: 1,
      text: 'For Nils that would be more shifts than one person may take at this event.',
    },
  ])('learn whose the refusal is: $code, $person', async ({ code, person: which, text }) => {
    const { user, shift } = await openForm()
    await add(user, 2, { first_name: 'Nils', minor: false })
    refuse('signup', 'signUpForSeveral', {
      status: 409,
      code: 'none_taken',
      error: 'None.',
      refused: [{ shift_id: shift.id, code, person: which }],
    })
    await user.click(screen.getByRole('checkbox', { name: /accept the terms/ }))
    await user.click(screen.getByRole('button', { name: 'Sign up both of you' }))
    await screen.findByText(text)
  })
})

describe('a shift whose sign-ups are answered first (D52)', () => {
  it('says so before and after, and promises nothing', async () => {
    const role = { ...buildPublicRole('First aid', [buildPublicShift()]), asks_first: true }
    const event = buildPublicEvent({ roles: [role] })
    answerPublicEvent(event)
    const shift = role.shifts[0] ?? buildPublicShift()
    const user = await renderPublic(publicPaths.signup(event.id, shift.id))
    await screen.findByText('The organizer answers first. Nothing is held meanwhile.')
    for (const [name, value] of Object.entries({
      'First name': 'Åsa',
      'Last name': 'Öberg',
      'E-mail': 'asa@example.org',
      Phone: '+46 70 174 06 11',
    }))
      await user.type(screen.getByRole('textbox', { name }), value)
    answer('signup', 'signUp', { request_id: buildId(), shift })
    await user.click(screen.getByRole('checkbox', { name: /accept the terms/ }))
    await user.click(screen.getByRole('button', { name: 'Ask for the place' }))
    await screen.findByRole('heading', { name: 'Your request is with the organizer' })
    screen.getByText('Not yours yet')
    expect(screen.queryByText(/signed up/)).toBeNull()
  })
})
