import { expect, it } from 'vitest'
import { rejoinDelay } from './live.ts'

it.each([
  [1, 5_000],
  [2, 10_000],
  [3, 20_000],
  [20, 20_000],
])('a join that was refused %i times is repeated after about %i ms', (tries, ms) => {
  const delays = Array.from({ length: 100 }, () => rejoinDelay(tries))
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0.75 * ms)
  expect(Math.max(...delays)).toBeLessThanOrEqual(1.25 * ms)
  expect(new Set(delays).size).toBeGreaterThan(50)
})
