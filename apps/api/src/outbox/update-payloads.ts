import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ClaimedMessage } from './claim.ts'

/**
 * Stores the new payloads of claimed messages, or of those in claimed digests, by message id. Clears their text, which
 * is written again, and until then from the payload.
 */
export async function updatePayloads<Row extends Pick<ClaimedMessage, 'id' | 'payload'>>(
  tx: Tx,
  claimed: readonly Row[],
  updated: ReadonlyMap<string, object>,
): Promise<readonly Row[]> {
  if (updated.size === 0) return claimed
  const rows = [...updated].map(([id, payload]) => ({ id, payload }))
  await tx.execute(sql`
    update message m set payload = given.payload, subject = null, body_text = null
    from jsonb_to_recordset(${JSON.stringify(rows)}) as given (id uuid, payload jsonb)
    where m.id = given.id
  `)
  return claimed.map((row) => {
    const payload = updated.get(row.id)
    return payload ? { ...row, payload } : row
  })
}
