import type { BroadcastProgress } from '@muster/contract/broadcasts'
import type { Language } from '@muster/contract/language'
import { type BroadcastInvitation, invitationAfterUndo } from '@muster/contract/rules/broadcast-undo'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { lockShifts } from '../../db/lock.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { busy, notFound } from '../../edge/refusal.ts'
import { announce } from '../../live/announce.ts'
import { giveBackToCap } from '../../outbox/daily-cap.ts'
import { deleteUnclaimed } from '../../outbox/enqueue-broadcast.ts'
import type { Channel } from '../../providers/provider.ts'
import { updateInvitations } from '../assignments/places.ts'
import {
  addUndone,
  findBroadcast,
  listInvitations,
  lockBroadcast,
  lockLaterBroadcasts,
  updateBroadcast,
} from './queries.ts'
import { readProgress } from './read-progress.ts'

/**
 * Takes back the messages that no worker has claimed (D29), or cancels a planned broadcast (D68). A late or repeated call
 * changes nothing. Throws 404 `broadcast_not_found`.
 */
export async function undoBroadcast(
  deps: Deps,
  org: OrgId,
  { id, language }: { id: string; language: Language },
  attempt?: Attempt,
): Promise<BroadcastProgress> {
  await deps.db.transaction(org, (tx) =>
    oncePerKey(tx, attempt, z.null(), () => takeBack(tx, id, deps.now())),
  )
  return readProgress(deps, org, { id, language })
}

async function takeBack(tx: OrgTx, id: string, now: string): Promise<null> {
  const found = await findBroadcast(tx, id)
  if (!found) throw notFound('broadcast_not_found')
  await lockShifts(tx, [...new Set(found.invitations.map(({ shift_id }) => shift_id))])
  const locked = await lockBroadcast(tx, id)
  // It was sent between the two reads: its shifts are not locked, and must be before it (D15).
  if (!locked || locked.state !== found.state) throw busy()
  const { event_id, invitations, created_at } = locked
  if (locked.state === 'planned') await updateBroadcast(tx, id, { state: 'cancelled' })

  const deleted = await deleteUnclaimed(tx, id)
  await recordAction(tx, { action: 'broadcast.undone', at: now, event_id, broadcast_id: id })
  if (deleted.length > 0) {
    const taken_back = listTakenBack(invitations, deleted)
    await restoreInvitations(tx, taken_back)
    await restoreLater(tx, { id, event_id, created_at, taken_back })
    await addUndone(tx, id, deleted.length)
    announce(tx, { kind: 'broadcast', organization_id: tx.org, broadcast_id: id })
    const channels = deleted.map(({ channel }) => channel)
    await giveBackToCap(tx, { channels, day: created_at.slice(0, 10) })
  }
  return null
}

type Deleted = Awaited<ReturnType<typeof deleteUnclaimed>>

/** `kept`: the channels whose message was already claimed. */
type TakenBack = ReadonlyMap<string, { invitation: BroadcastInvitation; kept: Channel[] }>

/** Returns, by assignment, the invitations of which a message was taken back. */
function listTakenBack(invitations: readonly BroadcastInvitation[], deleted: Deleted): TakenBack {
  const messages = new Set(deleted.map(({ person_id, channel }) => `${person_id} ${channel}`))
  return new Map(
    invitations.flatMap((invitation) => {
      const { assignment_id, person_id, channels } = invitation
      const kept = channels.filter((channel) => !messages.has(`${person_id} ${channel}`))
      return kept.length === channels.length ? [] : [[assignment_id, { invitation, kept }]]
    }),
  )
}

async function restoreInvitations(tx: OrgTx, taken_back: TakenBack): Promise<void> {
  const present = await listInvitations(tx, [...taken_back.keys()])
  await updateInvitations(
    tx,
    present.flatMap(({ id, shift, ...fields }) => {
      const found = taken_back.get(id)
      return found ? [{ id, shift, ...invitationAfterUndo(fields, found.invitation, found.kept) }] : []
    }),
  )
}

/** D29: removes this broadcast's invitations from what the undo of a later broadcast restores. */
async function restoreLater(
  tx: OrgTx,
  { taken_back, ...of }: { id: string; event_id: string; created_at: string; taken_back: TakenBack },
): Promise<void> {
  for (const { id, invitations } of await lockLaterBroadcasts(tx, of)) {
    const restored = invitations.map((each) => {
      const found = taken_back.get(each.assignment_id)
      return found
        ? { ...each, before: invitationAfterUndo(each.before, found.invitation, found.kept) }
        : each
    })
    await updateBroadcast(tx, id, { invitations: restored })
  }
}
