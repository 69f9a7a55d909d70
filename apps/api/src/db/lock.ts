import { and, asc, eq, inArray } from 'drizzle-orm'
import type { OrgTx } from './client.ts'
import { assignment, event, person, shift } from './schema.ts'

/*
 * D15: whoever needs several locks takes them in this order, each kind by id: event, role, shift,
 * person. Two transactions then wait for each other in one direction only.
 */

/** Whoever writes to all people of one of these events holds it meanwhile: they are waited for. */
export async function awaitBroadcasts(tx: OrgTx, event_ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: event.id })
    .from(event)
    .where(and(eq(event.organization_id, tx.org), inArray(event.id, [...event_ids])))
    .orderBy(asc(event.id))
    .for('key share')
}

/** Those of the shifts that still exist. */
export function lockShifts(tx: OrgTx, ids: readonly string[]) {
  return tx
    .select()
    .from(shift)
    .where(and(eq(shift.organization_id, tx.org), inArray(shift.id, [...ids])))
    .orderBy(asc(shift.id))
    .for('update')
}

/**
 * Those of the people who still exist. A message to them may be written meanwhile, and its foreign key holds them: a
 * broadcast takes its shifts only after that, and would wait in a circle for whoever has a shift already.
 */
export function lockPeople(tx: OrgTx, ids: readonly string[]) {
  return tx
    .select()
    .from(person)
    .where(and(eq(person.organization_id, tx.org), inArray(person.id, [...ids])))
    .orderBy(asc(person.id))
    .for('no key update')
}

/** For whoever deletes somebody, or changes where they are reached: nobody may even write to them meanwhile. */
export async function lockPersonWholly(tx: OrgTx, id: string) {
  const [locked] = await tx
    .select()
    .from(person)
    .where(and(eq(person.organization_id, tx.org), eq(person.id, id)))
    .for('update')
  return locked
}

/** Everybody assigned to shifts that are locked already: nobody can be added meanwhile. */
export async function lockPeopleOfShifts(tx: OrgTx, shift_ids: readonly string[]) {
  const assigned = await tx
    .selectDistinct({ person_id: assignment.person_id })
    .from(assignment)
    .where(and(eq(assignment.organization_id, tx.org), inArray(assignment.shift_id, [...shift_ids])))
  return lockPeople(
    tx,
    assigned.map(({ person_id }) => person_id),
  )
}

/** The assignment with its shift and its person, which it never exchanges for others. Undefined once it is gone. */
export async function lockAssignment(tx: OrgTx, id: string) {
  const glimpsed = await findAssignment(tx, id)
  if (!glimpsed) return undefined
  const [its_shift] = await lockShifts(tx, [glimpsed.shift_id])
  const [its_person] = await lockPeople(tx, [glimpsed.person_id])
  // Only now does it stand still.
  const locked = await findAssignment(tx, id)
  return locked && its_shift && its_person && { ...locked, shift: its_shift, person: its_person }
}

export type LockedAssignment = NonNullable<Awaited<ReturnType<typeof lockAssignment>>>

async function findAssignment(tx: OrgTx, id: string) {
  const [found] = await tx
    .select()
    .from(assignment)
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.id, id)))
  return found
}
