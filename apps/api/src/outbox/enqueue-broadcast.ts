import type { Language } from '@muster/contract/language'
import { BROADCAST_UNDO_MS } from '@muster/contract/rules/broadcast-undo'
import { and, eq, sql } from 'drizzle-orm'
import type { OrgTx } from '../db/client.ts'
import { inOrganization } from '../db/in-organization.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { oneRow } from '../db/one-row.ts'
import * as schema from '../db/schema.ts'
import { announceMessages } from '../live/announce.ts'
import { historyLinks } from '../mail/links.ts'
import { mapYielding } from './map-yielding.ts'
import { type EmailContent, emailTemplates, type SmsContent, smsTemplates } from './render.ts'

/** The caller creates the id, because the text's unsubscribe link needs it. */
export type BroadcastMessage = { id: string; person_id: string; address: string; language: Language } & (
  | { channel: 'EMAIL'; content: EmailContent }
  | { channel: 'SMS'; content: SmsContent }
)

/** Returns when they become due, in database time. Uses one parameter: 4,000 rows take 0.4 s on two busy cores. */
export async function enqueueBroadcast(
  tx: OrgTx,
  broadcast_id: string,
  messages: readonly BroadcastMessage[],
): Promise<{ due_at: string }> {
  const rows = await mapYielding(messages, rowOf)
  const due_at = await readDueTime(tx)
  await tx.execute(sql`
    insert into message (organization_id, broadcast_id, id, person_id, channel, address, language, template, facts, subject, body_text, due_at)
    select ${tx.org}, ${broadcast_id}, row.*, ${due_at}::timestamptz from jsonb_to_recordset(${JSON.stringify(rows)}) as row (
      id uuid, person_id uuid, channel text, address text, language text, template text, facts jsonb, subject text, body_text text
    )
  `)
  announceMessages(
    tx,
    messages.map(({ person_id }) => ({ organization_id: tx.org, person_id })),
  )
  return { due_at }
}

/** Avoids `now()`, because the transaction of a large broadcast began seconds ago. */
async function readDueTime(tx: OrgTx): Promise<string> {
  const { rows } = await tx.execute<{ due_at: string }>(
    sql`select ${isoInstant(sql`clock_timestamp() + ${BROADCAST_UNDO_MS} * interval '1 millisecond'`)} as due_at`,
  )
  return oneRow(rows).due_at
}

/** Waits for a claim in progress, which locks its rows, then reads their status again and spares them (D29). */
export async function deleteUnclaimed(tx: OrgTx, broadcast_id: string) {
  const deleted = await tx
    .delete(schema.message)
    .where(
      and(
        inOrganization(tx, schema.message),
        eq(schema.message.broadcast_id, broadcast_id),
        eq(schema.message.status, 'QUEUED'),
        eq(schema.message.attempts, 0),
      ),
    )
    .returning({ person_id: schema.message.person_id, channel: schema.message.channel })
  announceMessages(
    tx,
    deleted.map(({ person_id }) => ({ organization_id: tx.org, person_id })),
  )
  return deleted
}

function rowOf(message: BroadcastMessage) {
  const { content, ...rest } = message
  return { ...rest, ...content, ...textForHistory(message) }
}

function textForHistory(message: BroadcastMessage): { subject: string | null; body_text: string } {
  const context = { message_id: message.id, language: message.language, links: historyLinks }
  if (message.channel === 'SMS') {
    return { subject: null, body_text: smsTemplates.write(message.content, context) }
  }
  const { subject, text } = emailTemplates.write(message.content, context)
  return { subject, body_text: text }
}
