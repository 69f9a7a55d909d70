import type { Assignment, Shift } from '@muster/contract/shifts'
import type { OrgTx } from '../../db/client.ts'
import { oneRow } from '../../db/one-row.ts'
import { groupBy } from '../../group-by.ts'
import type { Keys } from '../../keys.ts'
import { listScheduledPeople } from '../assignments/queries.ts'
import { readAssignments } from '../assignments/read-assignments.ts'
import { listShifts, type Which } from './queries.ts'

/** Shifts by start with their assignments and personal links: two statements, however many there are. */
export async function readShifts(tx: OrgTx, keys: Keys, which: Which): Promise<Shift[]> {
  return assemble(await listShifts(tx, which), await readAssignments(tx, keys, ofShifts(which)))
}

/** D5: without tokens, addresses and invitations. */
export async function readSchedule(tx: OrgTx, which: Which): Promise<Shift[]> {
  return assemble(await listShifts(tx, which), await listScheduledPeople(tx, ofShifts(which)))
}

/** A shift that is there: the transaction has just written it. */
export async function readShift(tx: OrgTx, keys: Keys, id: string): Promise<Shift> {
  return oneRow(await readShifts(tx, keys, { id }))
}

const ofShifts = ({ event_id, id }: Which) => ({ event_id, shift_id: id })

function assemble(
  shifts: Awaited<ReturnType<typeof listShifts>>,
  assignments: readonly Assignment[],
): Shift[] {
  const of_shift = groupBy(assignments, ({ shift_id }) => shift_id)
  return shifts.map(({ role_name, event_id, event_name, ...shift }) => ({
    ...shift,
    role: { id: shift.role_id, name: role_name, event: { id: event_id, name: event_name } },
    assignment: of_shift.get(shift.id) ?? [],
  }))
}
