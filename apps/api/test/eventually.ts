import { vi } from 'vitest'

/** For what follows soon, on a busy machine later: Vitest's own limit is a second. */
export const eventually = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 20_000, interval: 10 })
