import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Formats as ISO 8601 UTC with ms, for JSON and rows of SQL statements. The connection's time zone is UTC. */
export const isoInstant = (instant: PgColumn | SQL): SQL<string> =>
  sql<string>`to_char(${instant}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
