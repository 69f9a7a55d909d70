import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { TypeOverrides, types } from 'pg'
import type { Tx } from './client.ts'

const dialect = new PgDialect()

/**
 * A statement of the busiest paths: its text is built once, and each connection parses and plans it once, by its name.
 * `sql.placeholder` stands where a value goes. It is sent when called, not when awaited: statements started together
 * with `Promise.all` reach PostgreSQL in one round trip and run in that order, each seeing what the one before did.
 */
export function prepare<Row extends Record<string, unknown>>(name: string, statement: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return async (tx: Tx, values: Record<string, unknown>): Promise<Row[]> => {
    const query = { name, text, values: fillPlaceholders(params, values), types: wireTypes }
    const { rows } = await tx.client.query<Row>(query)
    return rows
  }
}

/** As the `instant` column does: a timestamp leaves as ISO 8601 UTC (D25). */
const wireTypes = new TypeOverrides()
wireTypes.setTypeParser(types.builtins.TIMESTAMPTZ, (value: string) => new Date(value).toISOString())
