import { expect, test } from 'vitest'
import { retryDelay } from './send-outcome.ts'

test('waits longer each time, spread by a quarter, and gives up after the eighth refusal', () => {
  const middle = [1, 2, 3, 4, 5, 6, 7].map((attempts) => retryDelay(attempts, 0.5))
  expect(middle).toEqual([20, 60, 180, 540, 1_620, 4_860, 14_580].map((seconds) => seconds * 1000))
  expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([15_000, 25_000])
  expect(retryDelay(8)).toBeUndefined()
})
