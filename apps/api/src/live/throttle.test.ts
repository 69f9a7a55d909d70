import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Throttle, throttle } from './throttle.ts'

const GAP = 50

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** Returns when work began, in ms. */
async function runsOf(request: (asked: Throttle) => Promise<void>): Promise<number[]> {
  const runs: number[] = []
  const began = performance.now()
  const asked = throttle(
    () => void runs.push(performance.now() - began),
    () => GAP,
  )
  await request(asked)
  await vi.runAllTimersAsync()
  return runs
}

test('many requests are one run, and no more than one in a gap follow', async () => {
  const runs = await runsOf(async (asked) => {
    for (let ms = 0; ms < 1_000; ms += 1) {
      asked.request()
      await vi.advanceTimersByTimeAsync(1)
    }
  })
  // Begins with two, which makes up for the previous gap.
  expect(runs.length).toBeLessThanOrEqual(1_000 / GAP + 2)
  expect(runs.length).toBeGreaterThanOrEqual(1_000 / GAP)
})

test('requests that come at its rate, but not evenly, each get a run', async () => {
  const requested_at = [0, 50, 140, 150, 185, 250, 330, 340, 370, 450]
  const runs = await runsOf(async (asked) => {
    for (let ms = 0; ms < 500; ms += 1) {
      if (requested_at.includes(ms)) asked.request()
      await vi.advanceTimersByTimeAsync(1)
    }
  })
  expect(runs).toHaveLength(requested_at.length)
})

test('one run at a time', async () => {
  let running = 0
  let most = 0
  const asked = throttle(
    async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 3 * GAP))
      running -= 1
    },
    () => GAP,
  )
  for (let ms = 0; ms < 1_000; ms += 10) {
    asked.request()
    await vi.advanceTimersByTimeAsync(10)
  }
  asked.stop()
  expect(most).toBe(1)
})
