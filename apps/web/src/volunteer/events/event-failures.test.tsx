import { topics } from '@muster/contract/live'
import { routes } from '@muster/contract/routes'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicRole,
  buildPublicShift,
} from '../../testing/build-public-event.ts'
import {
  breakLive,
  failAttempts,
  pushLive,
  reconnect,
  refuseLive,
  rejoinLive,
} from '../../testing/live-channel.ts'
import { renderPublic } from '../../testing/render-public.tsx'
import { server } from '../../testing/server.ts'

vi.mock('../../ui/feedback/live-region.tsx', () => import('../../testing/live-region.tsx'))

it('has a reason of its own for a failure without a sentence', async () => {
  refuse('events', 'getPublicEvent', { status: 500 })
  await renderPublic(publicPaths.publicEvent(buildId()))
  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong. Please try again.')
})

it('says when there is no connection', async () => {
  server.use(http.get(`*${routes.events.getPublicEvent.path}`, () => HttpResponse.error()))
  await renderPublic(publicPaths.publicEvent(buildId()))
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server.')
})

it('announces many changes at once as one', async () => {
  const shifts = Array.from({ length: 4 }, () => buildPublicShift())
  const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', shifts)] })
  answerPublicEvent(event)
  await renderPublic(publicPaths.publicEvent(event.id))
  await screen.findByRole('heading', { name: event.name })
  await pushLive(topics.event(event.id), 'shifts', {
    n: 1,
    as_of: '2199-06-01T00:00:01.000Z',
    removed: [],
    shifts: (event.roles[0]?.shifts ?? []).map((shift) => ({
      ...shift,
      spots_left: 3,
      assigned_count: 1,
      signing_up: 0,
    })),
  })
  expect(await screen.findByText('The spots of 4 shifts have changed')).toBeDefined()
})

it('counts who is signing up from the answer to its join', async () => {
  const shift = buildPublicShift(['Anna Berg'])
  const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] })
  answerPublicEvent(event, { [shift.id]: 1 })
  await renderPublic(publicPaths.publicEvent(event.id))
  expect(await screen.findByText('1 person is signing up now')).toBeDefined()
})

it('does not say that somebody is signing up while its live feed is lost', async () => {
  const shift = buildPublicShift(['Anna Berg'])
  const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] })
  answerPublicEvent(event, { [shift.id]: 1 })
  await renderPublic(publicPaths.publicEvent(event.id))
  await screen.findByText('1 person is signing up now')
  await breakLive(topics.event(event.id))
  screen.getByText('Anna Berg')
  expect(screen.queryByText('1 person is signing up now')).toBeNull()
  await rejoinLive(topics.event(event.id))
  screen.getByText('1 person is signing up now')
})

it.each(['event', 'signup'] as const)('the %s page says what its live feed has lost', async (page) => {
  const event = buildPublicEvent()
  const shift_id = event.roles[0]?.shifts[0]?.id ?? ''
  answerPublicEvent(event)
  const user = await renderPublic(
    page === 'event' ? publicPaths.publicEvent(event.id) : publicPaths.signup(event.id, shift_id),
  )
  await screen.findByRole('heading', { level: 1 })
  const topic = topics.event(event.id)
  await breakLive(topic)
  screen.getByText('Connection error. Unable to receive live updates.')
  await failAttempts(4)
  screen.getByText('Connection error. Unable to receive live updates.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await failAttempts(5)
  screen.getByText('Unable to establish real-time connection after 5 attempts')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(reconnect).toHaveBeenCalledOnce())
  reconnect.mockClear()
  await refuseLive(topic)
  screen.getByText('Failed to connect to realtime service. Please refresh the page')
  await failAttempts(0)
})
