import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { TypeOverrides, types } from 'pg'
import type { Tx } from './client.ts'

const dialect = new PgDialect()

/**
 * A named statement, which each connection parses and plans once; values go in for `sql.placeholder`. It is sent when
 * called, not when awaited: statements started together with `Promise.all` are one round trip and run in that order.
 */
export function prepare<Row extends Record<string, unknown>>(name: string, statement: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return async (tx: Tx, values: Record<string, unknown>): Promise<Row[]> => {
    const query = { name, text, values: fillPlaceholders(params, values), types: wireTypes }
    const { rows } = await tx.client.query<Row>(query)
    return rows
  }
}

/** As the `instant` column: timestamps are read as ISO 8601 UTC (D25). */
const wireTypes = new TypeOverrides()
wireTypes.setTypeParser(types.builtins.TIMESTAMPTZ, (value: string) => new Date(value).toISOString())
