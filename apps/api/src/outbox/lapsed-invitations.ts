import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ClaimedMessage } from './claim.ts'

/** Ids of claimed invitations of which no shift can be answered any more (D18): they waited too long. */
export async function listLapsedInvitations(
  tx: Tx,
  claimed: readonly Pick<ClaimedMessage, 'id' | 'template'>[],
  now: string,
): Promise<ReadonlySet<string>> {
  const ids = claimed.flatMap(({ id, template }) => (template === 'invitation' ? id : []))
  if (ids.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select m.id from message m
    cross join lateral jsonb_path_query(m.facts, '$.**.assignment_id') as named
    join assignment a on a.organization_id = m.organization_id and a.id = (named #>> '{}')::uuid
    where m.id = any(${sql.param(ids)}::uuid[]) and a.status in ('INVITED', 'CONFIRMED')
    group by m.id
    having bool_and(a.status = 'INVITED' and a.token_expires_at <= ${now})
  `)
  return new Set(rows.map(({ id }) => id))
}
