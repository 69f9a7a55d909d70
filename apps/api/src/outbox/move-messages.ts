import { sql } from 'drizzle-orm'
import type { OrgTx } from '../db/client.ts'
import { isOrganization } from '../db/in-organization.ts'

type Move = { from: string; to: string }

const isOf = (tx: OrgTx, person_id: string) =>
  sql`person_id = ${person_id} and ${isOrganization(sql`organization_id`, sql`${tx.org}::uuid`)}`

/** D60. The people must be locked, so that no message to them can be inserted. Sent or not, a message keeps its address. */
export async function moveMessages(tx: OrgTx, { from, to }: Move): Promise<void> {
  await tx.execute(sql`
    update message set person_id = ${to}, merged_from = coalesce(merged_from, person_id) where ${isOf(tx, from)}
  `)
}

/** Moves these back to the person to whom they belonged. */
export async function moveMessagesBack(
  tx: OrgTx,
  { from, to, ids }: Move & { ids: readonly string[] },
): Promise<void> {
  await tx.execute(sql`
    update message set person_id = ${to}, merged_from = nullif(merged_from, ${to})
    where ${isOf(tx, from)} and id = any(${sql.param([...ids])}::uuid[])
  `)
}
