import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { linksInHistory } from '../mail/links.ts'
import { findContent, writeLetter } from '../mail/write-email.ts'
import type { Claimed } from './claim.ts'

type Unwritten = Pick<Claimed, 'id' | 'template' | 'facts' | 'language'>

/** An e-mail as the history shows it (D27); nothing of what no template of ours wrote. */
export function textInHistory(row: Unwritten): { subject: string; body_text: string } | undefined {
  const content = findContent(row)
  if (!content) return undefined
  const { language } = content
  const { subject, text } = writeLetter(content, { id: row.id, language, links: linksInHistory })
  return { subject, body_text: text }
}

/** Keeps the text of claimed e-mails that were enqueued as facts alone. */
export async function storeTexts(tx: Tx, claimed: readonly Claimed[]): Promise<void> {
  const texts = claimed
    .filter(({ is_unwritten }) => is_unwritten)
    .map((row) => ({ organization_id: row.organization_id, id: row.id, ...textInHistory(row) }))
  if (texts.length === 0) return
  await tx.execute(sql`
    update message m set subject = written.subject, body_text = written.body_text
    from jsonb_to_recordset(${JSON.stringify(texts)})
      as written (organization_id uuid, id uuid, subject text, body_text text)
    where m.organization_id = written.organization_id and m.id = written.id
  `)
}
