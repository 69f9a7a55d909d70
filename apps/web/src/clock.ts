/** ms by which this device's clock is ahead of the server's. */
let ahead = 0

/** ms. Shorter differences are those of a request that took long, and of a header that names whole seconds. */
const TOLERATED = 60_000

/** The server's time as far as it is known: on a device whose clock is wrong every access token would seem expired. */
export const now = (): Date => new Date(Date.now() - ahead)

/** ms of this device's clock, such as react-query's `dataUpdatedAt`; the result is comparable with `now()`. */
export const toServerTime = (device_ms: number): number => device_ms - ahead

/** `date`: the header of an answer that no cache has kept. */
export function synchronizeClock(date: string | null): void {
  const difference = Date.now() - Date.parse(date ?? '')
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) > TOLERATED ? difference : 0
}
