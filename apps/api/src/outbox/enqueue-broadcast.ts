import type { Language } from '@muster/contract/language'
import { sql } from 'drizzle-orm'
import type { OrgTx } from '../db/client.ts'
import { announce, announceMessages } from '../live/announce.ts'
import { historyLinks } from '../mail/links.ts'
import { type EmailContent, emailTemplates, type SmsContent, smsTemplates } from '../mail/templates.ts'
import { mapYielding } from './map-yielding.ts'

/** The caller makes the id, because the text's unsubscribe link needs it. */
export type BroadcastMessage = { id: string; person_id: string; address: string; language: Language } & (
  | { channel: 'EMAIL'; content: EmailContent }
  | { channel: 'SMS'; content: SmsContent }
)

/**
 * One statement with one parameter: 4,000 rows take 0.4 s on two busy cores. A unique index allows one message per person
 * and channel (D29).
 */
export async function enqueueBroadcast(
  tx: OrgTx,
  broadcast_id: string,
  messages: readonly BroadcastMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const rows = await mapYielding(messages, rowOf)
  await tx.execute(sql`
    insert into message (organization_id, broadcast_id, id, person_id, channel, address, language, template, facts, subject, body_text)
    select ${tx.org}, ${broadcast_id}, row.* from jsonb_to_recordset(${JSON.stringify(rows)}) as row (
      id uuid, person_id uuid, channel text, address text, language text, template text, facts jsonb, subject text, body_text text
    )
  `)
  announce(tx, { kind: 'outbox' })
  announceMessages(
    tx,
    messages.map(({ person_id }) => ({ organization_id: tx.org, person_id })),
  )
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
