import { HOUR_MS } from './instants.ts'
import { addDays, wallToInstant } from './wall-time.ts'

/**
 * Times of a shift by the clock: `day` and `end_day` as `yyyy-mm-dd`, `from` and `to` as `hh:mm`. Without an `end_day`
 * the shift ends when the clock shows `to` for the first time after `from`.
 */
export type ShiftClock = { day: string; from: string; to: string; end_day?: string | undefined }

/** D25: a longer shift is asked about before it is saved. */
const LONG_MS = 16 * HOUR_MS

/** Returns `yyyy-mm-ddThh:mm` of both: an end at or before the start is on the next day (D25). */
export function shiftWalls({ day, from, to, end_day }: ShiftClock): { starts: string; ends: string } {
  return { starts: `${day}T${from}`, ends: `${end_day ?? addDays(day, to > from ? 0 : 1)}T${to}` }
}

/** Reverses `shiftWalls`. Walls are `yyyy-mm-ddThh:mm`. */
export function shiftClock({ starts, ends }: { starts: string; ends: string }): ShiftClock {
  const clock = { day: starts.slice(0, 10), from: starts.slice(11, 16), to: ends.slice(11, 16) }
  return shiftWalls(clock).ends === ends ? clock : { ...clock, end_day: ends.slice(0, 10) }
}

/** D25: a mistyped end would block the people of the shift for days. */
export function isLongShift({ start_dt, end_dt }: { start_dt: string; end_dt: string }): boolean {
  return Date.parse(end_dt) - Date.parse(start_dt) > LONG_MS
}

/** Returns a shift's instants; of a repeated time the first, unless the second is meant (D25). */
export function shiftInstants(
  clock: ShiftClock,
  timeZone: string,
  isSecond: { start?: boolean; end?: boolean } = {},
): { start_dt: string; end_dt: string } {
  const { starts, ends } = shiftWalls(clock)
  return {
    start_dt: wallToInstant(starts, timeZone, isSecond.start),
    end_dt: wallToInstant(ends, timeZone, isSecond.end),
  }
}
