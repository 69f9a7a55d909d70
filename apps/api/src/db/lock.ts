import { and, asc, eq, inArray } from 'drizzle-orm'
import type { OrgTx } from './client.ts'
import { assignment, person, shift } from './schema.ts'

/*
 * D15: whoever needs several locks takes them in this order, each kind by id: event, role, shift,
 * person. Two transactions then wait for each other in one direction only.
 */

/** Those of the shifts that still exist. */
export function lockShifts(tx: OrgTx, ids: readonly string[]) {
  return tx
    .select()
    .from(shift)
    .where(and(eq(shift.organization_id, tx.org), inArray(shift.id, [...ids])))
    .orderBy(asc(shift.id))
    .for('update')
}

/** Those of the people who still exist. */
export function lockPeople(tx: OrgTx, ids: readonly string[]) {
  return tx
    .select()
    .from(person)
    .where(and(eq(person.organization_id, tx.org), inArray(person.id, [...ids])))
    .orderBy(asc(person.id))
    .for('update')
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
