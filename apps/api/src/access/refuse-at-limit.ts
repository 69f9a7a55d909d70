import type { SpecificError } from '@muster/contract/errors'
import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { OrgTx } from '../db/client.ts'
import { oneRow } from '../db/one-row.ts'
import { conflict, type Refusal } from '../edge/refusal.ts'

type Counted = {
  table: PgTable & { organization_id: PgColumn }
  where?: SQL
  limit: number
  sentence: SpecificError
  /** How many are to be added. */
  adding?: number
}

/**
 * D66: throws 409 `limit_reached` if there would be more rows than there may be. Two calls at the same time may both pass: the
 * limit bounds costs, and one row more does no harm.
 */
export async function refuseAtLimit(
  tx: OrgTx,
  { table, where, limit, sentence, adding = 1 }: Counted,
): Promise<void> {
  const rows = tx
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(and(eq(table.organization_id, tx.org), where))
    .limit(limit)
    .as('rows')
  const found = oneRow(await tx.select({ rows: count() }).from(rows))
  if (found.rows + adding > limit) throw limitReached(limit, sentence)
}

export const limitReached = (limit: number, sentence: SpecificError): Refusal =>
  conflict('limit_reached', { limit, sentence, name: String(limit) })
