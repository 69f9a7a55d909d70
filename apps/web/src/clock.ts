/** Milliseconds by which this device's clock is ahead of the server's. */
let ahead = 0

/** Milliseconds. A slow request, or a header of whole seconds, causes smaller differences. */
const TOLERATED = 60_000

/** Returns the server's time as far as known. By a wrong device clock every access token would seem expired. */
export const now = (): Date => new Date(Date.now() - ahead)

/** Converts ms of this device's clock, such as react-query's `dataUpdatedAt`, for a comparison with `now()`. */
export const toServerTime = (device_ms: number): number => device_ms - ahead

/** Measures the difference of the clocks. `date` is the header of an answer that did not come from a cache. */
export function synchronizeClock(date: string | null): void {
  const difference = Date.now() - Date.parse(date ?? '')
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) > TOLERATED ? difference : 0
}
