import type { Language } from '@muster/contract/language'
import { topics } from '@muster/contract/live'
import { routes } from '@muster/contract/routes'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chooseLanguage } from '../../i18n/language.ts'
import { publicPaths } from '../../public-paths.ts'
import { buildId } from '../../testing/build-event.ts'
import { answerPublicEvent, buildPublicEvent, buildPublicShift } from '../../testing/build-public-event.ts'
import { answerJoin, pushLive } from '../../testing/live-channel.ts'
import { renderPublic } from '../../testing/render-public.tsx'
import { server } from '../../testing/server.ts'
import { navigate } from '../../ui/hooks/navigation.ts'

const words = {
  en: {
    sign_up: 'Sign up',
    busy: 'Many people are signing up right now. We keep trying for you.',
    no_answer: 'The server has not answered yet. We keep trying for you.',
    offline: 'You are offline. We go on as soon as you are connected again.',
    sending: 'Attempt 2 is under way',
    waiting: (attempt: number) => new RegExp(`^Attempt ${attempt} in \\d+ s$`),
    stop: 'Stop trying',
    stopped: 'We have stopped trying. Your place is not confirmed.',
    stopped_unknown: 'We have stopped trying. We do not know whether you got the place.',
    gave_up: 'We could not get through and have stopped trying. Your place is not confirmed.',
    safe: /^It is safe to try again: with the same details you will not be signed up twice\. What you filled in is kept\.$/,
    try_again: 'Try again',
    done: 'You’re signed up, Åsa',
  },
  sv: {
    sign_up: 'Anmäl mig',
    busy: 'Många anmäler sig just nu. Vi fortsätter försöka åt dig.',
    no_answer: 'Vi har inte fått något svar än. Vi fortsätter försöka åt dig.',
    offline: 'Du är inte uppkopplad. Vi fortsätter så fort du är uppkopplad igen.',
    sending: 'Försök 2 pågår',
    waiting: (attempt: number) => new RegExp(`^Försök ${attempt} om \\d+ s$`),
    stop: 'Sluta försöka',
    stopped: 'Vi har slutat försöka. Din plats är inte bekräftad.',
    stopped_unknown: 'Vi har slutat försöka. Vi vet inte om du fick platsen.',
    gave_up: 'Vi kom inte fram och har slutat försöka. Din plats är inte bekräftad.',
    safe: /^Du kan tryggt försöka igen: med samma uppgifter blir du inte anmäld två gånger\. Det du har fyllt i finns kvar\.$/,
    try_again: 'Försök igen',
    done: 'Du är anmäld, Åsa',
  },
} as const

const languages = ['en', 'sv'] as const satisfies readonly Language[]
const typed = { first_name: 'Åsa', last_name: 'Öberg', email: 'asa@example.org', phone: '070 174 06 05' }

const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (!found) throw new Error(`No field ${name}`)
  return found
}

const isLocked = (name: string) => field(name).closest('fieldset')?.disabled
const kept = () => Object.fromEntries(Object.keys(typed).map((name) => [name, field(name).value]))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const secondsIn = (element: HTMLElement) => Number(/(\d+) s$/.exec(element.textContent)?.[1])
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Longer than a slow machine takes to check the page, because the clock also runs by itself. */
const BUSY_FOR_S = 30

/** Answers to the requests in order. The last one is repeated. */
type Reply = 'busy' | 'flood' | 'lost' | 'silent' | 'taken' | 'full' | 'invalid'

/** Simulates a server that takes one place per key (D16), or as negative control one per request. */
function answerSignup(shift_id: string, replies: readonly Reply[], { byKey = true } = {}) {
  const asked: { key: string | null; body: string }[] = []
  const places = new Set<unknown>()
  const take = (key: string | null) => places.add(byKey ? key : asked.length)
  server.use(
    http.post(`*${routes.signup.signUp.path}`, async ({ request }) => {
      const key = request.headers.get('idempotency-key')
      asked.push({ key, body: await request.text() })
      const reply = replies[Math.min(asked.length, replies.length) - 1]
      if (reply === 'busy')
        return HttpResponse.json({ code: 'busy', retry_after: BUSY_FOR_S }, { status: 503 })
      if (reply === 'flood')
        return HttpResponse.json({ code: 'rate_limited', retry_after: 2 * BUSY_FOR_S }, { status: 429 })
      if (reply === 'full')
        return HttpResponse.json({ code: 'shift_full', error: 'All taken.' }, { status: 409 })
      if (reply === 'invalid') {
        const issues = [{ path: 'phone', message: 'x' }]
        return HttpResponse.json({ code: 'validation', error: 'Please check.', issues }, { status: 400 })
      }
      take(key)
      if (reply === 'silent') return new Promise<never>(() => undefined)
      if (reply === 'lost') return HttpResponse.error()
      const shift = { ...buildPublicShift(), id: shift_id }
      const answer = {
        assignment_id: buildId(),
        shift,
        calendar_url: '/calendar/abc.ics',
        correction_key: 'key',
      }
      return HttpResponse.json(answer, { status: 201 })
    }),
  )
  return { asked, places }
}

