import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** Large tables and how many rows are deleted at once. Foreign keys delete all other rows. */
const FIRST = [
  ['message', 5_000],
  ['event', 1],
  ['person', 1_000],
] as const

/** Deletes in short transactions, within the statement time limit. After a crash the next call continues. */
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
  await db.system(async (tx) => {
    await tx.execute(sql`
      insert into ended_thread (organization_id, conversation_sid)
      select organization_id, conversation_sid from sms_thread
      where organization_id = ${organization_id} and conversation_sid is not null
      on conflict do nothing
    `)
    await tx.execute(sql`delete from organization where id = ${organization_id}`)
  })
}
