import { type Coverage, coverageOf, isCovered } from '@muster/contract/rules/coverage'
import type { Shift } from '@muster/contract/shifts'
import { compareTexts } from '../../format/names.ts'
import type { Language } from '../../i18n/language.ts'

export type CountedShift = { shift: Shift; coverage: Coverage }
export type RoleGroup = { role_id: string; name: string; covered: number; shifts: CountedShift[] }

/** The shifts under their roles, the roles by name and the shifts by time. */
export function groupByRole(shifts: readonly CountedShift[], language: Language): RoleGroup[] {
  const groups = new Map<string, RoleGroup>()
  for (const counted of shifts.toSorted(byTime)) {
    const { id, name } = counted.shift.role
    const group = groups.get(id) ?? { role_id: id, name, covered: 0, shifts: [] }
    groups.set(id, group)
    group.shifts.push(counted)
    if (isCovered(counted.coverage)) group.covered += 1
  }
  const compare = compareTexts(language)
  return [...groups.values()].toSorted((a, b) => compare(a.name, b.name))
}

export function countShifts(shifts: readonly Shift[], now: string): CountedShift[] {
  return shifts.map((shift) => ({ shift, coverage: coverageOf(shift, now) }))
}

function byTime({ shift: a }: CountedShift, { shift: b }: CountedShift): number {
  return Date.parse(a.start_dt) - Date.parse(b.start_dt) || Date.parse(a.end_dt) - Date.parse(b.end_dt)
}
