import type { BroadcastProgress } from '@muster/contract/broadcasts'
import type { Language } from '@muster/contract/language'
import { type BroadcastInvitation, invitationAfterUndo } from '@muster/contract/rules/broadcast-undo'
import { z } from 'zod'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { lockShifts } from '../../db/lock.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { type Attempt, oncePerKey } from '../../http/idempotency.ts'
import { notFound } from '../../http/refusal.ts'
import { announce } from '../../live/announce.ts'
import { giveBackToCap } from '../../outbox/daily-cap.ts'
import { deleteUnclaimed } from '../../outbox/enqueue-broadcast.ts'
import { updateInvitations } from '../assignments/places.ts'
import { addUndone, findBroadcast, listInvitations, lockBroadcast } from './queries.ts'
import { showProgress } from './read-progress.ts'

/** Takes back what no worker has claimed (D29). May be called late or twice. Throws 404 `broadcast_not_found`. */
export function undoBroadcast(
  { db, now }: Deps,
  org: OrgId,
  { id, language }: { id: string; language: Language },
  attempt?: Attempt,
): Promise<BroadcastProgress> {
  return db.transaction(org, async (tx) => {
    await oncePerKey(tx, attempt, z.null(), () => takeBack(tx, id, now()))
    return showProgress(tx, { id, language })
  })
}

async function takeBack(tx: OrgTx, id: string, now: string): Promise<null> {
  const found = await findBroadcast(tx, id)
  if (!found) throw notFound('broadcast_not_found')
  await lockShifts(tx, [...new Set(found.invitations.map(({ shift_id }) => shift_id))])
  await lockBroadcast(tx, id)

  const deleted = await deleteUnclaimed(tx, id)
  const { event_id } = found
  await recordAction(tx, { action: 'broadcast.undone', at: now, event_id, broadcast_id: id })
  if (deleted.length > 0) {
    await restoreInvitations(tx, found.invitations, deleted)
    await addUndone(tx, id, deleted.length)
    announce(tx, { kind: 'broadcast', organization_id: tx.org, broadcast_id: id })
    const channels = deleted.map(({ channel }) => channel)
    await giveBackToCap(tx, { channels, day: found.created_at.slice(0, 10) })
  }
  return null
}

type Deleted = Awaited<ReturnType<typeof deleteUnclaimed>>

async function restoreInvitations(
  tx: OrgTx,
  invitations: readonly BroadcastInvitation[],
  deleted: Deleted,
): Promise<void> {
  const taken_back = new Set(deleted.map(({ person_id, channel }) => `${person_id} ${channel}`))
  const present = await listInvitations(
    tx,
    invitations.map(({ assignment_id }) => assignment_id),
  )
  const sent = new Map(invitations.map((each) => [each.assignment_id, each]))
  await updateInvitations(
    tx,
    present.flatMap(({ id, shift, person_id, ...fields }) => {
      const invitation = sent.get(id)
      if (!invitation) return []
      const kept = invitation.channels.filter((channel) => !taken_back.has(`${person_id} ${channel}`))
      return kept.length === invitation.channels.length
        ? []
        : [{ id, shift, ...invitationAfterUndo(fields, invitation, kept) }]
    }),
  )
}
