import type { Assignment, Shift } from '@muster/contract/shifts'
import type { OrgTx } from '../../db/client.ts'
import { groupBy } from '../../db/group-by.ts'
import { oneRow } from '../../db/one-row.ts'
import type { Keys } from '../../signing/keys.ts'
import { listScheduledPeople } from '../assignments/queries.ts'
import { readAssignments } from '../assignments/read-assignments.ts'
import { listShifts, type Which } from './queries.ts'

/** Of so many shifts the assignments are read at once: with ten people on each it is a few ms of work. */
const AT_ONCE = 50

/** Shifts by start with their assignments and personal links, some at a time: in between others have their turn. */
export function readShifts(tx: OrgTx, keys: Keys, which: Which): AsyncGenerator<Shift[]> {
  return readInParts(tx, which, (shift_ids) => readAssignments(tx, keys, { shift_ids }))
}

/** D5: without tokens, addresses and invitations. */
export function readSchedule(tx: OrgTx, which: Which): AsyncGenerator<Shift[]> {
  return readInParts(tx, which, async (shift_ids) => listScheduledPeople(tx, shift_ids))
}

/** A shift that is there: the transaction has just written it. */
export async function readShift(tx: OrgTx, keys: Keys, id: string): Promise<Shift> {
  return oneRow(assemble(await listShifts(tx, { id }), await readAssignments(tx, keys, { shift_ids: [id] })))
}

/** PostgreSQL is at the next ones while these are written. */
async function* readInParts(
  tx: OrgTx,
  which: Which,
  read: (shift_ids: readonly string[]) => Promise<Assignment[]>,
): AsyncGenerator<Shift[]> {
  const shifts = await listShifts(tx, which)
  const partFrom = (at: number) => {
    const part = shifts.slice(at, at + AT_ONCE)
    const assignments = part.length > 0 ? read(part.map(({ id }) => id)) : Promise.resolve([])
    // It may fail before anybody awaits it: its failure is told there, and must not end the process here.
    assignments.catch(() => undefined)
    return { part, assignments }
  }
  let next = partFrom(0)
  for (let at = AT_ONCE; next.part.length > 0; at += AT_ONCE) {
    const { part } = next
    const assignments = await next.assignments
    next = partFrom(at)
    yield assemble(part, assignments)
  }
}

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
