import { groupBy } from '@muster/contract/rules/group-by'
import { addMs, HOUR_MS, MINUTE_MS } from '@muster/contract/rules/instants'
import { instantToWall } from '@muster/contract/rules/zone'
import { type CountedShift, daysOfShift, type ShiftCoverage, sumShifts } from '../../shifts/group-shifts.ts'

/** Places of the shifts that touch the hour from `at` (ISO, UTC). `waiting`: asked, not asked and expired. */
export type Hour = { at: string; confirmed: number; waiting: number; missing: number }
export type DayCoverage = { day: string; coverage: ShiftCoverage; hours: Hour[] }

/** Limits what a mistyped end shows. */
const MOST_HOURS = 7 * 24

/** Lists the hours of each day's shifts, from the first start to the last end. A shift is of the day of its start. */
export function coverByDay(shifts: readonly CountedShift[], timeZone: string): DayCoverage[] {
  const ofDay = groupBy(shifts, ({ shift }) => daysOfShift(shift, timeZone)[0])
  return [...ofDay]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([day, list]) => ({ day, coverage: sumShifts(list), hours: listHours(list, timeZone) }))
}

/** The height of the scale that all days share. */
export function mostPlaces(days: readonly DayCoverage[]): number {
  return Math.max(
    1,
    ...days.flatMap(({ hours }) => hours.map((hour) => hour.confirmed + hour.waiting + hour.missing)),
  )
}

function listHours(shifts: readonly CountedShift[], timeZone: string): Hour[] {
  const starts = shifts.map(({ shift }) => hourOf(shift.start_dt, timeZone))
  const first = starts.toSorted()[0] ?? ''
  const hours: Hour[] = []
  for (const [index, { shift, coverage }] of shifts.entries()) {
    const from = (Date.parse(starts[index] ?? first) - Date.parse(first)) / HOUR_MS
    const to = Math.min(MOST_HOURS, Math.ceil((Date.parse(shift.end_dt) - Date.parse(first)) / HOUR_MS))
    for (let at = 0; at < to; at += 1) {
      const hour = (hours[at] ??= { at: addMs(first, at * HOUR_MS), confirmed: 0, waiting: 0, missing: 0 })
      if (at < from) continue
      hour.confirmed += coverage.confirmed
      hour.waiting += coverage.pending
      hour.missing += coverage.missing
    }
  }
  return hours
}

/** The full hour on the clock of the zone, which may be half an hour off from UTC. */
function hourOf(instant: string, timeZone: string): string {
  const minutes = Number(instantToWall(instant, timeZone).slice(14, 16))
  return addMs(instant, -minutes * MINUTE_MS - (Date.parse(instant) % MINUTE_MS))
}
