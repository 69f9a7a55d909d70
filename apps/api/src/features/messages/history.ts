import type { Language } from '@muster/contract/language'
import type { Message } from '@muster/contract/messages'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { message } from '../../db/schema.ts'
import { type ListPage, rowsToRead } from '../../edge/list-page.ts'
import { historyColumns } from '../../outbox/enqueue.ts'
import { failureText } from '../../outbox/failure-text.ts'
import { writeForHistory } from '../../outbox/render.ts'

export async function listMessages(
  tx: OrgTx,
  { person_id, id, language }: { person_id: string; id?: string; language: Language },
  page?: ListPage,
): Promise<Message[]> {
  const ofPerson = and(
    inOrganization(tx, message),
    eq(message.person_id, person_id),
    id === undefined ? undefined : eq(message.id, id),
  )
  const messages = tx
    .select({
      ...historyColumns,
      template: message.template,
      payload: message.payload,
      language: message.language,
    })
    .from(message)
  const rows = page
    ? await messages
        .where(and(ofPerson, page.after === undefined ? undefined : lt(message.id, page.after)))
        .orderBy(desc(message.id))
        .limit(rowsToRead(page))
    : await messages.where(ofPerson).orderBy(desc(message.created_at), desc(message.id))
  return rows.map(({ template, payload, language: written_in, ...row }) => ({
    ...row,
    body_text: row.body_text ?? '',
    // The message was enqueued without its text and is not claimed yet.
    ...(row.body_text === null && writeForHistory({ ...row, template, payload, language: written_in })),
    failure_reason: failureText(row.failure_reason, language),
  }))
}

export async function markRead(tx: OrgTx, person_id: string): Promise<void> {
  await tx
    .update(message)
    .set({ is_unread: false })
    .where(and(inOrganization(tx, message), eq(message.person_id, person_id), message.is_unread))
}
