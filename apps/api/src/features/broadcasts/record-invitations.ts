import { type BroadcastInvitation, inviteMethodOf } from '@muster/contract/rules/broadcast-undo'
import { renewDeadline } from '@muster/contract/rules/invite-expiry'
import type { OrgTx } from '../../db/client.ts'
import { lockShifts } from '../../db/lock.ts'
import type { Channel } from '../../providers/provider.ts'
import { updateInvitations } from '../assignments/places.ts'
import { listInvitations } from './queries.ts'

type Sent = { id: string; shift_id: string; channels: Channel[] }

/** D18, D29. Shifts are locked (D15) and read again at the end: answers may have come while messages were written. */
export async function recordInvitations(
  tx: OrgTx,
  sent: readonly Sent[],
  now: string,
): Promise<BroadcastInvitation[]> {
  if (sent.length === 0) return []
  await lockShifts(tx, [...new Set(sent.map(({ shift_id }) => shift_id))])
  const channels_of = new Map(sent.map(({ id, channels }) => [id, channels]))
  const found = await listInvitations(tx, [...channels_of.keys()])
  const recorded = found.map(({ id, shift, person_id, ...before }) => {
    const channels = channels_of.get(id) ?? []
    const { uncapped_expires_at } = renewDeadline({ ...before, shift, now })
    const after = {
      uncapped_expires_at,
      expiry_set_at: now,
      invite_sent_at: now,
      invite_method: inviteMethodOf(channels),
    }
    const invitation = { assignment_id: id, shift_id: shift.id, person_id, channels, before, after }
    return { shift, invitation }
  })
  await updateInvitations(
    tx,
    recorded.map(({ shift, invitation: { assignment_id: id, after } }) => ({ id, shift, ...after })),
  )
  return recorded.map(({ invitation }) => invitation)
}
