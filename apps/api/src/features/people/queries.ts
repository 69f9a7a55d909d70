import { and, asc, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { oneRow } from '../../db/one-row.ts'
import { assignment, organization, person, shift } from '../../db/schema.ts'

export type PersonRow = typeof person.$inferSelect
export type NewPersonRow = Omit<typeof person.$inferInsert, 'organization_id'>

/** In a stable order; the client sorts by its language. */
export function listPeople(tx: OrgTx): Promise<PersonRow[]> {
  return tx
    .select()
    .from(person)
    .where(eq(person.organization_id, tx.org))
    .orderBy(asc(person.last_name), asc(person.first_name), asc(person.id))
}

export async function findPerson(tx: OrgTx, id: string): Promise<PersonRow | undefined> {
  const [found] = await tx
    .select()
    .from(person)
    .where(and(eq(person.organization_id, tx.org), eq(person.id, id)))
  return found
}

export async function insertPerson(tx: OrgTx, row: NewPersonRow): Promise<PersonRow> {
  return oneRow(
    await tx
      .insert(person)
      .values({ ...row, organization_id: tx.org })
      .returning(),
  )
}

/** The person must be locked. */
export async function updatePerson(
  tx: OrgTx,
  id: string,
  change: PgUpdateSetSource<typeof person>,
): Promise<PersonRow> {
  return oneRow(
    await tx
      .update(person)
      .set({ ...change, version: sql`${person.version} + 1` })
      .where(and(eq(person.organization_id, tx.org), eq(person.id, id)))
      .returning(),
  )
}

export async function deletePerson(tx: OrgTx, id: string): Promise<void> {
  await tx.delete(person).where(and(eq(person.organization_id, tx.org), eq(person.id, id)))
}

export function listShiftsOfPerson(tx: OrgTx, person_id: string) {
  return tx
    .select({ id: shift.id, event_id: shift.event_id })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .where(and(inOrganization(tx, assignment), eq(assignment.person_id, person_id)))
}

export async function getCountry(tx: OrgTx): Promise<string | null> {
  const { country } = oneRow(
    await tx.select({ country: organization.country }).from(organization).where(eq(organization.id, tx.org)),
  )
  return country
}
