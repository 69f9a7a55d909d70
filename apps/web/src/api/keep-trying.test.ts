import { HOUR_MS } from '@muster/contract/rules/instants'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { keepTrying, type Progress, Unanswered } from './keep-trying.ts'

const start = new Date('2199-06-01T16:00:00Z')
const busy = (retry_after?: number) =>
  new ApiError(503, { code: 'busy', ...(retry_after !== undefined && { retry_after }) })
const flooded = (retry_after: number) => new ApiError(429, { code: 'rate_limited', retry_after })
const lost = new ApiError(0, { code: 'network' })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start })
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => void vi.useRealTimers())

/** Returns the seconds since the start. */
const clock = () => (Date.now() - start.getTime()) / 1_000
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

/** Answers in this order, repeating the last. A function is called for its result. */
function begin(...answers: unknown[]) {
  const sent: number[] = []
  const progress: Progress[] = []
  const stopper = new AbortController()
  const signals: AbortSignal[] = []
  const outcome = { settled: undefined as unknown }
  const trying = keepTrying(
    async (signal) => {
      const answer = answers[Math.min(sent.length, answers.length - 1)]
      sent.push(clock())
      signals.push(signal)
      const given: unknown = typeof answer === 'function' ? await answer(signal) : answer
      if (given instanceof Error) throw given
      return given
    },
    { stop: stopper.signal, onProgress: (each) => progress.push(each) },
  )
  trying.then(
    (value) => (outcome.settled = value),
    (error: unknown) => (outcome.settled = error),
  )
  return { sent, progress, signals, outcome, stop: () => stopper.abort() }
}

/** Rejects as `fetch` does when its signal ends it. */
const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
}

function goOnline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  dispatchEvent(new Event('online'))
}

describe('the pauses', () => {
  it('grow to ten seconds', async () => {
    const { sent } = begin(busy())
    await pass(46)
    expect(sent).toEqual([0, 1, 3, 7, 15, 25, 35, 45])
  })

  it.each([
    { name: 'busy', error: busy(5), at: [0, 5, 10] },
    { name: 'flood', error: flooded(5), at: [0, 5, 10] },
  ])('$name: are never shorter than the server asks for', async ({ error, at }) => {
    const { sent } = begin(error)
    await pass(14)
    expect(sent).toEqual(at)
  })

  it('differ from page to page, by up to a half', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { sent } = begin(busy(), busy(5))
    await pass(14)
    expect(sent).toEqual([0, 1.25, 6.75, 12.75])
  })
})

describe('the end', () => {
  it('is the first definite answer', async () => {
    const { sent, progress, outcome } = begin(busy(), lost, 'taken')
    await pass(60)
    expect(outcome.settled).toBe('taken')
    expect(sent).toHaveLength(3)
    expect(progress).toEqual([
      { phase: 'sending', attempt: 1, problem: undefined },
      { phase: 'waiting', attempt: 2, problem: 'busy', until_ms: start.getTime() + 1_000 },
      { phase: 'sending', attempt: 2, problem: 'busy' },
      { phase: 'waiting', attempt: 3, problem: 'no_answer', until_ms: start.getTime() + 3_000 },
      { phase: 'sending', attempt: 3, problem: 'no_answer' },
    ])
  })

  it.each([400, 404, 409, 413, 422, 500])('is a definite refusal: %i', async (status) => {
    const refusal = new ApiError(status, {})
    const { sent, outcome } = begin(busy(), refusal)
    await pass(600)
    expect(outcome.settled).toBe(refusal)
    expect(sent).toHaveLength(2)
  })

  it('is a refusal that holds longer than trying goes on', async () => {
    const refusal = flooded(600)
    const { sent, outcome } = begin(refusal)
    await pass(600)
    expect(outcome.settled).toBe(refusal)
    expect(sent).toHaveLength(1)
  })

  it('is not a bug of ours', async () => {
    const { outcome } = begin(new TypeError('x is undefined'))
    await pass(1)
    expect(outcome.settled).toBeInstanceOf(TypeError)
  })

  it.each([
    { name: 'busy', answers: [busy()], mayBeDone: false },
    { name: 'no answer', answers: [lost], mayBeDone: true },
    { name: 'no answer, then busy', answers: [lost, busy()], mayBeDone: true },
    { name: 'a proxy without an answer', answers: [new ApiError(504, {})], mayBeDone: true },
  ])('comes after three minutes: $name', async ({ answers, mayBeDone }) => {
    const { sent, outcome } = begin(...answers)
    await pass(600)
    expect(outcome.settled).toEqual(new Unanswered('gave_up', mayBeDone))
    expect(outcome.settled).toMatchObject({ reason: 'gave_up', mayBeDone })
    expect(Math.max(...sent)).toBeGreaterThan(160)
    expect(Math.max(...sent)).toBeLessThanOrEqual(180)
  })

  it('comes when a frozen page wakes up the next morning', async () => {
    const { sent, outcome } = begin(busy())
    await pass(0.5)
    vi.setSystemTime(start.getTime() + 12 * HOUR_MS)
    await pass(60)
    expect(outcome.settled).toMatchObject({ reason: 'gave_up' })
    expect(sent).toHaveLength(1)
  })
})

describe('being stopped', () => {
  it('sends nothing more', async () => {
    const { sent, outcome, stop } = begin(busy(), 'taken')
    await pass(0.5)
    stop()
    await pass(600)
    expect(outcome.settled).toMatchObject({ reason: 'stopped', mayBeDone: false })
    expect(sent).toHaveLength(1)
  })

  it('ends the request that is under way, which may have been carried out', async () => {
    const { signals, outcome, stop } = begin(busy(), never)
    await pass(2)
    stop()
    await pass(0)
    expect(signals[1]?.aborted).toBe(true)
    expect(outcome.settled).toMatchObject({ reason: 'stopped', mayBeDone: true })
  })

  it('does not hide a definite answer that came first', async () => {
    const { outcome, stop } = begin(new ApiError(409, { code: 'shift_full' }))
    stop()
    await pass(0)
    expect(outcome.settled).toMatchObject({ status: 409 })
  })
})

describe('offline', () => {
  it('waits for the connection and goes on at once', async () => {
    const { sent, progress, outcome } = begin(busy(), 'taken')
    goOffline()
    await pass(600)
    expect(sent).toHaveLength(1)
    expect(progress.at(-1)).toEqual({ phase: 'offline' })
    goOnline()
    await pass(0)
    expect(sent).toEqual([0, 600])
    expect(outcome.settled).toBe('taken')
  })

  it('has three minutes again afterwards', async () => {
    const { sent, outcome } = begin(lost, busy())
    goOffline()
    await pass(600)
    goOnline()
    await pass(170)
    expect(outcome.settled).toBeUndefined()
    await pass(20)
    expect(outcome.settled).toMatchObject({ reason: 'gave_up' })
    expect(Math.max(...sent)).toBeLessThanOrEqual(780)
  })

  it('a request that could not leave has done nothing', async () => {
    goOffline()
    const { outcome, stop } = begin(lost)
    await pass(10)
    stop()
    await pass(0)
    expect(outcome.settled).toMatchObject({ reason: 'stopped', mayBeDone: false })
  })

  it('for half an hour is too long', async () => {
    const { sent, outcome } = begin(busy())
    goOffline()
    await pass(30 * 60)
    expect(outcome.settled).toMatchObject({ reason: 'gave_up' })
    goOnline()
    await pass(600)
    expect(sent).toHaveLength(1)
  })
})
