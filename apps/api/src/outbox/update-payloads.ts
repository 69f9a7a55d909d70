import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ClaimedMessage } from './claim.ts'

/**
 * Stores the new facts of claimed messages, or of those in claimed digests, by message id. Clears their text, which is
 * written again, and until then from the facts.
 */
export async function updateFacts<Row extends Pick<ClaimedMessage, 'id' | 'facts'>>(
  tx: Tx,
  claimed: readonly Row[],
  updated: ReadonlyMap<string, object>,
): Promise<readonly Row[]> {
  if (updated.size === 0) return claimed
  const rows = [...updated].map(([id, facts]) => ({ id, facts }))
  await tx.execute(sql`
    update message m set facts = given.facts, subject = null, body_text = null
    from jsonb_to_recordset(${JSON.stringify(rows)}) as given (id uuid, facts jsonb)
    where m.id = given.id
  `)
  return claimed.map((row) => {
    const facts = updated.get(row.id)
    return facts ? { ...row, facts } : row
  })
}
