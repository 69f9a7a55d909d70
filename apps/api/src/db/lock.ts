import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from './client.ts'
import { inOrganization, isOrganization } from './in-organization.ts'
import { inParts, PEOPLE_AT_ONCE } from './in-parts.ts'
import { isAnyOf } from './is-any-of.ts'
import { prepare } from './prepare.ts'
import {
  type AssignmentRow,
  assignment,
  event,
  organization,
  type PersonRow,
  person,
  type ShiftRow,
  shift,
} from './schema.ts'

// D15: rows are locked in this order, each kind by id: event, role, shift, person. Other orders could deadlock.
// With accounts: organization, then account (e-mails to members lock it by foreign key), then its sessions, links, codes
// and passkeys.

/** Locks the members: only one change at a time, so that two owners cannot demote each other at once. */
export async function lockMembers(tx: Tx, organization_id: string): Promise<void> {
  await tx
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, organization_id))
    .for('no key update')
}

/** Waits for running broadcasts, each of which locks its event. */
export async function awaitBroadcasts(tx: OrgTx, event_ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: event.id })
    .from(event)
    .where(and(eq(event.organization_id, tx.org), isAnyOf(event.id, event_ids)))
    .orderBy(asc(event.id))
    .for('key share')
}

const ids = sql`${sql.placeholder('ids')}::uuid[]`
const org = sql`${sql.placeholder('org')}::uuid`

const selectShiftsForUpdate = prepare<ShiftRow>(
  'lock_shifts',
  sql`
    select * from ${shift} where ${shift.id} = any(${ids}) and ${isOrganization(shift.organization_id, org)}
    order by ${shift.id} for update
  `,
)

export const lockShifts = (tx: OrgTx, shift_ids: readonly string[]): Promise<ShiftRow[]> =>
  selectShiftsForUpdate(tx, { org: tx.org, ids: shift_ids })

const selectPeopleForUpdate = prepare<PersonRow>(
  'lock_people',
  sql`
    select * from ${person} where ${person.id} = any(${ids}) and ${isOrganization(person.organization_id, org)}
    order by ${person.id} for no key update
  `,
)

/** Uses NO KEY: a broadcast's messages share-lock the person by foreign key before it locks its shifts. With a full
 * lock it would deadlock with a transaction that already holds such a shift. */
export const lockPeople = (tx: OrgTx, person_ids: readonly string[]): Promise<PersonRow[]> =>
  selectPeopleForUpdate(tx, { org: tx.org, ids: person_ids })

/** Also blocks inserts of messages to them, for erasure and changed contact details. Leaves out erased people. */
export function lockPeopleExclusively(tx: OrgTx, person_ids: readonly string[]): Promise<PersonRow[]> {
  return tx
    .select()
    .from(person)
    .where(and(eq(person.organization_id, tx.org), isAnyOf(person.id, person_ids), isNull(person.erased_at)))
    .orderBy(asc(person.id))
    .for('update')
}

export async function lockPersonExclusively(tx: OrgTx, id: string): Promise<PersonRow | undefined> {
  const [locked] = await lockPeopleExclusively(tx, [id])
  return locked
}

/** The shifts must be locked, so that no one is assigned meanwhile. */
export async function lockPeopleOfShifts(tx: OrgTx, shift_ids: readonly string[]): Promise<PersonRow[]> {
  const assigned = await tx
    .selectDistinct({ person_id: assignment.person_id })
    .from(assignment)
    .where(and(inOrganization(tx, assignment), isAnyOf(assignment.shift_id, shift_ids)))
  return lockPeople(
    tx,
    assigned.map(({ person_id }) => person_id),
  )
}

const selectAssignment = prepare<AssignmentRow>(
  'find_assignment',
  sql`
    select * from ${assignment}
    where ${assignment.organization_id} = ${org} and ${assignment.id} = ${sql.placeholder('id')}
  `,
)

const selectAssignments = prepare<AssignmentRow>(
  'find_assignments',
  sql`select * from ${assignment} where ${isOrganization(assignment.organization_id, org)} and ${assignment.id} = any(${ids})`,
)

async function findAssignment(tx: OrgTx, id: string): Promise<AssignmentRow | undefined> {
  const [found] = await selectAssignment(tx, { org: tx.org, id })
  return found
}

export type LockedAssignment = AssignmentRow & { shift: ShiftRow; person: PersonRow }

export async function lockAssignment(tx: OrgTx, id: string): Promise<LockedAssignment | undefined> {
  const unlocked = await findAssignment(tx, id)
  return unlocked && lockKnownAssignment(tx, unlocked)
}

/** Locks another shift with those of the assignment, so that both are locked by id. */
export async function lockAssignmentAndShift(
  tx: OrgTx,
  { id, shift_id }: { id: string; shift_id: string },
): Promise<{ assignment: LockedAssignment | undefined; shift: ShiftRow | undefined }> {
  const unlocked = await findAssignment(tx, id)
  const shifts = byId(await lockShifts(tx, [...(unlocked ? [unlocked.shift_id] : []), shift_id]))
  return { assignment: unlocked && (await lockKnownAssignment(tx, unlocked)), shift: shifts.get(shift_id) }
}

/** Returns the assignments in the given order, without unknown ones. */
export async function lockAssignments(
  tx: OrgTx,
  assignment_ids: readonly string[],
): Promise<LockedAssignment[]> {
  const read = () =>
    inParts(assignment_ids, PEOPLE_AT_ONCE, (part) => selectAssignments(tx, { org: tx.org, ids: part }))
  const unlocked = await read()
  const shifts = byId(await lockShifts(tx, [...new Set(unlocked.map(({ shift_id }) => shift_id))]))
  const people = byId(await lockPeople(tx, [...new Set(unlocked.map(({ person_id }) => person_id))]))
  const locked = byId(await read())
  return assignment_ids.flatMap((id) => {
    const found = locked.get(id)
    const locked_shift = found && shifts.get(found.shift_id)
    const locked_person = found && people.get(found.person_id)
    return locked_shift && locked_person ? { ...found, shift: locked_shift, person: locked_person } : []
  })
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/** Returns none if they belong to several people. */
export async function lockAssignmentsOfPerson(
  tx: OrgTx,
  assignment_ids: readonly string[],
): Promise<LockedAssignment[]> {
  const locked = await lockAssignments(tx, assignment_ids)
  return new Set(locked.map(({ person_id }) => person_id)).size === 1 ? locked : []
}

/** Takes one round trip, because the shift of an assignment never changes, and the person only by a merge (D60). */
export async function lockKnownAssignment(
  tx: OrgTx,
  { id, shift_id, person_id }: Pick<AssignmentRow, 'id' | 'shift_id' | 'person_id'>,
): Promise<LockedAssignment | undefined> {
  const [[locked_shift], [locked_person], locked] = await Promise.all([
    lockShifts(tx, [shift_id]),
    lockPeople(tx, [person_id]),
    findAssignment(tx, id),
  ])
  if (locked && locked.person_id !== person_id) return lockKnownAssignment(tx, locked)
  return locked && locked_shift && locked_person && { ...locked, shift: locked_shift, person: locked_person }
}
