import type { BroadcastProgress } from '@muster/contract/broadcasts'
import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import type { OrgId, OrgTx, Tx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { ON_WAITING_LIST } from '../../db/on-waiting-list.ts'
import {
  assignment,
  broadcast,
  event,
  message,
  organization,
  person,
  role,
  shift,
  waiting,
} from '../../db/schema.ts'

export async function findBroadcastEvent(tx: OrgTx, id: string) {
  const [found] = await tx
    .select({
      event: {
        id: event.id,
        name: event.name,
        location: event.location,
        time_zone: event.time_zone,
        notes: event.notes,
      },
      contact: {
        contact_email: sql<string | null>`coalesce(${event.contact_email}, ${organization.contact_email})`,
        contact_phone: sql<string | null>`coalesce(${event.contact_phone}, ${organization.contact_phone})`,
      },
      organization: {
        name: organization.name,
        language: organization.language,
        sms_sender: organization.sms_sender,
        approved_sms_sender: organization.approved_sms_sender,
        sender_approved_for: organization.sender_approved_for,
      },
    })
    .from(event)
    .innerJoin(organization, eq(organization.id, event.organization_id))
    .where(and(eq(event.organization_id, tx.org), eq(event.id, id)))
  return found
}

export function listShiftsOfEvent(tx: OrgTx, event_id: string) {
  return tx
    .select({
      id: shift.id,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      role_id: shift.role_id,
      role_name: role.name,
      role_description: role.description,
      meeting_point: shift.meeting_point,
      note: shift.note,
    })
    .from(shift)
    .innerJoin(role, eq(role.id, shift.role_id))
    .where(and(inOrganization(tx, shift), eq(shift.event_id, event_id)))
    .orderBy(asc(shift.start_dt), asc(shift.id))
}

export type ShiftOfEvent = Awaited<ReturnType<typeof listShiftsOfEvent>>[number]

const recipientColumns = {
  id: person.id,
  first_name: person.first_name,
  last_name: person.last_name,
  email: person.email,
  phone: person.phone,
  language: person.language,
}

/** Lists the assignments that are not ABSENT, ordered by the start of the shift. */
export function listAssigned(tx: OrgTx, event_id: string) {
  return tx
    .select({
      id: assignment.id,
      shift_id: assignment.shift_id,
      status: assignment.status,
      round: assignment.round,
      token_expires_at: assignment.token_expires_at,
      invite_sent_at: assignment.invite_sent_at,
      asked_again_at: assignment.asked_again_at,
      person: recipientColumns,
    })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .innerJoin(person, eq(person.id, assignment.person_id))
    .where(
      and(
        inOrganization(tx, shift),
        eq(shift.event_id, event_id),
        isNull(person.erased_at),
        ne(assignment.status, 'ABSENT'),
      ),
    )
    .orderBy(asc(shift.start_dt), asc(assignment.id))
}

type Assigned = Awaited<ReturnType<typeof listAssigned>>[number]
export type Addressee = Assigned['person']

/** Who is on a waiting list (D44), by start of the shift. */
export function listWaiting(tx: OrgTx, event_id: string) {
  return tx
    .select({ id: waiting.id, shift_id: waiting.shift_id, round: waiting.round, person: recipientColumns })
    .from(waiting)
    .innerJoin(shift, eq(shift.id, waiting.shift_id))
    .innerJoin(person, eq(person.id, waiting.person_id))
    .where(
      and(
        inOrganization(tx, shift),
        eq(shift.event_id, event_id),
        isNull(person.erased_at),
        sql`${waiting.status} ${ON_WAITING_LIST}`,
      ),
    )
    .orderBy(asc(shift.start_dt), asc(waiting.id))
}

/** The shifts of the assignments must be locked. */
export function listInvitations(tx: OrgTx, assignment_ids: readonly string[]) {
  return tx
    .select({
      id: assignment.id,
      person_id: assignment.person_id,
      uncapped_expires_at: assignment.uncapped_expires_at,
      expiry_set_at: assignment.expiry_set_at,
      invite_sent_at: assignment.invite_sent_at,
      invite_method: assignment.invite_method,
      shift: { id: shift.id, event_id: shift.event_id, start_dt: shift.start_dt, end_dt: shift.end_dt },
    })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .where(
      and(
        eq(assignment.organization_id, tx.org),
        isAnyOf(assignment.id, assignment_ids),
        eq(assignment.status, 'INVITED'),
      ),
    )
}

export async function insertBroadcast(
  tx: OrgTx,
  row: Omit<typeof broadcast.$inferInsert, 'organization_id'>,
): Promise<void> {
  await tx.insert(broadcast).values({ ...row, organization_id: tx.org })
}

const broadcastColumns = {
  ...getTableColumns(broadcast),
  /** Milliseconds until the broadcast is due, in database time. */
  waits_ms:
    sql<number>`greatest(0, ceil(extract(epoch from ${broadcast.due_at} - clock_timestamp()) * 1000))`.mapWith(
      Number,
    ),
}

export async function findBroadcast(tx: OrgTx, id: string) {
  const [found] = await tx.select(broadcastColumns).from(broadcast).where(isBroadcast(tx, id))
  return found
}

export function listBroadcastsOf(tx: OrgTx, event_id: string, limit: number) {
  const { invitations: _, unreachable: __, ...columns } = broadcastColumns
  return tx
    .select(columns)
    .from(broadcast)
    .where(and(inOrganization(tx, broadcast), eq(broadcast.event_id, event_id), isNull(broadcast.resend_of)))
    .orderBy(desc(broadcast.created_at), desc(broadcast.id))
    .limit(limit)
}

export type BroadcastRow = typeof broadcast.$inferSelect

/**
 * Locks the broadcast: the second of two undos waits for the first, and an undo for the worker that is sending it. The
 * undo of an earlier broadcast may have changed its invitations before the lock.
 */
export async function lockBroadcast(tx: OrgTx, id: string): Promise<BroadcastRow | undefined> {
  const [locked] = await tx.select().from(broadcast).where(isBroadcast(tx, id)).for('update')
  return locked
}

/** Returns undefined if it is no longer planned, or another transaction is sending or cancelling it. */
export async function lockPlanned(tx: OrgTx, id: string): Promise<BroadcastRow | undefined> {
  const [locked] = await tx
    .select()
    .from(broadcast)
    .where(and(isBroadcast(tx, id), eq(broadcast.state, 'planned')))
    .for('update', { skipLocked: true })
  return locked
}

/** Of organisations that are neither paused nor ended. */
export function listDueBroadcasts(
  tx: Tx,
  now: string,
): Promise<{ organization_id: OrgId; id: string; created_by: string }[]> {
  return tx
    .select({
      organization_id: sql<OrgId>`${broadcast.organization_id}`,
      id: broadcast.id,
      created_by: broadcast.created_by,
    })
    .from(broadcast)
    .innerJoin(organization, eq(organization.id, broadcast.organization_id))
    .where(
      and(
        // A literal, so that the partial index is used.
        sql`${broadcast.state} = 'planned'`,
        lte(broadcast.send_at, now),
        isNull(organization.paused_at),
        isNull(organization.ended_at),
      ),
    )
    .orderBy(asc(broadcast.send_at), asc(broadcast.id))
    .limit(MOST_DUE)
}

/** Maximum of planned broadcasts in one run. */
const MOST_DUE = 100

/** Locks from earlier to later: undos of two broadcasts of an event cannot deadlock. Leaves out those still planned. */
export function lockLaterBroadcasts(
  tx: OrgTx,
  { id, event_id, created_at }: { id: string; event_id: string; created_at: string },
) {
  return tx
    .select({ id: broadcast.id, invitations: broadcast.invitations })
    .from(broadcast)
    .where(
      and(
        inOrganization(tx, broadcast),
        eq(broadcast.event_id, event_id),
        eq(broadcast.state, 'sent'),
        sql`(${broadcast.created_at}, ${broadcast.id}) > (${created_at}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy(asc(broadcast.created_at), asc(broadcast.id))
    .for('update')
}

/** The broadcast must be locked. */
export async function updateBroadcast(
  tx: OrgTx,
  id: string,
  change: Partial<typeof broadcast.$inferInsert>,
): Promise<void> {
  await tx.update(broadcast).set(change).where(isBroadcast(tx, id))
}

export async function addUndone(tx: OrgTx, id: string, amount: number): Promise<void> {
  await tx
    .update(broadcast)
    .set({ undone_count: sql`${broadcast.undone_count} + ${amount}` })
    .where(isBroadcast(tx, id))
}

export type StatusCounts = Pick<BroadcastProgress, 'counts' | 'channels' | 'retrying'>

export const NO_MESSAGES: StatusCounts = {
  counts: { QUEUED: 0, SENDING: 0, SENT: 0, DELIVERED: 0, FAILED: 0, UNKNOWN: 0 },
  channels: { EMAIL: 0, SMS: 0 },
  retrying: 0,
}

export async function countStatuses(
  tx: OrgTx,
  broadcast_ids: readonly string[],
): Promise<Map<string | null, StatusCounts>> {
  const rows = await tx
    .select({
      broadcast_id: message.broadcast_id,
      status: message.status,
      channel: message.channel,
      amount: count(),
      retrying: sql<number>`count(*) filter (where status = 'QUEUED' and attempts > 0)`.mapWith(Number),
    })
    .from(message)
    .where(and(inOrganization(tx, message), isAnyOf(message.broadcast_id, broadcast_ids)))
    .groupBy(message.broadcast_id, message.status, message.channel)
  const counted = new Map<string | null, StatusCounts>()
  for (const { broadcast_id, status, channel, amount, retrying } of rows) {
    const before = counted.get(broadcast_id) ?? NO_MESSAGES
    counted.set(broadcast_id, {
      counts: { ...before.counts, [status]: before.counts[status] + amount },
      channels: { ...before.channels, [channel]: before.channels[channel] + amount },
      retrying: before.retrying + retrying,
    })
  }
  return counted
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

export async function listNames(tx: OrgTx, person_ids: readonly string[]) {
  const rows = await tx
    .select({ person_id: person.id, first_name: person.first_name, last_name: person.last_name })
    .from(person)
    .where(and(eq(person.organization_id, tx.org), isAnyOf(person.id, person_ids), isNull(person.erased_at)))
  return new Map(rows.map((row) => [row.person_id, row]))
}

/** Messages by which a later broadcast reached people whom this one did not reach. */
export function listResent(tx: OrgTx, id: string) {
  return tx
    .select({ person_id: message.person_id, channel: message.channel, broadcast_id: broadcast.id })
    .from(broadcast)
    .innerJoin(message, eq(message.broadcast_id, broadcast.id))
    .where(
      and(
        inOrganization(tx, broadcast),
        eq(broadcast.resend_of, id),
        inOrganization(tx, message),
        ne(message.status, 'FAILED'),
      ),
    )
    .orderBy(asc(message.id))
}

export async function listAnswers(tx: OrgTx, assignment_ids: readonly string[]) {
  return tx
    .select({ status: assignment.status, person_id: assignment.person_id })
    .from(assignment)
    .where(and(eq(assignment.organization_id, tx.org), isAnyOf(assignment.id, assignment_ids)))
}

const isBroadcast = (tx: OrgTx, id: string) =>
  and(eq(broadcast.organization_id, tx.org), eq(broadcast.id, id))

const ofBroadcast = (tx: OrgTx, broadcast_id: string) =>
  and(inOrganization(tx, message), eq(message.broadcast_id, broadcast_id))
