import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { TypeOverrides, types } from 'pg'
import type { Tx } from './client.ts'
import { readInstant } from './read-instant.ts'

const dialect = new PgDialect()

/** Statements are sent when called, not when awaited: those of a `Promise.all` take one round trip, in that order. */
export function prepare<Row extends Record<string, unknown>>(name: string, statement: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return async (tx: Tx, values: Record<string, unknown>): Promise<Row[]> => {
    const query = {
      ...(tx.keepsSessions && { name }),
      text,
      values: fillPlaceholders(params, values),
      types: wireTypes,
    }
    const { rows } = await tx.client.query<Row>(query)
    return rows
  }
}

const wireTypes = new TypeOverrides()
wireTypes.setTypeParser(types.builtins.TIMESTAMPTZ, readInstant)
