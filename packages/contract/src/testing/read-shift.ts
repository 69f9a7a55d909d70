import type { LiveShift } from '../live.ts'
import { type AssignmentStatus, holdsPlace } from '../rules/assignment-status.ts'
import { spotsLeft } from '../rules/capacity.ts'

export type Row = { id: string; status: AssignmentStatus }

/** Reads the public state from the rows, as the server does. */
export function readShift(rows: Row[], { id = 'shift', required_qty = 3 } = {}): LiveShift {
  const confirmed = rows.filter(({ status }) => holdsPlace(status))
  return {
    id,
    role_id: 'role',
    start_dt: '2026-07-04T08:00:00.000Z',
    end_dt: '2026-07-04T10:00:00.000Z',
    required_qty,
    spots_left: spotsLeft(required_qty, confirmed.length),
    assigned_count: confirmed.length,
    assigned_people: confirmed.map((row) => ({ first_name: row.id, last_name: 'Öberg', person_id: row.id })),
    signing_up: 0,
  }
}
