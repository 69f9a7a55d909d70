import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** Tables that grow large, and how many rows are deleted at once. Roles, shifts and assignments go with their event. */
const FIRST = [
  ['message', 5_000],
  ['event', 1],
  ['person', 1_000],
] as const

/** In short transactions, so that no statement runs into the time limit; after a crash it goes on where it stopped. */
export async function deleteOrganization(
  db: Db,
  organization_id: string,
  onProgress: () => Promise<void>,
): Promise<void> {
  for (const [table, limit] of FIRST) {
    for (let rows = limit as number; rows > 0; ) {
      const deleted = await db.system((tx) =>
        tx.execute(sql`
          delete from ${sql.identifier(table)} where organization_id = ${organization_id} and id in (
            select id from ${sql.identifier(table)} where organization_id = ${organization_id} limit ${limit}
          )
        `),
      )
      rows = deleted.rowCount ?? 0
      await onProgress()
    }
  }
  // The rest of what belongs to it goes with it.
  await db.system((tx) => tx.execute(sql`delete from organization where id = ${organization_id}`))
}
