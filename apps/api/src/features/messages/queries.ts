import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { accountMessage, assignment, message, workerHeartbeat } from '../../db/schema.ts'

/*
 * The outbox: two tables, one mechanism. All statements are the system's: the worker serves every organisation.
 * Leases are counted in database time, so that workers need not agree on theirs.
 */

export const OUTBOXES = ['message', 'account_message'] as const
export type Outbox = (typeof OUTBOXES)[number]

/** A row that this worker holds until its lease ends. */
export type Claimed = {
  outbox: Outbox
  id: string
  channel: 'EMAIL' | 'SMS'
  organization_name: string | null
  sms_sender: string | null
  template: string
  facts: unknown
  language: string
  address: string
  attempts: number
  /** Who settles must name it: whoever claimed the row later has a higher one. */
  fence: number
}

const LEASE = sql`interval '30 seconds'`

/** Takes what is due, oldest first; rows other workers are taking are passed over. */
export async function claimDue(tx: Tx, outbox: Outbox, limit: number): Promise<Claimed[]> {
  const { rows } = await tx.execute<Omit<Claimed, 'outbox'>>(sql`
    update ${sql.identifier(outbox)} m
    set status = 'SENDING', attempts = attempts + 1, fence = fence + 1, leased_until = now() + ${LEASE}
    where id in (
      select id from ${sql.identifier(outbox)}
      where status = 'QUEUED' and due_at <= now()
      order by due_at limit ${limit} for update skip locked
    )
    returning id, template, facts, language, address, attempts, fence, ${FROM[outbox]}
  `)
  return rows.map((row) => ({ ...row, outbox }))
}

/** Whose name a message carries. Mail that belongs to no organisation carries ours. */
const FROM: Record<Outbox, SQL> = {
  message: sql`channel,
    (select name from organization where organization.id = m.organization_id) as organization_name,
    (select sms_sender from organization where organization.id = m.organization_id) as sms_sender`,
  account_message: sql`'EMAIL' as channel, null as organization_name, null as sms_sender`,
}

export type Settlement =
  | { status: 'SENT'; provider: string; provider_message_id: string }
  | { status: 'QUEUED'; failure_reason: string; delay_ms: number }
  | { status: 'FAILED' | 'UNKNOWN'; failure_reason: string }

/**
 * Writes down what became of a message, unless somebody claimed it after us: then false. An UNKNOWN one may still be
 * settled by the claim it stems from; that is the proof it waited for.
 */
export async function settle(
  tx: Tx,
  { outbox, id, fence }: Claimed,
  settlement: Settlement,
): Promise<boolean> {
  const change = {
    status: settlement.status,
    leased_until: null,
    failure_reason: 'failure_reason' in settlement ? settlement.failure_reason : null,
    ...(settlement.status === 'SENT' && {
      provider: settlement.provider,
      provider_message_id: settlement.provider_message_id,
      sent_at: sql`now()`,
    }),
    ...(settlement.status === 'QUEUED' && {
      due_at: sql`now() + ${settlement.delay_ms} * interval '1 millisecond'`,
    }),
  }
  const isOurs = (table: typeof message | typeof accountMessage) =>
    sql`${table.id} = ${id} and ${table.fence} = ${fence} and ${table.status} in ('SENDING', 'UNKNOWN')`
  const settled =
    outbox === 'message'
      ? await tx.update(message).set(change).where(isOurs(message))
      : await tx.update(accountMessage).set(change).where(isOurs(accountMessage))
  return settled.rowCount === 1
}

/** D27: whoever held these died between asking and hearing. Nobody knows, so they are not sent again. */
export async function markLostUnknown(tx: Tx, outbox: Outbox): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update ${sql.identifier(outbox)}
    set status = 'UNKNOWN', leased_until = null, failure_reason = 'The sender stopped before it heard the answer.'
    where status = 'SENDING' and leased_until < now()
  `)
  return rowCount ?? 0
}

/** Which of these assignments still exist. */
export async function listExisting(tx: Tx, assignment_ids: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: assignment.id })
    .from(assignment)
    .where(inArray(assignment.id, assignment_ids))
  return new Set(rows.map(({ id }) => id))
}

/** /readyz tells the age of the youngest; those of a day ago are nobody's any more. */
export async function beat(tx: Tx, worker_id: string): Promise<void> {
  await tx
    .insert(workerHeartbeat)
    .values({ worker_id })
    .onConflictDoUpdate({ target: workerHeartbeat.worker_id, set: { beat_at: sql`now()` } })
  await tx.delete(workerHeartbeat).where(sql`${workerHeartbeat.beat_at} < now() - interval '1 day'`)
}

export async function stopBeating(tx: Tx, worker_id: string): Promise<void> {
  await tx.delete(workerHeartbeat).where(eq(workerHeartbeat.worker_id, worker_id))
}
