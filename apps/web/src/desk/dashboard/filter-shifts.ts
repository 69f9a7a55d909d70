import { isConfirmed, isCovered } from '@muster/contract/rules/coverage'
import { type CountedShift, daysOfShift } from '../shifts/group-shifts.ts'

/** D37: `missing`: the specification's gaps; `unconfirmed`: not all places confirmed. */
export const shownKinds = ['missing', 'unconfirmed'] as const
export type ShownKind = (typeof shownKinds)[number]

export function isShownKind(value: string | null): value is ShownKind {
  return shownKinds.some((each) => each === value)
}

/** Lists the days that the shifts touch (D25). */
export function daysOf(shifts: readonly CountedShift[], timeZone: string): string[] {
  return [...new Set(shifts.flatMap(({ shift }) => daysOfShift(shift, timeZone)))].toSorted()
}

/** `kept` is never filtered out: an administrator is editing it. */
export function filterShifts(
  shifts: readonly CountedShift[],
  {
    day,
    kind,
    kept,
    timeZone,
  }: {
    day: string | undefined
    kind: ShownKind | undefined
    kept: readonly (string | undefined)[]
    timeZone: string
  },
): readonly CountedShift[] {
  if (!day && !kind) return shifts
  return shifts.filter(
    (counted) =>
      kept.includes(counted.shift.id) ||
      ((!day || daysOfShift(counted.shift, timeZone).includes(day)) && (!kind || isOfKind(counted, kind))),
  )
}

function isOfKind({ coverage }: CountedShift, kind: ShownKind): boolean {
  return kind === 'missing' ? !isCovered(coverage) : !isConfirmed(coverage)
}
