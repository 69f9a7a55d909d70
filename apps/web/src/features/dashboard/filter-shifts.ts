import { isCovered } from '@muster/contract/rules/coverage'
import type { CountedShift } from '../shifts/group-shifts.ts'

/** The day `yyyy-mm-dd` of an instant in the event's zone. */
type DayOf = (iso: string) => string

export function daysOf(shifts: readonly CountedShift[], dayOf: DayOf): string[] {
  return [...new Set(shifts.map(({ shift }) => dayOf(shift.start_dt)))].toSorted()
}

/** Shifts of one day, or with gaps, or both. `kept` stays: an administrator works on it. */
export function filterShifts(
  shifts: readonly CountedShift[],
  {
    day,
    onlyGaps,
    kept,
    dayOf,
  }: { day: string | undefined; onlyGaps: boolean; kept: readonly (string | undefined)[]; dayOf: DayOf },
): readonly CountedShift[] {
  if (!day && !onlyGaps) return shifts
  return shifts.filter(
    ({ shift, coverage }) =>
      kept.includes(shift.id) ||
      ((!day || dayOf(shift.start_dt) === day) && (!onlyGaps || !isCovered(coverage))),
  )
}
