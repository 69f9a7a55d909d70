import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as schema from '../src/db/schema.ts'
import type { Deps } from '../src/deps.ts'

/** Tables whose rows belong to an organisation. */
export const TENANT_TABLES = Object.values<unknown>(schema)
  .filter((table) => is(table, PgTable))
  .filter((table) => 'organization_id' in getTableColumns(table))
  .map(getTableName)

/** Returns the rows of an organisation, to see whether a call has changed any. `naming`: those with one of these ids. */
export async function readRowsOf(
  { db }: Pick<Deps, 'db'>,
  organization_id: string,
  { without = [], naming = [] }: { without?: readonly string[]; naming?: readonly string[] } = {},
): Promise<string> {
  const names = naming.length > 0 ? `and to_jsonb(t)::text ~ '${naming.join('|')}'` : ''
  const reads = ['organization', ...TENANT_TABLES]
    .filter((table) => !without.includes(table))
    .map((table) => {
      const key = table === 'organization' ? 'id' : 'organization_id'
      return `select '${table}' as of, to_jsonb(t)::text as row from ${table} t where ${key} = '${organization_id}' ${names}`
    })
  const { rows } = await db.system((tx) => tx.execute(sql.raw(`${reads.join(' union all ')} order by 1, 2`)))
  return JSON.stringify(rows)
}
