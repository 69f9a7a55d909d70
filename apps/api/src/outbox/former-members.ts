import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ClaimedMessage } from './claim.ts'
import { listOutdated } from './list-outdated.ts'

/** Lists e-mails about volunteers (D39) whose member has lost the right to read them while the e-mail waited (M1). */
export function listToFormerMembers(tx: Tx, claimed: readonly Pick<ClaimedMessage, 'id' | 'template'>[]) {
  return listOutdated(tx, claimed, {
    table: 'account_message',
    templates: ['place_given_up'],
    condition: sql`not exists (
      select from membership s join app_user a on a.id = s.user_id
      where s.user_id = m.user_id and s.organization_id = (m.facts->>'organization_id')::uuid
        and s.role in ('owner', 'admin') and a.disabled_at is null
    )`,
  })
}
