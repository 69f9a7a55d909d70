import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ClaimedMessage } from './claim.ts'

/** V1: lists e-mails about a freed place, also in digests, whose person has taken the shift again while they waited. */
export async function listAboutRetaken(
  tx: Tx,
  claimed: readonly Pick<ClaimedMessage, 'id' | 'template'>[],
): Promise<ReadonlySet<string>> {
  const ids = claimed.flatMap(({ id, template }) => (template === 'place_freed' ? id : []))
  if (ids.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select m.id from message m
    join assignment a on a.id = (m.facts->>'assignment_id')::uuid and a.status in ('CONFIRMED', 'ABSENT')
    where m.id = any(${sql.param(ids)}::uuid[])
  `)
  return new Set(rows.map(({ id }) => id))
}
