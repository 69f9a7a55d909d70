import { isConfirmed, isCovered } from '@muster/contract/rules/coverage'
import type { CountedShift } from '../shifts/group-shifts.ts'

type DayOf = (iso: string) => string

/** D37: `missing`: the specification's gaps; `unconfirmed`: not all places confirmed. */
export const shownKinds = ['missing', 'unconfirmed'] as const
export type ShownKind = (typeof shownKinds)[number]

export function isShownKind(value: string | null): value is ShownKind {
  return shownKinds.some((each) => each === value)
}

export function daysOf(shifts: readonly CountedShift[], dayOf: DayOf): string[] {
  return [...new Set(shifts.map(({ shift }) => dayOf(shift.start_dt)))].toSorted()
}

/** `kept` is never filtered out: an administrator is editing it. */
export function filterShifts(
  shifts: readonly CountedShift[],
  {
    day,
    kind,
    kept,
    dayOf,
  }: {
    day: string | undefined
    kind: ShownKind | undefined
    kept: readonly (string | undefined)[]
    dayOf: DayOf
  },
): readonly CountedShift[] {
  if (!day && !kind) return shifts
  return shifts.filter(
    (counted) =>
      kept.includes(counted.shift.id) ||
      ((!day || dayOf(counted.shift.start_dt) === day) && (!kind || isOfKind(counted, kind))),
  )
}

function isOfKind({ coverage }: CountedShift, kind: ShownKind): boolean {
  return kind === 'missing' ? !isCovered(coverage) : !isConfirmed(coverage)
}
