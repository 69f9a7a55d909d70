import { isTimeUnconfirmed } from '@muster/contract/rules/agreed-times'
import { holdsPlace } from '@muster/contract/rules/assignment-status'
import { type Coverage, coverageOf, sumCoverage } from '@muster/contract/rules/coverage'
import { groupBy } from '@muster/contract/rules/group-by'
import { listDays } from '@muster/contract/rules/list-days'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { Shift } from '@muster/contract/shifts'

/** `new_time`: how many of the confirmed have not confirmed the new time (V1). */
export type ShiftCoverage = Coverage & { new_time: number }
export type CountedShift = { shift: Shift; coverage: ShiftCoverage; isOver: boolean }
export type RoleGroup = { role_id: string; name: string; shifts: CountedShift[] }
/** A row of the list: a shift on one of the days that it touches (D25). `isRepeat`: another row counts it. */
export type ListedShift = { counted: CountedShift; day: string; isRepeat: boolean }
/** The rows of a role or of a day. `coverage` includes shifts that a filter hides (D37). */
export type ListedGroup = {
  key: string
  coverage: ShiftCoverage
  shifts: ListedShift[]
} & ({ role_id: string; name: string } | { day: string })

type Listing = {
  /** The shifts that the figures count. */
  counting: readonly CountedShift[]
  timeZone: string
  /** The day of the filter. */
  day: string | undefined
}

export function groupByRole(shifts: readonly CountedShift[], roles: readonly { id: string }[]): RoleGroup[] {
  const groups = new Map<string, RoleGroup>()
  for (const counted of shifts.toSorted(byTime)) {
    const { id, name } = counted.shift.role
    const group = groups.get(id) ?? { role_id: id, name, shifts: [] }
    groups.set(id, group)
    group.shifts.push(counted)
  }
  const places = new Map(roles.map(({ id }, place) => [id, place]))
  // Shifts of a new role may arrive before the event: they come last.
  const placeOf = ({ role_id }: RoleGroup) => places.get(role_id) ?? places.size
  return [...groups.values()].toSorted((a, b) => placeOf(a) - placeOf(b))
}

export function listByRole(
  shown: readonly CountedShift[],
  { roles, counting, timeZone, day }: Listing & { roles: readonly { id: string }[] },
): ListedGroup[] {
  const ofRole = groupBy(counting, ({ shift }) => shift.role.id)
  return groupByRole(shown, roles).map(({ role_id, name, shifts }) => ({
    key: role_id,
    role_id,
    name,
    shifts: shifts.flatMap((each) => listRows(each, timeZone, day)).toSorted(byDay),
    coverage: sumShifts(ofRole.get(role_id) ?? []),
  }))
}

export function listByDay(
  shown: readonly CountedShift[],
  { counting, timeZone, day }: Listing,
): ListedGroup[] {
  const ofDay = groupBy(counting, ({ shift }) => daysOfShift(shift, timeZone)[0])
  const rows = shown.toSorted(byTime).flatMap((each) => listRows(each, timeZone, day))
  return [...groupBy(rows.toSorted(byDay), (row) => row.day)].map(([key, shifts]) => ({
    key,
    day: key,
    shifts,
    coverage: sumShifts(ofDay.get(key) ?? []),
  }))
}

export function sumShifts(list: readonly CountedShift[]): ShiftCoverage {
  return {
    ...sumCoverage(list.map(({ coverage }) => coverage)),
    new_time: list.reduce((sum, { coverage }) => sum + coverage.new_time, 0),
  }
}

function listRows(of: CountedShift, timeZone: string, day: string | undefined): ListedShift[] {
  const days = daysOfShift(of.shift, timeZone)
  // A shift that is kept while it is edited may touch another day than the filter's.
  if (day !== undefined)
    return [{ counted: of, day: days.find((each) => each === day) ?? days[0], isRepeat: false }]
  return days.map((each, index) => ({ counted: of, day: each, isRepeat: index > 0 }))
}

/** Keeps the order by start within a day, so that what began earlier comes first. */
const byDay = (a: ListedShift, b: ListedShift) => compare(a.day, b.day)

const days = new WeakMap<Shift, { timeZone: string; days: [string, ...string[]] }>()

/** Cached: the days of 5,000 shifts take 100 ms. */
export function daysOfShift(shift: Shift, timeZone: string): [string, ...string[]] {
  const before = days.get(shift)
  if (before?.timeZone === timeZone) return before.days
  const found = { timeZone, days: listDays(shift.start_dt, shift.end_dt, timeZone) }
  days.set(shift, found)
  return found.days
}

export function countShifts(shifts: readonly Shift[], now: string): CountedShift[] {
  return shifts.map((shift) => countShift(shift, now))
}

const counts = new WeakMap<Shift, CountedShift>()

/** Cached, so that an unchanged row is not rendered again; time changes only what is compared here. */
function countShift(shift: Shift, now: string): CountedShift {
  const unconfirmed = shift.assignment.filter(
    (each) => holdsPlace(each.status) && isTimeUnconfirmed(each, shift, now),
  )
  const next = {
    shift,
    coverage: { ...coverageOf(shift, now), new_time: unconfirmed.length },
    isOver: isOver(shift, now),
  }
  const before = counts.get(shift)
  const isSame =
    before?.coverage.expired === next.coverage.expired &&
    before.coverage.new_time === next.coverage.new_time &&
    before.isOver === next.isOver
  if (isSame) return before
  counts.set(shift, next)
  return next
}

/** D25: all instants are UTC and of one length, so text order is time order. */
function byTime({ shift: a }: CountedShift, { shift: b }: CountedShift): number {
  return compare(a.start_dt, b.start_dt) || compare(a.end_dt, b.end_dt)
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
