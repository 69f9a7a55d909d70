import { renewDeadline } from '@muster/contract/rules/invite-expiry'
import type { OrgTx } from '../../db/client.ts'
import { lockShifts } from '../../db/lock.ts'
import { updateDeadlines } from '../assignments/places.ts'
import type { BroadcastAssignment } from './find-audience.ts'
import { listDeadlines } from './queries.ts'

/**
 * D18: sending the link gives seven days to answer. Shifts are locked (D15) and read again at the transaction's end:
 * answers and extensions may have come while the messages were written.
 */
export async function renewDeadlines(
  tx: OrgTx,
  linked: readonly BroadcastAssignment[],
  now: string,
): Promise<void> {
  const open = linked.filter(({ is_open }) => is_open)
  if (open.length === 0) return
  await lockShifts(tx, [...new Set(open.map(({ shift_id }) => shift_id))])
  const deadlines = await listDeadlines(
    tx,
    open.map(({ id }) => id),
  )
  await updateDeadlines(
    tx,
    deadlines.map(({ id, uncapped_expires_at, shift }) => ({
      id,
      ...renewDeadline({ uncapped_expires_at, shift, now }),
    })),
  )
}
