import { type Coverage, coverageOf, sumCoverage } from '@muster/contract/rules/coverage'
import { listDays } from '@muster/contract/rules/list-days'
import type { Shift } from '@muster/contract/shifts'

export type CountedShift = { shift: Shift; coverage: Coverage }
export type RoleGroup = { role_id: string; name: string; shifts: CountedShift[] }
/** A row of the list: a shift on one of the days that it touches (D25). `isRepeat`: another row counts it. */
export type ListedShift = { counted: CountedShift; day: string; isRepeat: boolean }
/** `coverage` includes shifts that a filter hides (D37). */
export type ListedGroup = Omit<RoleGroup, 'shifts'> & { coverage: Coverage; shifts: ListedShift[] }

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

/** `day` is that of the filter. */
export function listGroups(
  groups: readonly RoleGroup[],
  { all, timeZone, day }: { all: readonly CountedShift[]; timeZone: string; day: string | undefined },
): ListedGroup[] {
  const ofRole = new Map<string, Coverage[]>(groups.map(({ role_id }) => [role_id, []]))
  for (const { shift, coverage } of all) ofRole.get(shift.role.id)?.push(coverage)
  return groups.map((group) => ({
    ...group,
    shifts: group.shifts.flatMap((each) => listRows(each, timeZone, day)).toSorted(byDay),
    coverage: sumCoverage(ofRole.get(group.role_id) ?? []),
  }))
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

/** Cached, so that an unchanged row is not rendered again; time changes only `expired`. */
function countShift(shift: Shift, now: string): CountedShift {
  const coverage = coverageOf(shift, now)
  const before = counts.get(shift)
  if (before?.coverage.expired === coverage.expired) return before
  const next = { shift, coverage }
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
