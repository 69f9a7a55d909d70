import { publicPath } from '@muster/contract/pages'
import type { WaitingPlace } from '@muster/contract/waiting-list'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import { buildPublicOrganization } from '../../testing/build-public-organization.ts'
import { renderPublic } from '../../testing/render-public.tsx'

const TOKEN = 'w'.repeat(43)

function buildPlace(given: Partial<WaitingPlace> = {}): WaitingPlace {
  return {
    status: 'WAITING',
    place: 2,
    is_offer_withdrawn: false,
    offer_expires_at: null,
    calendar_url: null,
    person: { first_name: 'Åsa' },
    organization: buildPublicOrganization({ name: 'Brunnby IF' }),
    contact: { email: 'kansli@brunnby.example', phone: null },
    shift: {
      id: buildId(),
      start_dt: '2199-06-21T06:00:00.000Z',
      end_dt: '2199-06-21T10:00:00.000Z',
      role: {
        name: 'Kafé',
        description: null,
        event: { id: buildId(), name: 'Sommarfest', location: 'Parken', time_zone: 'Europe/Stockholm' },
      },
    },
    ...given,
  }
}

async function open(place: WaitingPlace, language: 'en' | 'sv' = 'en') {
  answer('waitingList', 'getWaitingPlace', place)
  return renderPublic(publicPath('waiting', { token: TOKEN }), language)
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const button = (name: string) => screen.getByRole('button', { name })

it.each([
  [2, 'Åsa, you’re number 2 in line'],
  [1, 'Åsa, you’re next in line'],
])('says the place in line: %s', async (place, shown) => {
  await open(buildPlace({ place }))
  await title(shown)
  screen.getByText(/Nothing is booked until you take it/)
})

it('says that an offered place is no longer free', async () => {
  await open(buildPlace({ place: 1, is_offer_withdrawn: true }))
  await title('Åsa, you’re next in line')
  screen.getByText(/The place that we offered you is no longer free. You keep your place in line/)
})

it('stands in line only after a press', async () => {
  const user = await open(buildPlace({ status: 'ASKED', place: null }))
  await title('Åsa, one step is left')
  const asked = answer('waitingList', 'changeWaitingPlace', buildPlace({ place: 4 }))
  await user.click(button('Join the waiting list'))
  await title('Åsa, you’re number 4 in line')
  expect(asked.map(({ body }) => body)).toMatchObject([
    { status: 'WAITING', seen: { start_dt: expect.any(String) } },
  ])
})

it('takes an offered place once', async () => {
  const offered = buildPlace({ status: 'OFFERED', offer_expires_at: '2199-06-20T18:00:00.000Z' })
  const user = await open(offered)
  await title('Åsa, a place is free for you')
  screen.getByText(/until Thu(rsday)?,? 20 June.* at 20:00/)
  const asked = answer('waitingList', 'changeWaitingPlace', {
    ...offered,
    status: 'TAKEN',
    place: null,
    offer_expires_at: null,
  })
  await user.dblClick(button('Take the place'))
  const taken = await title('The place is yours, Åsa')
  await waitFor(() => expect(document.activeElement).toBe(taken))
  expect(asked.map(({ body }) => body)).toMatchObject([
    { status: 'TAKEN', seen: { start_dt: expect.any(String) } },
  ])
  screen.getByText(/with the link to your shift/)
  screen.getByRole('link', { name: 'See the event' })
})

it('declines an offer, and can join the line again', async () => {
  const user = await open(
    buildPlace({ status: 'OFFERED', offer_expires_at: '2199-06-20T18:00:00.000Z' }),
    'sv',
  )
  await title('Åsa, det finns en plats till dig')
  answer('waitingList', 'changeWaitingPlace', buildPlace({ status: 'LEFT', place: null }))
  await user.click(button('Nej tack'))
  await title('Du står inte i kön')
  const asked = answer('waitingList', 'changeWaitingPlace', buildPlace({ place: 3 }))
  await user.click(button('Ställ mig sist i kön'))
  await title('Åsa, du är nummer 3 i kön')
  expect(asked.map(({ body }) => body)).toMatchObject([
    { status: 'WAITING', seen: { start_dt: expect.any(String) } },
  ])
})

it('shows why a place cannot be taken, and keeps the buttons', async () => {
  const user = await open(buildPlace({ status: 'OFFERED', offer_expires_at: '2199-06-20T18:00:00.000Z' }))
  await title('Åsa, a place is free for you')
  const error = 'You already have another shift then: Entrance, Sat 21 June 08:00–10:00.'
  refuse('waitingList', 'changeWaitingPlace', { status: 409, code: 'schedule_conflict', error })
  await user.click(button('Take the place'))
  expect((await screen.findByRole('alert')).textContent).toContain(error)
  button('No, thanks')
})

it('shows what has become of an offer that could not be taken', async () => {
  const user = await open(buildPlace({ status: 'OFFERED', offer_expires_at: '2199-06-20T18:00:00.000Z' }))
  await title('Åsa, a place is free for you')
  const error = 'This shift is full.'
  refuse('waitingList', 'changeWaitingPlace', { status: 409, code: 'shift_full', error })
  answer('waitingList', 'getWaitingPlace', buildPlace({ place: 1, is_offer_withdrawn: true }))
  await user.click(button('Take the place'))
  await title('Åsa, you’re next in line')
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain(error)
  // The pressed button is no longer rendered, so the element beside the buttons has the focus.
  await waitFor(() => expect(document.activeElement).toBe(alert.parentElement))
})

it('an offer that has ended before the shift', async () => {
  await open(buildPlace({ status: 'LAPSED', place: null }))
  await title('This offer has ended')
  screen.getByText('It ended before it was answered.')
  button('Join the end of the line')
})

it.each([
  ['en', 'Åsa, you have a place on this shift', /^Your shift has its own link/, 'Get my links by e-mail'],
  ['sv', 'Åsa, du har en plats på passet', /^Ditt pass har en egen länk/, 'Få mina länkar med e-post'],
] as const)('who has a place is not promised an e-mail (%s)', async (language, shown, text, links) => {
  await open(buildPlace({ status: 'TAKEN', place: null }), language)
  await title(shown)
  screen.getByText(text)
  expect(screen.getByRole('link', { name: links }).getAttribute('href')).toBe(publicPaths.links)
  expect(screen.queryByText(/confirmation|bekräftelse/)).toBeNull()
})

it('who has got a place by another way since is told so after the press', async () => {
  const user = await open(buildPlace({ status: 'ASKED', place: null }))
  await title('Åsa, one step is left')
  answer('waitingList', 'changeWaitingPlace', buildPlace({ status: 'TAKEN', place: null }))
  await user.click(button('Join the waiting list'))
  await title('Åsa, you have a place on this shift')
  expect(screen.queryByText(/confirmation/)).toBeNull()
  expect(screen.queryByRole('button', { name: /Stand|Join/ })).toBeNull()
})

it.each([
  ['2199-06-21T10:00:00.000Z', 'Åsa, you have a place on this shift', 'The shift has begun.'],
  ['2020-06-21T10:00:00.000Z', 'This shift is over', 'There is nothing left to answer.'],
])('who has a place on a shift that has begun and ends at %s', async (end_dt, shown, text) => {
  const { shift } = buildPlace()
  const begun = { ...shift, start_dt: '2020-06-21T06:00:00.000Z', end_dt }
  await open(buildPlace({ status: 'TAKEN', place: null, shift: begun }))
  await title(shown)
  screen.getByText(text)
  screen.getByRole('link', { name: 'See the event' })
})

it.each([
  ['ASKED', 'Join the waiting list'],
  ['LEFT', 'Join the end of the line'],
  ['LAPSED', 'Join the end of the line'],
] as const)('leads to the sign-up when a place is free: %s', async (status, label) => {
  const place = buildPlace({ status, place: null })
  const user = await open(place)
  const join = await screen.findByRole('button', { name: label })
  const error = 'There is a free place: sign up for the shift instead.'
  refuse('waitingList', 'changeWaitingPlace', { status: 409, code: 'place_free', error })
  await user.click(join)
  const signup = await screen.findByRole('link', { name: 'Sign up for the shift' })
  expect(signup.getAttribute('href')).toBe(publicPaths.signup(place.shift.role.event.id, place.shift.id))
  expect(screen.getByRole('alert').textContent).toContain(error)
  expect(screen.queryByText(/When a place becomes free|You get no offer/)).toBeNull()
  expect(screen.queryByRole('button', { name: label })).toBeNull()
})

it.each(['LAPSED', 'ASKED', 'WAITING', 'OFFERED'] as const)(
  'once the shift has begun, the line cannot be joined: %s',
  async (status) => {
    const { shift } = buildPlace()
    const begun = { ...shift, start_dt: '2020-06-21T06:00:00.000Z', end_dt: '2020-06-21T10:00:00.000Z' }
    await open(buildPlace({ status, place: null, shift: begun }))
    await title('The waiting list has ended')
    screen.getByText('The shift has begun.')
    expect(screen.queryByRole('button', { name: /Join|Stand|Take|thanks/ })).toBeNull()
    screen.getByRole('link', { name: 'See the event' })
  },
)

it('an unknown link', async () => {
  refuse('waitingList', 'getWaitingPlace', { status: 404, code: 'link_invalid' })
  await renderPublic(publicPath('waiting', { token: TOKEN }), 'en')
  await title('This link can’t be opened')
})

it.each([
  { by: 'a press', lose: (user: UserEvent) => user.click(button('Take the place')) },
  { by: 'a return to the tab', lose: () => document.dispatchEvent(new Event('visibilitychange')) },
])('promises nothing more once its link is closed, as $by shows', async ({ lose }) => {
  const user = await open(buildPlace({ status: 'OFFERED', offer_expires_at: '2199-06-20T18:00:00.000Z' }))
  await title('Åsa, a place is free for you')
  button('Take the place').focus()
  const closed = { status: 404, code: 'link_invalid', error: 'This link is not valid.' }
  refuse('waitingList', 'changeWaitingPlace', closed)
  refuse('waitingList', 'getWaitingPlace', closed)
  await lose(user)
  const heading = await title('This link can’t be opened')
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.queryByRole('button', { name: /Take|thanks/ })).toBeNull()
})

it('keeps the place when a proxy answers for the server', async () => {
  await open(buildPlace())
  const shown = await title('Åsa, you’re number 2 in line')
  const asked = refuse('waitingList', 'getWaitingPlace', { status: 404 })
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(asked).toHaveLength(1))
  answer('waitingList', 'getWaitingPlace', buildPlace({ place: 1 }))
  document.dispatchEvent(new Event('visibilitychange'))
  // The heading was never removed.
  expect(await title('Åsa, you’re next in line')).toBe(shown)
})

it('tries again after a failure', async () => {
  refuse('waitingList', 'getWaitingPlace', { status: 503, code: 'busy' })
  const user = await renderPublic(publicPath('waiting', { token: TOKEN }), 'en')
  await title('Waiting list')
  await user.click(button('Try again'))
  const failed = await title('Waiting list')
  // The pressed button is gone.
  await waitFor(() => expect(document.activeElement).toBe(failed))
  answer('waitingList', 'getWaitingPlace', buildPlace())
  await user.click(button('Try again'))
  const loaded = await title('Åsa, you’re number 2 in line')
  expect(document.activeElement).toBe(loaded)
})
