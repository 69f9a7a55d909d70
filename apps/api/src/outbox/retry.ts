const MAX_ATTEMPTS = 8
const FIRST_DELAY_MS = 20_000
const FACTOR = 3

/**
 * Milliseconds until the next attempt after `attempts` refusals: 20 s, 1 min, 3 min … 4 h, six hours in all, with a
 * jitter of a quarter. Undefined after the last attempt.
 */
export function retryDelay(attempts: number, random = Math.random()): number | undefined {
  if (attempts >= MAX_ATTEMPTS) return undefined
  return Math.round(FIRST_DELAY_MS * FACTOR ** (attempts - 1) * (0.75 + random / 2))
}
