import { setImmediate as yieldToEvents } from 'node:timers/promises'

/** Pushes written without a pause, as many as take about 1 ms: requests are answered in between. */
export const SENDS_AT_ONCE = 50

export async function sendInTurns<To>(all: readonly To[], send: (to: To) => void): Promise<void> {
  for (const [at, to] of all.entries()) {
    send(to)
    if ((at + 1) % SENDS_AT_ONCE === 0) await yieldToEvents()
  }
}
