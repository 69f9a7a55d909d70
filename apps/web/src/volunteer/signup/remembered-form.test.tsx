import type { PublicShift } from '@muster/contract/public-event'
import { act, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import { answerPublicEvent, buildPublicEvent, buildPublicShift } from '../../testing/build-public-event.ts'
import { reloadPublic, renderPublic } from '../../testing/render-public.tsx'
import { forgetVolunteer, type RememberedPerson, rememberVolunteer } from '../events/remembered.ts'

/* D45 */

// Not returned, because the test runner would await it outside React's test environment.
afterEach(() => {
  act(forgetVolunteer)
})

const anna: RememberedPerson = {
  first_name: 'Anna',
  last_name: 'Berg',
  email: 'anna@example.org',
  countryCode: 'SE',
  phone: '070-174 06 05',
}

const remember = (person: RememberedPerson) =>
  act(() => rememberVolunteer(person, { event_id: buildId(), assignment_ids: [] }))

async function openForm() {
  const event = buildPublicEvent()
  const shift = event.roles[0]?.shifts[0] ?? buildPublicShift()
  answerPublicEvent(event)
  const user = await renderPublic(publicPaths.signup(event.id, shift.id))
  await screen.findByRole('heading', { level: 1 })
  return { user, shift }
}

const text = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const rememberBox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Remember me/ })
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))
const accept = (user: UserEvent) => user.click(screen.getByRole('checkbox', { name: /accept the terms/ }))

async function fillIn(user: UserEvent, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    await user.clear(text(name))
    await user.type(text(name), value)
  }
}

async function signUp(user: UserEvent, shift: PublicShift) {
  answer('signup', 'signUp', {
    assignment_id: buildId(),
    shift,
    calendar_url: '/calendar/abc.ics',
    correction_key: 'key',
  })
  await accept(user)
  await press(user, 'Sign up')
}

describe('fields that open to be corrected', () => {
  it('stay until the number is complete', async () => {
    remember({ ...anna, phone: '' })
    const { user } = await openForm()
    await accept(user)
    await press(user, 'Sign up')
    const phone = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Phone' })
    await user.type(phone, '0701740605')
    expect(phone.value).toBe('0701740605')
    expect(document.activeElement).toBe(phone)
  })

  it('stay although the details are the remembered ones again', async () => {
    remember(anna)
    const { user } = await openForm()
    const issues = [{ path: 'email', message: 'Not an e-mail address' }]
    refuse('signup', 'signUp', { status: 400, code: 'validation', issues })
    await accept(user)
    await press(user, 'Sign up')
    const email = await screen.findByRole<HTMLInputElement>('textbox', { name: 'E-mail' })
    await user.type(email, 'x{Backspace}')
    expect(email.value).toBe(anna.email)
    expect(document.activeElement).toBe(email)
  })
})

describe('a draft', () => {
  it('of another person is not called remembered, nor stored against their choice', async () => {
    remember(anna)
    const { user, shift } = await openForm()
    await press(user, 'Change')
    await fillIn(user, { 'First name': 'Maja', 'Last name': 'Ek', 'E-mail': 'maja@example.org' })
    await user.click(rememberBox())

    const again = await reloadPublic()
    await screen.findByRole('heading', { name: 'Your details' })
    expect(text('First name').value).toBe('Maja')
    expect(rememberBox().checked).toBe(false)

    await signUp(again, shift)
    await screen.findByRole('heading', { name: 'You’re signed up, Maja' })
    expect(localStorage.getItem('volunteer')).toBeNull()
  })

  it('stays open when another tab remembers somebody', async () => {
    const { user } = await openForm()
    await fillIn(user, { 'First name': 'Maja' })
    remember(anna)
    expect(text('First name').value).toBe('Maja')
  })
})

it.each(['Change', 'Somebody else', 'Forget me'])('“%s” leads to the first field', async (button) => {
  remember(anna)
  const { user } = await openForm()
  await press(user, button)
  expect(document.activeElement).toBe(text('First name'))
})

describe('somebody else on the same device', () => {
  it('begins with an empty form, and who is remembered stays so', async () => {
    remember(anna)
    const { user, shift } = await openForm()
    await press(user, 'Somebody else')
    expect([text('First name').value, text('E-mail').value]).toEqual(['', ''])
    await fillIn(user, {
      'First name': 'Bo',
      'Last name': 'Ek',
      'E-mail': 'bo@example.org',
      Phone: '+46 70 174 06 11',
    })
    await signUp(user, shift)
    await screen.findByRole('heading', { name: 'You’re signed up, Bo' })
    expect(localStorage.getItem('volunteer')).toContain('Anna')
    expect(localStorage.getItem('volunteer')).not.toContain('Bo')
  })

  it('is somebody else after a reload, too', async () => {
    remember(anna)
    const { user, shift } = await openForm()
    await press(user, 'Somebody else')
    await fillIn(user, {
      'First name': 'Bo',
      'Last name': 'Ek',
      'E-mail': 'bo@example.org',
      Phone: '+46 70 174 06 11',
    })
    const again = await reloadPublic()
    await screen.findByRole('heading', { name: 'Your details' })
    await signUp(again, shift)
    await screen.findByRole('heading', { name: 'You’re signed up, Bo' })
    expect(localStorage.getItem('volunteer')).toContain('Anna')
  })

  it('has the address of the last sign-up when it follows one', async () => {
    const { user, shift } = await openForm()
    await fillIn(user, {
      'First name': 'Åsa',
      'Last name': 'Öberg',
      'E-mail': 'asa@example.org',
      Phone: '+46 70 174 06 11',
    })
    await signUp(user, shift)
    await screen.findByRole('heading', { name: /^You’re signed up/ })
    await press(user, 'Sign up somebody else')
    expect(document.activeElement).toBe(text('First name'))
    expect([text('First name').value, text('E-mail').value]).toEqual(['', 'asa@example.org'])
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /accept the terms/ }).checked).toBe(false)
  })
})
