export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Adds milliseconds. `instant` and the result are ISO 8601, UTC. */
export function addMs(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString()
}
