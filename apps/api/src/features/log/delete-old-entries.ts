import { addMonths } from '@muster/contract/rules/retention'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { ROWS_AT_ONCE } from '../../db/in-batches.ts'
import { auditLog } from '../../db/schema.ts'

const KEPT_MONTHS = 24

/**
 * A1: deletes one batch, for `untilNone`. Not `deleteBatch`, which locks rows: no role may do that, because no role may
 * change an entry. The application's role cannot delete one either.
 */
export async function deleteOldEntries(tx: Tx, now: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from ${auditLog} where ctid = any(array(
      select ctid from ${auditLog} where ${auditLog.at} < ${addMonths(now, -KEPT_MONTHS)} limit ${ROWS_AT_ONCE}
    ))
  `)
  return rowCount ?? 0
}
