import { groupBy } from '@muster/contract/rules/group-by'
import type { ShownContacts } from '@muster/contract/rules/member-role'
import type { Assignment, Shift } from '@muster/contract/shifts'
import type { OrgTx } from '../../db/client.ts'
import { notFound } from '../../edge/refusal.ts'
import type { Keys } from '../../signing/keys.ts'
import {
  hideContactsOfAssignment,
  readAssignments,
  readScheduledPeople,
} from '../assignments/read-assignments.ts'
import { type ListedShift, listShifts } from './queries.ts'

/** Shifts per part: with ten people on each, a few ms of work. */
const PART_SIZE = 50

/** Reads shifts in parts, so that the event loop is not blocked. Adds personal links if there are keys. */
export function readShifts(
  tx: OrgTx,
  { keys, contacts }: { keys: Keys | undefined; contacts: ShownContacts },
  shifts: readonly ListedShift[],
): AsyncGenerator<Shift[]> {
  return readInParts(shifts, async (shift_ids) =>
    (await readAssignments(tx, keys, { shift_ids })).map((each) => hideContactsOfAssignment(each, contacts)),
  )
}

/** Reads shifts without tokens and contact details (D5). */
export function readSchedule(
  tx: OrgTx,
  { now, contacts }: { now: string; contacts: ShownContacts },
  shifts: readonly ListedShift[],
): AsyncGenerator<Shift[]> {
  return readInParts(shifts, async (shift_ids) =>
    (await readScheduledPeople(tx, now, shift_ids)).map((each) => hideContactsOfAssignment(each, contacts)),
  )
}

/** Each with the assignment of the person alone. Adds their personal links if there are keys. */
export async function readShiftsOfPerson(
  tx: OrgTx,
  keys: Keys | undefined,
  person_id: string,
): Promise<Shift[]> {
  return assemble(await listShifts(tx, { person_id }), await readAssignments(tx, keys, { person_id }))
}

/** Throws 404 `shift_not_found`. */
export async function readShift(tx: OrgTx, keys: Keys, id: string): Promise<Shift> {
  const [found] = assemble(
    await listShifts(tx, { ids: [id] }),
    await readAssignments(tx, keys, { shift_ids: [id] }),
  )
  if (!found) throw notFound('shift_not_found')
  return found
}

/** Reads the next part while the caller serializes one. */
async function* readInParts(
  shifts: readonly ListedShift[],
  read: (shift_ids: readonly string[]) => Promise<Assignment[]>,
): AsyncGenerator<Shift[]> {
  const partFrom = (at: number) => {
    const part = shifts.slice(at, at + PART_SIZE)
    const assignments = part.length > 0 ? read(part.map(({ id }) => id)) : Promise.resolve([])
    // The read may fail before it is awaited: without a handler that would end the process.
    assignments.catch(() => undefined)
    return { part, assignments }
  }
  let next = partFrom(0)
  for (let at = PART_SIZE; next.part.length > 0; at += PART_SIZE) {
    const { part } = next
    const assignments = await next.assignments
    next = partFrom(at)
    yield assemble(part, assignments)
  }
}

function assemble(shifts: readonly ListedShift[], assignments: readonly Assignment[]): Shift[] {
  const of_shift = groupBy(assignments, ({ shift_id }) => shift_id)
  return shifts.map(({ role_name, event_id, event_name, ...shift }) => ({
    ...shift,
    role: { id: shift.role_id, name: role_name, event: { id: event_id, name: event_name } },
    assignment: of_shift.get(shift.id) ?? [],
  }))
}
