import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer } from '../../testing/answers.ts'
import { answerPublicEvent, buildPublicEvent } from '../../testing/build-public-event.ts'
import { renderPublic } from '../../testing/render-public.tsx'

/* D49 */

const NOW = '2199-06-01T06:00:00.000Z'
const OPENS = '2199-06-01T06:00:20.000Z'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Time passes by `pass`, however slow the machine is. */
const stopClock = () =>
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date(NOW) })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** `findBy` would wait for a timer. Each try passes 1 ms. */
const until = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 60_000, interval: 1 })

async function openEvent(given: Parameters<typeof buildPublicEvent>[0], language: 'en' | 'sv' = 'en') {
  const event = buildPublicEvent(given)
  answerPublicEvent(event)
  await renderPublic(publicPaths.publicEvent(event.id), language)
  await until(() => screen.getByRole('heading', { name: event.name, level: 1 }))
  return event
}
const row = () => within(screen.getByRole('article'))

describe('the event page', () => {
  it.each([
    ['en', 'Sign-up opens Sat 1 June 08:00'],
    ['sv', 'Anmälan öppnar lör 1 juni 08:00'],
  ] as const)('says when sign-up opens, and opens then by itself (%s)', async (language, sentence) => {
    stopClock()
    await openEvent({ signup_opens_at: OPENS }, language)
    expect(screen.getByText((text) => text.replaceAll('\u00a0', ' ') === sentence)).toBeDefined()
    expect(row().queryByRole('button')).toBeNull()
    expect(row().queryByRole('link')).toBeNull()
    await pass(19_000)
    expect(row().queryByRole('link')).toBeNull()
    await pass(1_000)
    expect(row().getByRole('link')).toBeDefined()
  })

  it('counts down, and takes an address for one e-mail', async () => {
    await openEvent({ signup_opens_at: '2199-06-01T08:05:00.000Z' })
    const asked = answer('signup', 'askForOpeningMail', undefined)
    expect((await screen.findByRole('timer')).textContent).toMatch(/^in 2 h [45] min$/)
    const field = screen.getByLabelText('E-mail me when sign-up opens')
    const button = screen.getByRole('button', { name: 'Tell me' })
    fireEvent.change(field, { target: { value: 'asa@' } })
    fireEvent.click(button)
    expect(await screen.findByRole('alert')).toBeDefined()
    fireEvent.change(field, { target: { value: ' asa@example.org ' } })
    fireEvent.click(button)
    await screen.findByText(/^We’ll e-mail asa@example.org/)
    expect(asked.map(({ body }) => body)).toEqual([{ email: 'asa@example.org' }])
  })

  it('of an open event has neither', async () => {
    await openEvent({})
    expect(row().getByRole('link')).toBeDefined()
    expect(screen.queryByRole('timer')).toBeNull()
  })

  it.each([{ signup_closes_at: NOW }, { archived: true }])('says that it is closed: %j', async (given) => {
    await openEvent(given)
    expect(screen.getByText('Sign-up is closed')).toBeDefined()
    expect(row().queryByRole('link')).toBeNull()
  })

  it('says until when it is open', async () => {
    await openEvent({ signup_closes_at: '2199-06-20T16:00:00.000Z' })
    expect(screen.getByText(/^Sign-up open until Thu.20.June 18:00$/)).toBeDefined()
    expect(row().getByRole('link')).toBeDefined()
  })
})

it('the sign-up page has no form before it opens', async () => {
  stopClock()
  const event = buildPublicEvent({ signup_opens_at: OPENS })
  answerPublicEvent(event)
  const shift_id = event.roles[0]?.shifts[0]?.id ?? ''
  await renderPublic(publicPaths.signup(event.id, shift_id), 'en')
  await until(() => screen.getByText(/^Sign-up opens Sat.1.June 08:00$/))
  expect(screen.queryByLabelText('First name')).toBeNull()
  await pass(20_000)
  await until(() => screen.getByLabelText('First name'))
})

describe('the preview of a draft', () => {
  it('has no forms, no live channel, and the way to publish it', async () => {
    const event = buildPublicEvent()
    const { setInlinedEvent } = await import('./public-event.ts')
    setInlinedEvent({ event_id: event.id, event, preview: { organization_id: 'o1' } })
    await renderPublic(publicPaths.publicEvent(event.id), 'en')
    await screen.findByText('Preview: only you see this page')
    expect(screen.getByRole('link', { name: 'Publish' }).getAttribute('href')).toBe(
      `/events?publish=${event.id}&org=o1`,
    )
    expect(row().queryByRole('link')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Share' })).toBeNull()
  })
})
