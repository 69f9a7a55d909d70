import { setImmediate as yieldToEvents } from 'node:timers/promises'

/** Pushes written without a pause. They take about 1 ms, and requests are answered in between. */
export const SENDS_AT_ONCE = 50

export async function sendInTurns<To>(all: readonly To[], send: (to: To) => void): Promise<void> {
  for (let from = 0; from < all.length; from += SENDS_AT_ONCE) {
    if (from > 0) await yieldToEvents()
    for (const to of all.slice(from, from + SENDS_AT_ONCE)) send(to)
  }
}
