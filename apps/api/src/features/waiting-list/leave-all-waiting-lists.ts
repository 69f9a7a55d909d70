import { foldAddress } from '@muster/contract/rules/fold'
import { sql } from 'drizzle-orm'
import type { OrgId, Tx } from '../../db/client.ts'
import { announce } from '../../live/announce.ts'

/**
 * D28: takes everyone with this address out of every waiting list, in every organisation. Locks the people first, as
 * `lockWaitingPeople` does: otherwise an offer from an earlier reading of the waiting list could undo it.
 */
export async function leaveAllWaitingLists(tx: Tx, address: string): Promise<void> {
  const folded = foldAddress(address)
  const hasAddress = sql`
    p.identity_key ~>=~ (${folded}::text || chr(10)) and p.identity_key ~<~ (${folded}::text || chr(11))`
  await tx.execute(sql`select from person p where ${hasAddress} order by p.id for no key update`)
  const { rows } = await tx.execute<{ organization_id: OrgId; event_id: string; shift_id: string }>(sql`
    update waiting set status = 'LEFT', offer_expires_at = null
    from person p, shift s
    where ${hasAddress}
      and waiting.person_id = p.id and waiting.organization_id = p.organization_id
      and s.id = waiting.shift_id and s.organization_id = waiting.organization_id
      and waiting.status in ('ASKED', 'WAITING', 'OFFERED')
    returning s.organization_id, s.event_id, s.id as shift_id
  `)
  // A place that was kept for them may be free now.
  for (const { organization_id, event_id, shift_id } of rows)
    announce(tx, { kind: 'shifts', organization_id, event_id, shift_ids: [shift_id] })
}
