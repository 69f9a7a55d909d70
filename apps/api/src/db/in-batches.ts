import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db, Tx } from './client.ts'

export const ROWS_AT_ONCE = 1_000

/** Deletes one batch, for `untilNone`: one statement for all rows could exceed the time limit. Returns how many. */
export async function deleteBatch(tx: Tx, table: PgTable, isDue: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${isDue} limit ${ROWS_AT_ONCE} for update skip locked
    ))
  `)
  return rowCount ?? 0
}

/** Repeats `work`, each time in its own transaction, until it returns 0 rows. Returns the sum. */
export async function untilNone(
  { db }: { db: Pick<Db, 'system'> },
  work: (tx: Tx) => Promise<number>,
  { stopping, onProgress }: { stopping: AbortSignal; onProgress?: () => Promise<void> },
): Promise<number> {
  let all = 0
  while (!stopping.aborted) {
    const rows = await db.system(work)
    if (rows === 0) break
    all += rows
    await onProgress?.()
  }
  return all
}
