import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ClaimedMessage } from './claim.ts'

/** Stores the new facts of claimed messages, by message id. Their text for the history must be written again. */
export async function updateFacts(
  tx: Tx,
  claimed: readonly ClaimedMessage[],
  updated: ReadonlyMap<string, object>,
): Promise<readonly ClaimedMessage[]> {
  if (updated.size === 0) return claimed
  const rows = [...updated].map(([id, facts]) => ({ id, facts }))
  await tx.execute(sql`
    update message m set facts = given.facts
    from jsonb_to_recordset(${JSON.stringify(rows)}) as given (id uuid, facts jsonb)
    where m.id = given.id
  `)
  return claimed.map((row) => {
    const facts = updated.get(row.id)
    return facts ? { ...row, facts, is_unwritten: true } : row
  })
}
