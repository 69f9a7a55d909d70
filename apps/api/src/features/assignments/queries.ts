import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { OrgTx } from '../../db/client.ts'
import { oneRow } from '../../db/one-row.ts'
import { assignment, event, person, role, shift } from '../../db/schema.ts'

/** Which assignments: those of some shifts, or some. */
export type Which = { shift_ids: readonly string[] } | { ids: readonly string[] }

// ── What administrators see ─────────────────────────────────────────────────────────────────────

/** With the people and their invitations. */
export function listAssignments(tx: OrgTx, which: Which) {
  return tx
    .select({
      id: assignment.id,
      shift_id: assignment.shift_id,
      person_id: assignment.person_id,
      status: assignment.status,
      round: assignment.round,
      token_expires_at: assignment.token_expires_at,
      invite_sent_at: assignment.invite_sent_at,
      invite_method: assignment.invite_method,
      other_phone: assignment.other_phone,
      person: {
        id: person.id,
        first_name: person.first_name,
        last_name: person.last_name,
        email: person.email,
        phone: person.phone,
        child_team: person.child_team,
      },
    })
    .from(assignment)
    .innerJoin(person, samePerson())
    .where(and(eq(assignment.organization_id, tx.org), isOneOf(which)))
    .orderBy(asc(assignment.id))
}

/** D5: what a printed schedule needs, and no more. */
export function listScheduledPeople(tx: OrgTx, shift_ids: readonly string[]) {
  return tx
    .select({
      id: assignment.id,
      shift_id: assignment.shift_id,
      person_id: assignment.person_id,
      status: assignment.status,
      person: {
        id: person.id,
        first_name: person.first_name,
        last_name: person.last_name,
        child_team: person.child_team,
      },
    })
    .from(assignment)
    .innerJoin(person, samePerson())
    .where(and(eq(assignment.organization_id, tx.org), isOneOf({ shift_ids })))
    .orderBy(asc(assignment.id))
}

/** What an answer about a shift names beside the shift's own row. */
export async function getRoleOfShift(tx: OrgTx, shift_id: string) {
  return oneRow(
    await tx
      .select({ id: role.id, name: role.name, event: { id: event.id, name: event.name } })
      .from(shift)
      .innerJoin(role, and(eq(role.organization_id, shift.organization_id), eq(role.id, shift.role_id)))
      .innerJoin(event, and(eq(event.organization_id, shift.organization_id), eq(event.id, shift.event_id)))
      .where(and(eq(shift.organization_id, tx.org), eq(shift.id, shift_id))),
  )
}

// ── What the rules ask, under the locks ─────────────────────────────────────────────────────────

/** All times that these people have promised or were asked for (D14). */
export function listTimesOfPeople(tx: OrgTx, person_ids: readonly string[]) {
  return listTimes(tx, inArray(assignment.person_id, [...person_ids]))
}

/** The same of the people who are on these shifts, these shifts included. */
export function listTimesOfPeopleOn(tx: OrgTx, shift_ids: readonly string[]) {
  const people = tx
    .select({ person_id: assignment.person_id })
    .from(assignment)
    .where(
      and(eq(assignment.organization_id, tx.org), inArray(assignment.shift_id, [...shift_ids]), occupied()),
    )
  return listTimes(tx, inArray(assignment.person_id, people))
}

function listTimes(tx: OrgTx, of_people: SQL) {
  return tx
    .select({
      person_id: assignment.person_id,
      shift_id: assignment.shift_id,
      status: assignment.status,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      first_name: person.first_name,
      last_name: person.last_name,
    })
    .from(assignment)
    .innerJoin(shift, sameShift())
    .innerJoin(person, samePerson())
    .where(and(eq(assignment.organization_id, tx.org), of_people, occupied()))
    .orderBy(asc(assignment.person_id), asc(assignment.shift_id))
}

/** D12 */
export async function countConfirmed(tx: OrgTx, shift_id: string): Promise<number> {
  const rows = await tx
    .select({ confirmed: count() })
    .from(assignment)
    .where(
      and(
        eq(assignment.organization_id, tx.org),
        eq(assignment.shift_id, shift_id),
        eq(assignment.status, 'CONFIRMED'),
      ),
    )
  return oneRow(rows).confirmed
}

/** Everybody on a shift, whatever their status. */
export function listPlaces(tx: OrgTx, shift_id: string) {
  return tx
    .select({ id: assignment.id, person_id: assignment.person_id })
    .from(assignment)
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.shift_id, shift_id)))
}

// ── Writing ─────────────────────────────────────────────────────────────────────────────────────

type NewAssignment = Omit<typeof assignment.$inferInsert, 'organization_id' | 'source' | 'status'>

export async function insertInvited(tx: OrgTx, rows: readonly NewAssignment[]): Promise<void> {
  await tx.insert(assignment).values(
    rows.map((row) => ({
      ...row,
      organization_id: tx.org,
      source: 'admin' as const,
      status: 'INVITED' as const,
    })),
  )
}

export async function updateAssignment(
  tx: OrgTx,
  id: string,
  change: PgUpdateSetSource<typeof assignment>,
): Promise<void> {
  await tx
    .update(assignment)
    .set({ ...change, version: sql`${assignment.version} + 1` })
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.id, id)))
}

export async function deleteAssignments(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx
    .delete(assignment)
    .where(and(eq(assignment.organization_id, tx.org), inArray(assignment.id, [...ids])))
}

/** D17: every personal link this person was ever sent stops working; the next message carries a new one. */
export async function raiseRounds(tx: OrgTx, person_id: string): Promise<void> {
  await tx
    .update(assignment)
    .set({ round: sql`${assignment.round} + 1`, version: sql`${assignment.version} + 1` })
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.person_id, person_id)))
}

/**
 * What people carry with them from a shift whose times or place have changed: the calendar entry is to be
 * updated (D26), and nobody can answer past the shift's end (D18).
 */
export async function followShifts(tx: OrgTx, shift_ids: readonly string[]): Promise<void> {
  await tx
    .update(assignment)
    .set({
      token_expires_at: sql`least(${assignment.token_expires_at}, ${shift.end_dt})`,
      calendar_sequence: sql`${assignment.calendar_sequence} + 1`,
      version: sql`${assignment.version} + 1`,
    })
    .from(shift)
    .where(
      and(
        eq(assignment.organization_id, tx.org),
        inArray(assignment.shift_id, [...shift_ids]),
        eq(shift.organization_id, assignment.organization_id),
        eq(shift.id, assignment.shift_id),
      ),
    )
}

function isOneOf(which: Which): SQL {
  return 'ids' in which
    ? sql`${assignment.id} = any(${sql.param(which.ids)}::uuid[])`
    : sql`${assignment.shift_id} = any(${sql.param(which.shift_ids)}::uuid[])`
}

const occupied = () => inArray(assignment.status, ['INVITED', 'CONFIRMED'])

const sameShift = () =>
  and(eq(shift.organization_id, assignment.organization_id), eq(shift.id, assignment.shift_id))

const samePerson = () =>
  and(eq(person.organization_id, assignment.organization_id), eq(person.id, assignment.person_id))

/** D18: other deadlines for many at once, of those that are still unanswered. */
export async function updateDeadlines(
  tx: OrgTx,
  deadlines: readonly { id: string; token_expires_at: string }[],
): Promise<void> {
  if (deadlines.length === 0) return
  await tx.execute(sql`
    update assignment set token_expires_at = given.token_expires_at, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(deadlines)}) as given (id uuid, token_expires_at timestamptz)
    where assignment.organization_id = ${tx.org} and assignment.id = given.id and assignment.status = 'INVITED'
  `)
}
