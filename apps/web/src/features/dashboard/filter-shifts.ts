import { isCovered } from '@muster/contract/rules/coverage'
import { dayInZone } from '@muster/contract/rules/zone'
import type { CountedShift } from '../shifts/group-shifts.ts'

/** The days on which shifts begin, `yyyy-mm-dd` in the event's zone, in order. */
export function daysOf(shifts: readonly CountedShift[], timeZone: string): string[] {
  return [...new Set(shifts.map(({ shift }) => dayInZone(shift.start_dt, timeZone)))].toSorted()
}

/** The shifts of one day, or with gaps, or both. `kept` is shown in any case: somebody is at work on it. */
export function filterShifts(
  shifts: readonly CountedShift[],
  {
    day,
    onlyGaps,
    kept,
    timeZone,
  }: { day: string | undefined; onlyGaps: boolean; kept: readonly (string | undefined)[]; timeZone: string },
): readonly CountedShift[] {
  if (!day && !onlyGaps) return shifts
  return shifts.filter(
    ({ shift, coverage }) =>
      kept.includes(shift.id) ||
      ((!day || dayInZone(shift.start_dt, timeZone) === day) && (!onlyGaps || !isCovered(coverage))),
  )
}
