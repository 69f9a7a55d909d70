import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ClaimedMessage } from './claim.ts'

type Outdated = {
  table: 'message' | 'account_message'
  templates: readonly string[]
  /** Condition on the message `m`. */
  condition: SQL
}

/** Returns the ids of the claimed messages of these templates that meet the condition. */
export async function listOutdated(
  tx: Tx,
  claimed: readonly Pick<ClaimedMessage, 'id' | 'template'>[],
  { table, templates, condition }: Outdated,
): Promise<ReadonlySet<string>> {
  const ids = claimed.flatMap(({ id, template }) => (templates.includes(template) ? id : []))
  if (ids.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select m.id from ${sql.identifier(table)} m where m.id = any(${sql.param(ids)}::uuid[]) and ${condition}
  `)
  return new Set(rows.map(({ id }) => id))
}
