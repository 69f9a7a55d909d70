import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ClaimedMessage } from './claim.ts'

/** Lists e-mails about volunteers (D39) whose member has lost the right to read them while the e-mail waited (M1). */
export async function listToFormerMembers(
  tx: Tx,
  claimed: readonly Pick<ClaimedMessage, 'id' | 'template'>[],
): Promise<ReadonlySet<string>> {
  const ids = claimed.flatMap(({ id, template }) => (template === 'place_given_up' ? id : []))
  if (ids.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select m.id from account_message m
    where m.id = any(${sql.param(ids)}::uuid[]) and not exists (
      select from membership s join app_user a on a.id = s.user_id
      where s.user_id = m.user_id and s.organization_id = (m.facts->>'organization_id')::uuid
        and s.role in ('owner', 'admin') and a.disabled_at is null
    )
  `)
  return new Set(rows.map(({ id }) => id))
}
