import { topics } from '@muster/contract/live'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { refuse, stall } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicRole,
  buildPublicShift,
} from '../../testing/build-public-event.ts'
import { answerJoin } from '../../testing/live-channel.ts'
import { renderPublic } from '../../testing/render-public.tsx'

async function openSignup(event = buildPublicEvent()) {
  const shift = event.roles[0]?.shifts[0] ?? buildPublicShift()
  answerPublicEvent(event)
  answerJoin(topics.shiftSignup(shift.id), { others: 0 })
  const user = await renderPublic(paths.signup(event.id, shift.id))
  await screen.findByRole('heading', { level: 1 })
  return user
}

async function signUp() {
  const user = await openSignup()
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
  const terms = screen.getByRole<HTMLInputElement>('checkbox')
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
  screen.getByText('What you filled in is kept.')
})

it('says over the form that all places are taken', async () => {
  const full = buildPublicShift(['Maja Ek'], { required_qty: 1 })
  await openSignup(buildPublicEvent({ roles: [buildPublicRole('Entrance', [full])] }))
  screen.getByText('All places are taken.')
})

it.each([
  { refusal: {}, reason: 'Something went wrong. Please try again.' },
  { refusal: { error: 'The server’s own.' }, reason: 'The server’s own.' },
])('says why a shift could not be read, and leads back: $reason', async ({ refusal, reason }) => {
  refuse('events', 'getPublicEvent', refusal)
  await renderPublic(paths.signup(buildId(), buildId()))
  expect((await screen.findByRole('alert')).textContent).toContain(reason)
  expect(screen.getByRole('link', { name: 'Back to the event' })).toBeDefined()
})

it('leads to the start page when the event is gone', async () => {
  refuse('events', 'getPublicEvent', { status: 404, code: 'event_not_found' })
  await renderPublic(paths.signup(buildId(), buildId()))
  expect((await screen.findByRole('link', { name: 'To the start page' })).getAttribute('href')).toBe('/')
})

it('says in the contact form what is accepted by signing up', async () => {
  const event = buildPublicEvent()
  answerPublicEvent(event)
  await renderPublic(`${paths.publicEvent(event.id)}?shift=${event.roles[0]?.shifts[0]?.id}`)
  expect(await screen.findByText(/You are at least 16, and by signing up you accept/)).toBeDefined()
})
