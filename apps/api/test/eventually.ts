import { vi } from 'vitest'

/** Waits until the assertion holds. The limit is for what hangs: on a busy machine all takes many times as long. */
export const eventually = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 300_000, interval: 10 })
