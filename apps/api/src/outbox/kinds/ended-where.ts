import { type SQL, sql } from 'drizzle-orm'
import type { OutboxTable } from '../claim.ts'
import type { Refresh } from './kind.ts'

/** Ends the messages `m` that meet the condition as outdated. */
export const endedWhere =
  (table: OutboxTable, condition: (now: string) => SQL): Refresh =>
  async (tx, rows, now) => {
    const ids = rows.map(({ id }) => id)
    const { rows: ended } = await tx.execute<{ id: string }>(sql`
      select m.id from ${sql.identifier(table)} m where m.id = any(${sql.param(ids)}::uuid[]) and ${condition(now)}
    `)
    return { rows, ended: new Map(ended.map(({ id }) => [id, 'outdated'])) }
  }
