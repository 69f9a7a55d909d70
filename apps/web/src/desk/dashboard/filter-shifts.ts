import { isConfirmed, isCovered } from '@muster/contract/rules/coverage'
import { type CountedShift, daysOfShift } from '../shifts/group-shifts.ts'
import { isFound } from './search-shifts.ts'

/** D37: `missing`: the specification's gaps; `unconfirmed`: not all places confirmed; else who is on the shift. */
export const shownKinds = [
  'missing',
  'unconfirmed',
  'pending',
  'declined',
  'not_asked',
  'expired',
  'new_time',
] as const
export type ShownKind = (typeof shownKinds)[number]

export function isShownKind(value: string | null): value is ShownKind {
  return shownKinds.some((each) => each === value)
}

/** Lists the days that the shifts touch (D25). */
export function daysOf(shifts: readonly CountedShift[], timeZone: string): string[] {
  return [...new Set(shifts.flatMap(({ shift }) => daysOfShift(shift, timeZone)))].toSorted()
}

export type ShiftFilter = {
  day: string | undefined
  kind: ShownKind | undefined
  role: string | undefined
  query: string
  /** Never filtered out: an administrator is editing it. */
  kept: readonly (string | undefined)[]
  timeZone: string
  /** D37: what is over has no gap, until the event is over too. */
  countsPast: boolean
}

export function filterShifts(
  shifts: readonly CountedShift[],
  { day, kind, role, query, kept, timeZone, countsPast }: ShiftFilter,
): readonly CountedShift[] {
  if (!day && !kind && !role && query === '') return shifts
  return shifts.filter(
    (counted) =>
      kept.includes(counted.shift.id) ||
      ((!role || counted.shift.role.id === role) &&
        (!day || daysOfShift(counted.shift, timeZone).includes(day)) &&
        (!kind || ((countsPast || !counted.isOver) && isOfKind(counted, kind))) &&
        isFound(counted.shift, query, timeZone)),
  )
}

function isOfKind({ coverage }: CountedShift, kind: ShownKind): boolean {
  if (kind === 'missing') return !isCovered(coverage)
  if (kind === 'unconfirmed') return !isConfirmed(coverage)
  return coverage[kind] > 0
}
