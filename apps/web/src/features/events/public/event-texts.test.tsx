import { topics } from '@muster/contract/live'
import { routes } from '@muster/contract/routes'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { refuse } from '../../../testing/answers.ts'
import { buildId } from '../../../testing/build-event.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicRole,
  buildPublicShift,
} from '../../../testing/build-public-event.ts'
import { breakLive, failAttempts, pushLive, refuseLive } from '../../../testing/live-channel.ts'
import { renderPublic } from '../../../testing/render-public.tsx'
import { server } from '../../../testing/server.ts'

vi.mock('../../../live/connection.ts', () => import('../../../testing/live-channel.ts'))
vi.mock('../../../ui/feedback/live-region.tsx', () => import('../../../testing/live-region.tsx'))

const languages = ['en', 'sv'] as const

describe.each(languages)('an event that cannot be read (%s)', (language) => {
  const failed = { en: 'Failed to load event details', sv: 'Det gick inte att läsa in evenemanget' }[language]

  it.each([
    { status: 500, en: 'Something went wrong. Please try again.', sv: 'Något gick fel. Försök igen.' },
    {
      status: 404,
      en: 'This event does not exist, or has been removed.',
      sv: 'Evenemanget finns inte eller har tagits bort.',
    },
  ])('$status', async ({ status, [language]: reason }) => {
    refuse('events', 'getPublicEvent', { status })
    await renderPublic(paths.publicEvent(buildId()), language)
    const said = (await screen.findByRole('alert')).textContent
    expect(said).toContain(failed)
    expect(said).toContain(reason)
  })

  it('for a reason the server gives', async () => {
    refuse('events', 'getPublicEvent', { status: 503, code: 'busy', error: 'The server’s own.' })
    await renderPublic(paths.publicEvent(buildId()), language)
    const said = (await screen.findByRole('alert')).textContent
    expect(said).toContain(failed)
    expect(said).toContain('The server’s own.')
  })

  it('for want of a connection', async () => {
    server.use(http.get(`*${routes.events.getPublicEvent.path}`, () => HttpResponse.error()))
    await renderPublic(paths.publicEvent(buildId()), language)
    expect((await screen.findByRole('alert')).textContent).toContain(
      {
        en: 'No connection. Check your network and try again.',
        sv: 'Ingen anslutning. Kontrollera nätet och försök igen.',
      }[language],
    )
  })
})

it.each([
  { language: 'en', text: 'The spots of 4 shifts have changed' },
  { language: 'sv', text: 'Platserna i 4 pass har ändrats' },
] as const)('$language: many changes at once are read out as one', async ({ language, text }) => {
  const shifts = Array.from({ length: 4 }, () => buildPublicShift())
  const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', shifts)] })
  answerPublicEvent(event)
  await renderPublic(paths.publicEvent(event.id), language)
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
  expect(await screen.findByText(text)).toBeDefined()
})

it.each([
  { language: 'en', texts: ['Signed up:', '1 person is signing up now'], full: 'Full' },
  { language: 'sv', texts: ['Anmälda:', '1 person anmäler sig just nu'], full: 'Fullt' },
] as const)('$language: a shift says who is there and on the way', async ({ language, texts, full }) => {
  const shift = buildPublicShift(['Anna Berg'], { required_qty: 1 })
  const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] })
  answerPublicEvent(event, { [shift.id]: 1 })
  await renderPublic(paths.publicEvent(event.id), language)
  for (const text of texts) expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByRole('button', { name: full })).toHaveProperty('disabled', true)
})

describe.each(languages)('the live feed (%s)', (language) => {
  const words = {
    en: {
      broken: 'Connection error. Unable to receive live updates.',
      lost: 'Unable to establish real-time connection after 5 attempts',
      refused: 'Failed to connect to realtime service. Please refresh the page',
    },
    sv: {
      broken: 'Anslutningsfel. Det går inte att ta emot uppdateringar.',
      lost: 'Ingen liveanslutning efter 5 försök',
      refused: 'Det gick inte att ansluta till livetjänsten. Ladda om sidan',
    },
  }[language]

  it.each(['event', 'signup'] as const)('of the %s page says what it has lost', async (page) => {
    const event = buildPublicEvent()
    const shift_id = event.roles[0]?.shifts[0]?.id ?? ''
    answerPublicEvent(event)
    await renderPublic(
      page === 'event' ? paths.publicEvent(event.id) : paths.signup(event.id, shift_id),
      language,
    )
    await screen.findByRole('heading', { level: 1 })
    const topic = topics.event(event.id)
    await breakLive(topic)
    screen.getByText(words.broken)
    await failAttempts(4)
    screen.getByText(words.broken)
    await failAttempts(5)
    screen.getByText(words.lost)
    await refuseLive(topic)
    screen.getByText(words.refused)
    await failAttempts(0)
  })
})
