import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ClaimedMessage } from './claim.ts'

const WITH_CODE = new Set(['login_code', 'password_reset', 'member_invitation'])

/** Lists messages whose only code or link was used, replaced or withdrawn, or has expired, while they waited. */
export async function listEndedCodes(
  tx: Tx,
  claimed: readonly Pick<ClaimedMessage, 'id' | 'template'>[],
  now: string,
): Promise<ReadonlySet<string>> {
  const ids = claimed.flatMap(({ id, template }) => (WITH_CODE.has(template) ? id : []))
  if (ids.length === 0) return new Set()
  const isOpen = sql`used_at is null and expires_at > ${now}`
  const { rows } = await tx.execute<{ id: string }>(sql`
    select m.id from account_message m
    where m.id = any(${sql.param(ids)}::uuid[])
      and not exists (select from mfa_challenge where id = (m.facts->>'challenge_id')::uuid and ${isOpen})
      and not exists (select from one_time_token where id = (m.facts->>'one_time_token_id')::uuid and ${isOpen})
      and not exists (select from flow_state where id = (m.facts->>'flow_state_id')::uuid and ${isOpen})
      and not exists (
        select from member_invitation
        where id = (m.facts->>'invitation_id')::uuid and round = (m.facts->>'round')::int and withdrawn_at is null
          and ${isOpen}
      )
  `)
  return new Set(rows.map(({ id }) => id))
}
