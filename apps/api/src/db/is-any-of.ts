import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** For lists of ids without a limit: `inArray` sends a parameter for each, and PostgreSQL takes at most 65,535. */
export function isAnyOf(column: PgColumn, ids: Iterable<string>): SQL {
  return sql`${column} = any(${sql.param([...new Set(ids)])}::uuid[])`
}
