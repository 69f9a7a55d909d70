import { vi } from 'vitest'

/** Waits longer than Vitest's default of one second, which is too short on a busy machine. */
export const eventually = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 20_000, interval: 10 })
