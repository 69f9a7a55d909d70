import type { Language } from '@muster/contract/fields'
import type { Message } from '@muster/contract/messages'
import { and, desc, eq } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { message } from '../../db/schema.ts'
import { failureText } from './failure-text.ts'
import { linksInHistory } from './templates/links.ts'
import { readContent, writeLetter } from './templates/write-letter.ts'

/** What an administrator sees of a message (D27). */
export const shown = {
  id: message.id,
  direction: message.direction,
  channel: message.channel,
  subject: message.subject,
  body_text: message.body_text,
  status: message.status,
  failure_reason: message.failure_reason,
  sent_at: message.sent_at,
  delivered_at: message.delivered_at,
  read_at: message.read_at,
  created_at: message.created_at,
}

/** What was sent to and received from a person, newest first; failures in the reader's language. */
export async function listMessages(tx: OrgTx, person_id: string, language: Language): Promise<Message[]> {
  const rows = await tx
    .select({ ...shown, template: message.template, facts: message.facts, language: message.language })
    .from(message)
    .where(and(inOrganization(tx, message), eq(message.person_id, person_id)))
    .orderBy(desc(message.created_at), desc(message.id))
  return rows.map(({ template, facts, language: written_in, ...row }) => ({
    ...row,
    ...(row.body_text === null
      ? writeHistory({ template, facts, language: written_in })
      : { body_text: row.body_text }),
    failure_reason: failureText(row.failure_reason, language),
  }))
}

/** What history shows of an e-mail that was enqueued with its facts only (D27): without links. */
export function writeHistory(row: { template: string; facts: unknown; language: string }) {
  const content = readContent(row)
  const { subject, text } = writeLetter(content, { language: content.language, links: linksInHistory })
  return { subject, body_text: text }
}
