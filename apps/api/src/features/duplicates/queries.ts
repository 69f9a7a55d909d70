import type { ShiftOfMerge } from '@muster/contract/duplicates'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import {
  assignment,
  event,
  message,
  type PersonRow,
  person,
  role,
  shift,
  toldApart,
  waiting,
} from '../../db/schema.ts'

export type Candidate = Pick<PersonRow, 'id' | 'first_name' | 'last_name' | 'email' | 'phone' | 'child_team'>

/** Counted by hash: windows would sort all people three times by the rules of their language. */
const shared = (key: string) =>
  sql.raw(
    `${key} in (select ${key} from living where ${key} is not null group by ${key} having count(*) > 1)`,
  )

/** Lists people who share a number, a mailbox or a folded name with another, the oldest entry first. */
export async function listCandidates(tx: OrgTx): Promise<Candidate[]> {
  const { rows } = await tx.execute<Candidate>(sql`
    with living as materialized (
      select id, first_name, last_name, email, phone, child_team, created_at,
        split_part(identity_key, chr(10), 1) as address, substr(identity_key, strpos(identity_key, chr(10))) as name
      from person where organization_id = ${tx.org} and erased_at is null
    )
    select id, first_name, last_name, email, phone, child_team from living
    where ${shared('phone')} or ${shared('address')} or ${shared('name')}
    order by created_at, id
  `)
  return rows
}

export const pairOf = (one: string, other: string): string => [one, other].toSorted().join(' ')

export async function listToldApart(tx: OrgTx): Promise<Set<string>> {
  const rows = await tx.select().from(toldApart).where(eq(toldApart.organization_id, tx.org))
  return new Set(rows.map(({ one_id, other_id }) => pairOf(one_id, other_id)))
}

export async function insertToldApart(tx: OrgTx, ids: readonly [string, string]): Promise<void> {
  const [one_id = '', other_id = ''] = ids.toSorted()
  await tx.insert(toldApart).values({ organization_id: tx.org, one_id, other_id }).onConflictDoNothing()
}

export type OnShift = {
  id: string
  person_id: string
  status: AssignmentStatus
  invite_sent_at: string | null
  shift: ShiftOfMerge
}

/** Lists the assignments of the people, by the start of the shift. */
export function listOnShifts(tx: OrgTx, person_ids: readonly string[]): Promise<OnShift[]> {
  return tx
    .select({
      id: assignment.id,
      person_id: assignment.person_id,
      status: assignment.status,
      invite_sent_at: assignment.invite_sent_at,
      shift: shiftColumns,
    })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .innerJoin(role, eq(role.id, shift.role_id))
    .innerJoin(event, eq(event.id, shift.event_id))
    .where(and(inOrganization(tx, assignment), isAnyOf(assignment.person_id, person_ids)))
    .orderBy(shift.start_dt, assignment.id)
}

export async function listShiftsById(
  tx: OrgTx,
  ids: readonly string[],
): Promise<Map<string, ShiftOfMerge & { event_id: string }>> {
  const rows = await tx
    .select(shiftColumns)
    .from(shift)
    .innerJoin(role, eq(role.id, shift.role_id))
    .innerJoin(event, eq(event.id, shift.event_id))
    .where(and(inOrganization(tx, shift), isAnyOf(shift.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

const shiftColumns = {
  id: shift.id,
  event_id: shift.event_id,
  role_name: role.name,
  event_name: event.name,
  time_zone: event.time_zone,
  start_dt: shift.start_dt,
  end_dt: shift.end_dt,
}

export type Reached = {
  person_id: string
  messages: number
  email_reached_at: string | null
  phone_reached_at: string | null
}

const arrived = (address: SQL) =>
  sql<string | null>`max(${message.delivered_at}) filter (where ${message.address} = ${address})`.mapWith(
    message.delivered_at,
  )

/** Counts the messages of the people, and reads when one last arrived at their present address and number. */
export async function listReached(tx: OrgTx, person_ids: readonly string[]): Promise<Map<string, Reached>> {
  const rows = await tx
    .select({
      person_id: person.id,
      messages: sql<number>`count(*)::int`,
      email_reached_at: arrived(sql`${person.email}`),
      phone_reached_at: arrived(sql`${person.phone}`),
    })
    .from(message)
    .innerJoin(person, eq(person.id, message.person_id))
    .where(and(inOrganization(tx, message), isAnyOf(message.person_id, person_ids)))
    .groupBy(person.organization_id, person.id)
  return new Map(rows.map((row) => [row.person_id, row]))
}

/** Lists the assignments of two people, with the whole row. */
export const listAssignmentRows = (tx: OrgTx, person_ids: readonly string[]) =>
  tx
    .select()
    .from(assignment)
    .where(and(inOrganization(tx, assignment), isAnyOf(assignment.person_id, person_ids)))

export const listWaitingRows = (tx: OrgTx, person_ids: readonly string[]) =>
  tx
    .select()
    .from(waiting)
    .where(and(inOrganization(tx, waiting), isAnyOf(waiting.person_id, person_ids)))
