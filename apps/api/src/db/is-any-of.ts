import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Sends the list as one parameter: `inArray` sends one for each id, and PostgreSQL takes at most 65,535. */
export function isAnyOf(column: PgColumn, ids: Iterable<string>): SQL {
  return sql`${column} = any(${sql.param([...new Set(ids)])}::uuid[])`
}
