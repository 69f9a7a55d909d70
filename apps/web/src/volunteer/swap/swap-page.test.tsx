import type { SwapOffer } from '@muster/contract/swap'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import { buildPublicOrganization } from '../../testing/build-public-organization.ts'
import { renderPublic } from '../../testing/render-public.tsx'

/* D58 */

const address = `/swap/${'b'.repeat(43)}`
const offer: SwapOffer = {
  organization: buildPublicOrganization(),
  contact: { email: 'kansli@midsommar.example', phone: null },
  event: {
    id: buildId(),
    name: 'Midsommar i parken',
    location: 'Stadsparken, Lund',
    time_zone: 'Europe/Stockholm',
    public_names: 'full',
    questions: [],
  },
  role: { id: buildId(), name: 'Entrance', description: null, min_age: null, asks_first: false },
  shift: {
    id: buildId(),
    start_dt: '2199-06-21T06:00:00.000Z',
    end_dt: '2199-06-21T10:00:00.000Z',
    meeting_point: 'Yellow tent',
    note: null,
  },
}
const shift = {
  ...offer.shift,
  role_id: buildId(),
  required_qty: 1,
  spots_left: 0,
  assigned_count: 1,
  assigned_people: [],
}

async function fill(role = offer.role) {
  answer('swap', 'getSwap', { ...offer, role })
  const user = await renderPublic(address)
  await user.type(await screen.findByLabelText('First name'), 'Olle')
  await user.type(screen.getByLabelText('Last name'), 'Frisk')
  await user.type(screen.getByLabelText('E-mail'), 'olle@volunteer.example')
  await user.type(screen.getByLabelText('Phone'), '+46701234567')
  return { press: () => user.click(screen.getByRole('button', { name: /^(Take|Ask for) this shift$/ })) }
}

it('shows the shift, and takes it as it is shown', async () => {
  const { press } = await fill()
  expect(screen.getByRole('article').textContent).toMatch(/Entrance.*08:00–12:00.*Meeting point: Yellow tent/)
  const calendar_url = 'http://localhost/calendar/x.ics'
  const asked = answer('swap', 'takeSwap', {
    assignment_id: buildId(),
    shift,
    calendar_url,
    correction_key: 'key',
  })
  await press()
  await screen.findByRole('heading', { level: 1, name: 'The shift is yours' })
  await screen.findByText('A confirmation is on its way to olle@volunteer.example')
  const { start_dt, end_dt } = shift
  expect(asked.map(({ body }) => body)).toEqual([
    expect.objectContaining({ first_name: 'Olle', phone: '+46701234567', seen: { start_dt, end_dt } }),
  ])
  expect(asked[0]?.headers.get('idempotency-key')).toBeTruthy()
})

it('promises nothing where an organizer answers first (D52)', async () => {
  const { press } = await fill({ ...offer.role, asks_first: true, min_age: 18 })
  screen.getByText(/^The organizer answers first/)
  screen.getByText(/You are at least 18/)
  answer('swap', 'takeSwap', { request_id: buildId(), shift })
  await press()
  await screen.findByRole('heading', { level: 1, name: 'Your request is with the organizer' })
  await screen.findByText('You hear by e-mail, at olle@volunteer.example. Nothing is yours before that.')
  expect(screen.queryByText(/The shift is yours/)).toBeNull()
})

it('says that somebody else was faster, and keeps what was typed', async () => {
  const { press } = await fill()
  refuse('swap', 'takeSwap', {
    status: 409,
    code: 'place_taken',
    error: 'Somebody else has taken the place.',
  })
  await press()
  await screen.findByText('Somebody else has taken the place.')
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Olle')
})

it.each([
  [409, 'place_taken', 'The shift has been taken'],
  [409, 'swap_pending', 'Somebody has asked for this shift'],
  [409, 'shift_over', 'The shift has begun'],
  [404, 'link_invalid', 'This link can’t be opened'],
] as const)('says at %i %s: %s', async (status, code, title) => {
  refuse('swap', 'getSwap', { status, code })
  await renderPublic(address)
  await screen.findByRole('heading', { name: title })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('tries again what could not be read', async () => {
  refuse('swap', 'getSwap')
  const user = await renderPublic(address)
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer('swap', 'getSwap', offer)
  await user.click(again)
  await screen.findByRole('heading', { name: 'Can you take this shift?' })
})
