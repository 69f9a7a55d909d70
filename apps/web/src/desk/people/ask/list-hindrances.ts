import { findConflict } from '@muster/contract/rules/time-conflict'
import type { Shift } from '@muster/contract/shifts'

type Other = {
  shift_id: string
  start_dt: string
  end_dt: string
  status: Shift['assignment'][number]['status']
}

/** Why somebody cannot be asked for the shift: they are on it in some way, or have another one then (D14). */
export type Hindrance = { kind: 'already' } | { kind: 'busy'; with: Shift }

/** By person, of those who have one. `schedule`: the shifts of all events. */
export function listHindrances(
  shift: Shift,
  schedule: readonly Shift[],
  person_ids: readonly string[],
): Map<string, Hindrance> {
  const wanted = new Set(person_ids)
  const others = new Map<string, Other[]>()
  for (const { id: shift_id, start_dt, end_dt, assignment } of schedule)
    for (const { person_id, status } of assignment)
      if (wanted.has(person_id))
        others.set(person_id, [...(others.get(person_id) ?? []), { shift_id, start_dt, end_dt, status }])
  const found = new Map<string, Hindrance>()
  for (const person_id of wanted) {
    const own = others.get(person_id) ?? []
    const conflict = findConflict(shift, own)
    const busy = conflict && schedule.find(({ id }) => id === conflict.shift_id)
    if (own.some(({ shift_id }) => shift_id === shift.id)) found.set(person_id, { kind: 'already' })
    else if (busy) found.set(person_id, { kind: 'busy', with: busy })
  }
  return found
}
