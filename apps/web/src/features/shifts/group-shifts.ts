import { type Coverage, coverageOf, sumCoverage } from '@muster/contract/rules/coverage'
import type { Shift } from '@muster/contract/shifts'

export type CountedShift = { shift: Shift; coverage: Coverage }
export type RoleGroup = { role_id: string; name: string; shifts: CountedShift[] }
/** `coverage` includes shifts that a filter hides (D37). */
export type ListedGroup = RoleGroup & { coverage: Coverage }

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

export function withCoverage(groups: readonly RoleGroup[], all: readonly CountedShift[]): ListedGroup[] {
  const ofRole = new Map<string, Coverage[]>(groups.map(({ role_id }) => [role_id, []]))
  for (const { shift, coverage } of all) ofRole.get(shift.role.id)?.push(coverage)
  return groups.map((group) => ({ ...group, coverage: sumCoverage(ofRole.get(group.role_id) ?? []) }))
}

export function countShifts(shifts: readonly Shift[], now: string): CountedShift[] {
  return shifts.map((shift) => countShift(shift, now))
}

const counted = new WeakMap<Shift, CountedShift>()

/** Cached, so that an unchanged row is not rendered again; time changes only `expired`. */
function countShift(shift: Shift, now: string): CountedShift {
  const coverage = coverageOf(shift, now)
  const before = counted.get(shift)
  if (before?.coverage.expired === coverage.expired) return before
  const next = { shift, coverage }
  counted.set(shift, next)
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