/** Opens the page, fills the form in and sends it once, with a clock that the test advances. */
async function send(replies: readonly Reply[], language: Language = 'en', options: { byKey?: boolean } = {}) {
  const event = buildPublicEvent()
  const shift = event.roles[0]?.shifts[0] ?? buildPublicShift()
  answerPublicEvent(event)
  answerJoin(topics.shiftSignup(shift.id), { others: 0 })
  const { asked, places } = answerSignup(shift.id, replies, options)
  await renderPublic(publicPaths.signup(event.id, shift.id), language)
  await screen.findByRole('heading', { level: 1 })
  fireEvent.change(field('countryCode'), { target: { value: 'SE' } })
  for (const [name, value] of Object.entries(typed)) fireEvent.change(field(name), { target: { value } })
  if (!field('acceptedTerms').checked) fireEvent.click(field('acceptedTerms'))
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  })
  press(words[language].sign_up)
  await waitFor(() => expect(asked).toHaveLength(1))
  return { event, shift, asked, places }
}

afterEach(() => {
  vi.useRealTimers()
  chooseLanguage('en')
})

describe.each(languages)('a server that is busy (%s)', (language) => {
  const word = words[language]

  it('is asked again, in the same words and under the same key, until there is a place', async () => {
    // `flood` waits twice as long as `busy`. The first test of a file needs that: it also loads modules.
    const { asked } = await send(['flood', 'busy', 'taken'], language)
    expect((await screen.findByText(word.busy)).closest('output')).not.toBeNull()
    const seconds = secondsIn(screen.getByText(word.waiting(2)))
    expect(seconds).toBeLessThanOrEqual(2 * BUSY_FOR_S)
    await pass(10_000)
    expect(secondsIn(screen.getByText(word.waiting(2)))).toBeLessThanOrEqual(seconds - 10)
    await pass(55_000)
    await screen.findByText(word.waiting(3))
    await pass(35_000)
    await screen.findByRole('heading', { name: word.done })
    expect(asked).toHaveLength(3)
    expect(asked[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
    expect(new Set(asked.map(({ body }) => body)).size).toBe(1)
  })

  it('can be left alone: what was typed is kept, and sent again on demand', async () => {
    const { asked } = await send(['busy', 'taken'], language)
    await screen.findByText(word.busy)
    press(word.stop)
    const said = await screen.findByText(word.stopped)
    screen.getByText(word.safe)
    expect(document.activeElement?.contains(said)).toBe(true)
    await pass(600_000)
    expect(asked).toHaveLength(1)
    expect(kept()).toEqual(typed)
    expect(isLocked('email')).toBe(false)
    press(word.try_again)
    await screen.findByRole('heading', { name: word.done })
    expect(asked[1]?.key).toBe(asked[0]?.key)
  })

  it('for three minutes: the page says so and offers another try', async () => {
    const { asked } = await send(['busy'], language)
    await screen.findByText(word.busy)
    await pass(200_000)
    const said = await screen.findByText(word.gave_up)
    expect(said.closest('[role="alert"]')).not.toBeNull()
    screen.getByText(word.safe)
    expect(kept()).toEqual(typed)
    const before = asked.length
    press(word.try_again)
    await waitFor(() => expect(asked).toHaveLength(before + 1))
    await screen.findByText(word.busy)
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
  })

  it('and silent while one stops: nobody knows', async () => {
    const { asked } = await send(['busy', 'silent'], language)
    await screen.findByText(word.busy)
    await pass(35_000)
    await screen.findByText(word.sending)
    await waitFor(() => expect(asked).toHaveLength(2))
    press(word.stop)
    await screen.findByText(word.stopped_unknown)
    screen.getByText(word.safe)
    expect(kept()).toEqual(typed)
  })

  it('or out of reach: the page says which, and goes on with the connection', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { asked } = await send(['lost', 'lost', 'taken'], language)
    await screen.findByText(word.offline)
    await pass(60_000)
    expect(asked).toHaveLength(1)
    isOnline.mockReturnValue(true)
    await act(async () => void dispatchEvent(new Event('online')))
    await screen.findByText(word.no_answer)
    await pass(5_000)
    await screen.findByRole('heading', { name: word.done })
  })
})

describe('what is repeated', () => {
  it.each([
    { name: 'takes one place: the key is the same', byKey: true, taken: 1 },
    { name: 'would take two without the key', byKey: false, taken: 2 },
  ])('$name', async ({ byKey, taken }) => {
    const { places } = await send(['lost', 'taken'], 'en', { byKey })
    await screen.findByText(words.en.no_answer)
    await pass(3_000)
    await screen.findByRole('heading', { name: words.en.done })
    expect(places.size).toBe(taken)
  })

  it('waits as long as a flooded address has to', async () => {
    const { asked } = await send(['flood', 'taken'])
    await screen.findByText(words.en.busy)
    await pass(35_000)
    expect(asked).toHaveLength(1)
    await pass(30_000)
    await screen.findByRole('heading', { name: words.en.done })
  })

  it('is what is seen: the fields are locked meanwhile', async () => {
    await send(['busy'])
    await screen.findByText(words.en.busy)
    for (const name of Object.keys(typed)) expect(isLocked(name)).toBe(true)
  })

  it.each([
    { reply: 'full', said: 'All taken.' },
    { reply: 'invalid', said: 'Please check.' },
  ] as const)('ends with a definite answer: $reply', async ({ reply, said }) => {
    const { asked } = await send(['busy', reply])
    await screen.findByText(words.en.busy)
    await pass(35_000)
    await screen.findByText(said)
    await pass(600_000)
    expect(asked).toHaveLength(2)
  })

  it('ends with the page', async () => {
    const { asked, event } = await send(['busy'])
    await screen.findByText(words.en.busy)
    await act(async () => navigate(publicPaths.publicEvent(event.id)))
    await pass(600_000)
    expect(asked).toHaveLength(1)
  })
})

it('is read out once, not with every second', async () => {
  await send(['busy'])
  const reason = await screen.findByText(words.en.busy)
  const region = reason.closest('output')
  if (!region) throw new Error('no live region')
  const changes: MutationRecord[] = []
  const observer = new MutationObserver((records) => changes.push(...records))
  observer.observe(region, { childList: true, characterData: true, subtree: true })
  for (const attempt of [3, 4, 5]) {
    await pass(35_000)
    const countdown = await screen.findByText(words.en.waiting(attempt))
    expect(countdown.closest('output, [role="alert"], [aria-live]')).toBeNull()
  }
  changes.push(...observer.takeRecords())
  expect(changes).toEqual([])
  press(words.en.stop)
  await screen.findByText(words.en.stopped)
  changes.push(...observer.takeRecords())
  expect(changes).not.toEqual([])
})

it('the last place may be one’s own: a full shift can be asked about again', async () => {
  const { event, shift, asked } = await send(['lost'])
  await screen.findByText(words.en.no_answer)
  const taken = { ...shift, role_id: event.roles[0]?.id, spots_left: 0, assigned_count: 4, signing_up: 0 }
  await pushLive(topics.event(event.id), 'shifts', {
    n: 1,
    as_of: '2199-06-01T00:00:01.000Z',
    shifts: [taken],
    removed: [],
  })
  press(words.en.stop)
  await screen.findByText(words.en.stopped_unknown)
  const before = asked.length
  press(words.en.try_again)
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
})

it('the form of an event page keeps trying too', async () => {
  const event = buildPublicEvent()
  const shift = event.roles[0]?.shifts[0] ?? buildPublicShift()
  answerPublicEvent(event)
  const { asked } = answerSignup(shift.id, ['busy', 'taken'])
  await renderPublic(`${publicPaths.publicEvent(event.id)}?shift=${shift.id}`)
  await screen.findByRole('button', { name: words.en.sign_up })
  for (const [name, value] of Object.entries(typed)) fireEvent.change(field(name), { target: { value } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  press(words.en.sign_up)
  await screen.findByText(words.en.busy)
  await pass(35_000)
  await screen.findByRole('heading', { name: words.en.done })
  expect(asked[1]).toEqual(asked[0])
})
