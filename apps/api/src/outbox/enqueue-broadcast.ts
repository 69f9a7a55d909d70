import type { Language } from '@muster/contract/language'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { OrgTx } from '../db/client.ts'
import { inOrganization } from '../db/in-organization.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { oneRow } from '../db/one-row.ts'
import * as schema from '../db/schema.ts'
import { announce, announceMessages } from '../live/announce.ts'
import { insertMessages } from './enqueue.ts'
import type { EmailContent, SmsContent } from './kinds/kinds.ts'

/** The caller creates the id, because the text's unsubscribe link needs it. */
export type BroadcastMessage = { id: string; person_id: string; address: string; language: Language } & (
  | { channel: 'EMAIL'; content: EmailContent }
  | { channel: 'SMS'; content: SmsContent }
)

/** Returns when they become due, in database time. */
export async function enqueueBroadcast(
  tx: OrgTx,
  { id: broadcast_id, waits_ms }: { id: string; waits_ms: number },
  messages: readonly BroadcastMessage[],
): Promise<{ due_at: string }> {
  const due_at = await readDueTime(tx, waits_ms)
  await insertMessages(
    tx,
    messages.map(({ content, ...message }) => ({ ...message, ...content, broadcast_id, due_at })),
  )
  return { due_at }
}

/** Avoids `now()`, because the transaction of a large broadcast began seconds ago. */
async function readDueTime(tx: OrgTx, waits_ms: number): Promise<string> {
  const { rows } = await tx.execute<{ due_at: string }>(
    sql`select ${isoInstant(sql`clock_timestamp() + ${waits_ms} * interval '1 millisecond'`)} as due_at`,
  )
  return oneRow(rows).due_at
}

/** Lets what still waits leave now. Returns the time. */
export async function sendWaiting(tx: OrgTx, broadcast_id: string): Promise<string> {
  const due_at = await readDueTime(tx, 0)
  await tx
    .update(schema.message)
    .set({ due_at })
    .where(and(isUnclaimed(tx, broadcast_id), gt(schema.message.due_at, due_at)))
  announce(tx, { kind: 'outbox' })
  return due_at
}

/** Waits for a claim in progress, which locks its rows, then reads their status again and spares them (D29). */
export async function deleteUnclaimed(tx: OrgTx, broadcast_id: string) {
  const deleted = await tx
    .delete(schema.message)
    .where(isUnclaimed(tx, broadcast_id))
    .returning({ person_id: schema.message.person_id, channel: schema.message.channel })
  announceMessages(
    tx,
    deleted.map(({ person_id }) => ({ organization_id: tx.org, person_id })),
  )
  return deleted
}

const isUnclaimed = (tx: OrgTx, broadcast_id: string) =>
  and(
    inOrganization(tx, schema.message),
    eq(schema.message.broadcast_id, broadcast_id),
    eq(schema.message.status, 'QUEUED'),
    eq(schema.message.attempts, 0),
  )
