import { coverageOf } from '@muster/contract/rules/coverage'
import type { Assignment, Shift } from '@muster/contract/shifts'

export type ShiftChange = { shift: Shift; people: Assignment[]; gone: Assignment[] }

export function diffShifts(before: readonly Shift[], after: readonly Shift[], now: string): ShiftChange[] {
  const known = new Map(before.map((shift) => [shift.id, shift]))
  return after.flatMap((shift) => {
    const old = known.get(shift.id)
    if (!old) return [{ shift, people: [], gone: [] }]
    // React Query's structural sharing: an unchanged shift is the same object.
    if (old === shift) return []
    const change = { shift, people: findNew(shift, old), gone: findGone(shift, old) }
    const isSame = change.people.length === 0 && change.gone.length === 0 && hasSameFigures(old, shift, now)
    return isSame ? [] : [change]
  })
}

function findNew(shift: Shift, old: Shift): Assignment[] {
  const statuses = new Map(old.assignment.map(({ id, status }) => [id, status]))
  return shift.assignment.filter(({ id, status }) => statuses.get(id) !== status)
}

function findGone(shift: Shift, old: Shift): Assignment[] {
  const ids = new Set(shift.assignment.map(({ id }) => id))
  return old.assignment.filter(({ id }) => !ids.has(id))
}

function hasSameFigures(a: Shift, b: Shift, now: string): boolean {
  return JSON.stringify(coverageOf(a, now)) === JSON.stringify(coverageOf(b, now))
}
