import { HOUR_MS } from './instants.ts'
import { overlaps, type TimeWindow } from './time-conflict.ts'

/** `rest_ms` is the time between the end of one shift and the start of the other. */
export type ShortRest<Other> = { other: Other; rest_ms: number }

/**
 * D50: returns the other shift that leaves least time before or after this one, if it leaves less than `min_rest_hours`.
 * Elapsed time, so that a night on which the clock changes is as long as it is. Shifts that overlap are left to D14.
 */
export function findShortRest<Other extends TimeWindow>(
  shift: TimeWindow,
  others: readonly Other[],
  min_rest_hours: number | null,
): ShortRest<Other> | undefined {
  if (min_rest_hours === null) return undefined
  return others
    .filter((other) => !overlaps(shift, other))
    .map((other) => ({ other, rest_ms: restBetween(shift, other) }))
    .filter(({ rest_ms }) => rest_ms < min_rest_hours * HOUR_MS)
    .toSorted((one, another) => one.rest_ms - another.rest_ms)[0]
}

const restBetween = (one: TimeWindow, other: TimeWindow) =>
  Math.max(
    Date.parse(other.start_dt) - Date.parse(one.end_dt),
    Date.parse(one.start_dt) - Date.parse(other.end_dt),
  )
