import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ClaimedMessage } from './claim.ts'
import { listOutdated } from './list-outdated.ts'

/** Lists messages whose code or link was used, replaced or withdrawn, or has expired, while they waited. */
export function listEndedCodes(
  tx: Tx,
  claimed: readonly Pick<ClaimedMessage, 'id' | 'template'>[],
  now: string,
) {
  const isOpen = sql`used_at is null and expires_at > ${now}`
  return listOutdated(tx, claimed, {
    table: 'account_message',
    templates: ['login_code', 'password_reset', 'member_invitation'],
    condition: sql`not exists (select from mfa_challenge where id = (m.facts->>'challenge_id')::uuid and ${isOpen})
      and not exists (select from one_time_token where id = (m.facts->>'one_time_token_id')::uuid and ${isOpen})
      and not exists (select from flow_state where id = (m.facts->>'flow_state_id')::uuid and ${isOpen})
      and not exists (
        select from member_invitation
        where id = (m.facts->>'invitation_id')::uuid and round = (m.facts->>'round')::int and withdrawn_at is null
          and ${isOpen}
      )`,
  })
}
