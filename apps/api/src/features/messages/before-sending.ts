import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { assignment } from '../../db/schema.ts'
import type { Claimed } from './claim.ts'
import { writeHistory } from './history.ts'

/** D21: who is deleted hears of what they need not come to any more, and nothing else. */
export function isToNobody({ organization_id, person_id, template }: Claimed): boolean {
  return organization_id !== null && person_id === null && template !== 'shift_cancelled'
}

/** Which of these assignments still exist. */
export async function listExisting(tx: Tx, assignment_ids: string[]): Promise<Set<string>> {
  if (assignment_ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: assignment.id })
    .from(assignment)
    .where(inArray(assignment.id, assignment_ids))
  return new Set(rows.map(({ id }) => id))
}

/** Of claimed SMS, the ids of those to somebody who has written to their organisation (D30). */
export async function listAnswering(tx: Tx, claimed: readonly Claimed[]): Promise<Set<string>> {
  const rows = JSON.stringify(
    claimed.map(({ organization_id, id, address }) => ({ organization_id, id, address })),
  )
  const found = await tx.execute<{ id: string }>(sql`
    select claimed.id from jsonb_to_recordset(${rows}) as claimed (organization_id uuid, id uuid, address text)
    where exists (
      select from message
      where channel = 'SMS' and direction = 'INBOUND'
        and message.address = claimed.address and message.organization_id = claimed.organization_id
    )
  `)
  return new Set(found.rows.map(({ id }) => id))
}

/** D27: the text that history keeps of messages enqueued with their facts only. */
export async function storeTexts(tx: Tx, claimed: readonly Claimed[]): Promise<void> {
  const texts = claimed.flatMap((row) =>
    row.is_unwritten ? [{ organization_id: row.organization_id, id: row.id, ...writeHistory(row) }] : [],
  )
  if (texts.length === 0) return
  await tx.execute(sql`
    update message set subject = written.subject, body_text = written.body_text
    from jsonb_to_recordset(${JSON.stringify(texts)})
      as written (organization_id uuid, id uuid, subject text, body_text text)
    where message.organization_id = written.organization_id and message.id = written.id
  `)
}
