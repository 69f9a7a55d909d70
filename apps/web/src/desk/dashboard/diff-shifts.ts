import { coverageOf } from '@muster/contract/rules/coverage'
import type { Assignment, Shift } from '@muster/contract/shifts'

/** `changed` lists assignments with another status. */
export type ShiftChange = { shift: Shift; added: Assignment[]; changed: Assignment[]; gone: Assignment[] }

export function diffShifts(before: readonly Shift[], after: readonly Shift[], now: string): ShiftChange[] {
  const known = new Map(before.map((shift) => [shift.id, shift]))
  return after.flatMap((shift) => {
    const old = known.get(shift.id)
    if (!old) return [{ shift, added: [], changed: [], gone: [] }]
    // React Query's structural sharing: an unchanged shift is the same object.
    if (old === shift) return []
    const added = findOnlyIn(shift, old)
    const changed = findChanged(shift, old)
    const gone = findOnlyIn(old, shift)
    const isSame = [...added, ...changed, ...gone].length === 0 && hasSameFigures(old, shift, now)
    return isSame ? [] : [{ shift, added, changed, gone }]
  })
}

function findOnlyIn(shift: Shift, other: Shift): Assignment[] {
  const ids = new Set(other.assignment.map(({ id }) => id))
  return shift.assignment.filter(({ id }) => !ids.has(id))
}

function findChanged(shift: Shift, old: Shift): Assignment[] {
  const statuses = new Map(old.assignment.map(({ id, status }) => [id, status]))
  return shift.assignment.filter(({ id, status }) => statuses.has(id) && statuses.get(id) !== status)
}

function hasSameFigures(a: Shift, b: Shift, now: string): boolean {
  return JSON.stringify(coverageOf(a, now)) === JSON.stringify(coverageOf(b, now))
}
