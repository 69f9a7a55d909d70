import type { Language } from '@muster/contract/language'
import type { Message } from '@muster/contract/messages'
import { and, desc, eq } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { message } from '../../db/schema.ts'
import { historyColumns } from '../../outbox/enqueue.ts'
import { failureText } from '../../outbox/failure-text.ts'
import { writeForHistory } from '../../outbox/prepare.ts'

export async function listMessages(tx: OrgTx, person_id: string, language: Language): Promise<Message[]> {
  const rows = await tx
    .select({
      ...historyColumns,
      template: message.template,
      facts: message.facts,
      language: message.language,
    })
    .from(message)
    .where(and(inOrganization(tx, message), eq(message.person_id, person_id)))
    .orderBy(desc(message.created_at), desc(message.id))
  return rows.map(({ template, facts, language: written_in, ...row }) => ({
    ...row,
    body_text: row.body_text ?? '',
    // Enqueued as facts alone and not claimed yet.
    ...(row.body_text === null && writeForHistory({ id: row.id, template, facts, language: written_in })),
    failure_reason: failureText(row.failure_reason, language),
  }))
}
