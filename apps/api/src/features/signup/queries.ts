import type { Language } from '@muster/contract/fields'
import { identityKey } from '@muster/contract/rules/text'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { oneRow } from '../../db/one-row.ts'
import { assignment, person, role, shift } from '../../db/schema.ts'

/** Who signs up, as typed, the number in E.164. */
export type Visitor = { first_name: string; last_name: string; email: string; phone: string }

type Glance = {
  end_dt: string
  required_qty: number
  confirmed: number
  /** Somebody with this key or this name is known to the shift, so that another answer than "full" may be due. */
  is_known: boolean
  language: Language
  country: string
}

/** What an unlocked look can tell of a shift. One statement, hence one moment. */
export async function glanceAtShift(
  tx: OrgTx,
  { shift_id, key, visitor }: { shift_id: string; key: string | undefined; visitor: Omit<Visitor, 'phone'> },
): Promise<Glance | undefined> {
  const { rows } = await tx.execute<Glance>(sql`
    select shift.end_dt, shift.required_qty, organization.language, organization.country,
      (
        select count(*)::int from assignment
        where assignment.organization_id = ${tx.org} and assignment.shift_id = shift.id
          and assignment.status = 'CONFIRMED'
      ) as confirmed,
      exists (
        select from idempotency_key
        where idempotency_key.organization_id = ${tx.org} and idempotency_key.scope_id = shift.id
          and idempotency_key.key = ${key ?? null}
      ) or exists (
        select from person
        join assignment on assignment.organization_id = ${tx.org} and assignment.person_id = person.id
        where person.organization_id = ${tx.org} and person.identity_key = ${identityKey(visitor)}
          and assignment.shift_id = shift.id and assignment.status in ('CONFIRMED', 'ABSENT')
      ) as is_known
    from shift join organization on organization.id = shift.organization_id
    where shift.organization_id = ${tx.org} and shift.id = ${shift_id}
  `)
  return rows[0]
}

/** The shift's row is the queue: sign-ups for one shift run one after another (D15). */
export async function lockShift(tx: OrgTx, shift_id: string) {
  const [locked] = await tx
    .select({
      id: shift.id,
      event_id: shift.event_id,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      required_qty: shift.required_qty,
      role_name: role.name,
    })
    .from(shift)
    .innerJoin(role, and(eq(role.organization_id, shift.organization_id), eq(role.id, shift.role_id)))
    .where(and(eq(shift.organization_id, tx.org), eq(shift.id, shift_id)))
    .for('update', { of: shift })
  return locked
}

/** D11: nothing happens if the organisation knows this person already; the unique index decides. */
export async function insertPersonIfNew(tx: OrgTx, visitor: Visitor): Promise<void> {
  await tx
    .insert(person)
    .values({ organization_id: tx.org, id: newId(), ...visitor, identity_key: identityKey(visitor) })
    .onConflictDoNothing({ target: [person.organization_id, person.identity_key] })
}

/** D15: without this lock one person can be signed up for two overlapping shifts at once. As strong as `lockPeople`. */
export async function lockPerson(tx: OrgTx, visitor: Visitor) {
  const [locked] = await tx
    .select({
      id: person.id,
      first_name: person.first_name,
      email: person.email,
      phone: person.phone,
      language: person.language,
    })
    .from(person)
    .where(and(eq(person.organization_id, tx.org), eq(person.identity_key, identityKey(visitor))))
    .for('no key update')
  return locked
}

/** D32: the only thing of an existing person that a public form may fill in. */
export async function fillLanguage(tx: OrgTx, person_id: string, language: Language): Promise<void> {
  await tx
    .update(person)
    .set({ language, version: sql`${person.version} + 1` })
    .where(and(eq(person.organization_id, tx.org), eq(person.id, person_id), isNull(person.language)))
}

export async function findAssignment(tx: OrgTx, shift_id: string, person_id: string) {
  const [found] = await tx
    .select({ id: assignment.id, status: assignment.status })
    .from(assignment)
    .where(
      and(
        eq(assignment.organization_id, tx.org),
        eq(assignment.shift_id, shift_id),
        eq(assignment.person_id, person_id),
      ),
    )
  return found
}

export async function countConfirmed(tx: OrgTx, shift_id: string): Promise<number> {
  const [counted] = await tx
    .select({ confirmed: count() })
    .from(assignment)
    .where(
      and(
        eq(assignment.organization_id, tx.org),
        eq(assignment.shift_id, shift_id),
        eq(assignment.status, 'CONFIRMED'),
      ),
    )
  return counted?.confirmed ?? 0
}

/** All shifts of a person, of every event of the organisation (D14). */
export function listShiftsOfPerson(tx: OrgTx, person_id: string) {
  return tx
    .select({
      shift_id: assignment.shift_id,
      status: assignment.status,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
    })
    .from(assignment)
    .innerJoin(
      shift,
      and(eq(shift.organization_id, assignment.organization_id), eq(shift.id, assignment.shift_id)),
    )
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.person_id, person_id)))
}

type Accepted = Pick<
  typeof assignment.$inferInsert,
  'responded_at' | 'other_phone' | 'terms_version' | 'terms_accepted_at'
>

export async function insertAssignment(
  tx: OrgTx,
  values: Accepted & Omit<typeof assignment.$inferInsert, 'organization_id' | 'source' | 'status'>,
) {
  const rows = await tx
    .insert(assignment)
    .values({ ...values, organization_id: tx.org, source: 'signup', status: 'CONFIRMED' })
    .returning(assignmentAnswer)
  return oneRow(rows)
}

/** D13: somebody invited, or who declined before, takes the place with the assignment they have. */
export async function confirmAssignment(tx: OrgTx, assignment_id: string, values: Accepted) {
  const rows = await tx
    .update(assignment)
    .set({ ...values, status: 'CONFIRMED', version: sql`${assignment.version} + 1` })
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.id, assignment_id)))
    .returning(assignmentAnswer)
  return oneRow(rows)
}

const assignmentAnswer = { assignment_id: assignment.id, round: assignment.round }
