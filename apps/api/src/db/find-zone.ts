import { sql } from 'drizzle-orm'
import type { Tx } from './client.ts'

/** Returns the database's spelling of a zone. Undefined if only Node knows it: the lists of the two may differ. */
export async function findZone(tx: Tx, name: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from pg_timezone_names where lower(name) = lower(${name})`,
  )
  return rows[0]?.name
}
