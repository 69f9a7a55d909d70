import type { BroadcastProgress } from '@muster/contract/broadcasts'
import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { assignment, broadcast, event, message, organization, person, role, shift } from '../../db/schema.ts'

export async function findBroadcastEvent(tx: OrgTx, id: string) {
  const [found] = await tx
    .select({
      event: { id: event.id, name: event.name, location: event.location, time_zone: event.time_zone },
      organization: {
        name: organization.name,
        language: organization.language,
        approved_sms_sender: organization.approved_sms_sender,
      },
    })
    .from(event)
    .innerJoin(organization, eq(organization.id, event.organization_id))
    .where(and(eq(event.organization_id, tx.org), eq(event.id, id)))
  return found
}

/** By start. */
export function listShiftsOfEvent(tx: OrgTx, event_id: string) {
  return tx
    .select({
      id: shift.id,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      role_name: role.name,
      role_description: role.description,
    })
    .from(shift)
    .innerJoin(role, eq(role.id, shift.role_id))
    .where(and(inOrganization(tx, shift), eq(shift.event_id, event_id)))
    .orderBy(asc(shift.start_dt), asc(shift.id))
}

export type ShiftOfEvent = Awaited<ReturnType<typeof listShiftsOfEvent>>[number]

export function listAssigned(tx: OrgTx, event_id: string) {
  return tx
    .select({
      id: assignment.id,
      shift_id: assignment.shift_id,
      status: assignment.status,
      round: assignment.round,
      token_expires_at: assignment.token_expires_at,
      person: {
        id: person.id,
        first_name: person.first_name,
        last_name: person.last_name,
        email: person.email,
        phone: person.phone,
        language: person.language,
      },
    })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .innerJoin(person, eq(person.id, assignment.person_id))
    .where(
      and(
        inOrganization(tx, shift),
        eq(shift.event_id, event_id),
        isNull(person.erased_at),
        inArray(assignment.status, ['INVITED', 'CONFIRMED']),
      ),
    )
    .orderBy(asc(shift.start_dt), asc(assignment.id))
}

export type Assigned = Awaited<ReturnType<typeof listAssigned>>[number]

export function listDeadlines(tx: OrgTx, assignment_ids: readonly string[]) {
  return tx
    .select({ id: assignment.id, token_expires_at: assignment.token_expires_at, shift_end: shift.end_dt })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .where(and(eq(assignment.organization_id, tx.org), inArray(assignment.id, [...assignment_ids])))
}

export async function insertBroadcast(
  tx: OrgTx,
  row: Omit<typeof broadcast.$inferInsert, 'organization_id'>,
): Promise<void> {
  await tx.insert(broadcast).values({ ...row, organization_id: tx.org })
}

export async function findBroadcast(tx: OrgTx, id: string) {
  const [found] = await tx
    .select()
    .from(broadcast)
    .where(and(eq(broadcast.organization_id, tx.org), eq(broadcast.id, id)))
  return found
}

export async function countStatuses(tx: OrgTx, broadcast_id: string): Promise<BroadcastProgress['counts']> {
  const rows = await tx
    .select({ status: message.status, amount: count() })
    .from(message)
    .where(ofBroadcast(tx, broadcast_id))
    .groupBy(message.status)
  const counts = { QUEUED: 0, SENDING: 0, SENT: 0, DELIVERED: 0, FAILED: 0, UNKNOWN: 0 }
  for (const { status, amount } of rows) counts[status] = amount
  return counts
}

export function listUnsent(tx: OrgTx, broadcast_id: string, limit: number) {
  return tx
    .select({
      person_id: message.person_id,
      channel: message.channel,
      status: message.status,
      failure_reason: message.failure_reason,
    })
    .from(message)
    .where(and(ofBroadcast(tx, broadcast_id), inArray(message.status, ['FAILED', 'UNKNOWN'])))
    .orderBy(asc(message.id))
    .limit(limit)
}

/** By id, without deleted people. */
export async function listNames(tx: OrgTx, person_ids: readonly string[]) {
  const rows = await tx
    .select({ person_id: person.id, first_name: person.first_name, last_name: person.last_name })
    .from(person)
    .where(
      and(eq(person.organization_id, tx.org), inArray(person.id, [...person_ids]), isNull(person.erased_at)),
    )
  return new Map(rows.map((row) => [row.person_id, row]))
}

const ofBroadcast = (tx: OrgTx, broadcast_id: string) =>
  and(inOrganization(tx, message), eq(message.broadcast_id, broadcast_id))
