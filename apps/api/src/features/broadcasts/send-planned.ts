import type { BroadcastProgress } from '@muster/contract/broadcasts'
import type { Language } from '@muster/contract/language'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import { actAs } from '../../db/actor.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound, Refusal } from '../../edge/refusal.ts'
import { announce } from '../../live/announce.ts'
import { sendWaiting } from '../../outbox/enqueue-broadcast.ts'
import { lockEvent } from '../events/queries.ts'
import { enqueueRecipients } from './enqueue-recipients.ts'
import {
  type BroadcastRow,
  listDueBroadcasts,
  lockBroadcast,
  lockPlanned,
  updateBroadcast,
} from './queries.ts'
import { readProgress } from './read-progress.ts'

/**
 * D68: sends the planned broadcasts that are due, and reads their recipients now. One transaction stores the messages of
 * a broadcast and ends its planned state: a stopped worker or a cancellation neither loses nor doubles a message. Returns
 * the number of broadcasts sent.
 */
export async function sendPlannedBroadcasts(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const { db, log, now } = deps
  let sent = 0
  for (const { organization_id, id, created_by } of await db.system((tx) => listDueBroadcasts(tx, now()))) {
    if (stopping?.aborted) break
    const inTransaction = (work: (tx: OrgTx, planned: BroadcastRow) => Promise<void>) =>
      actAs({ kind: 'account', id: created_by }, () =>
        db.transaction(organization_id, async (tx) => {
          const planned = await lockPlanned(tx, id)
          if (planned) await work(tx, planned)
        }),
      )
    try {
      await inTransaction((tx, planned) => send(tx, deps, planned))
      sent += 1
    } catch (error) {
      const refusal = error instanceof Refusal && error.status < 500 ? error.code : undefined
      // The run goes on; this broadcast is tried again in the next run.
      if (refusal === undefined) log.error({ err: error, broadcast_id: id }, 'a broadcast could not be sent')
      else await inTransaction((tx) => updateBroadcast(tx, id, { state: 'refused', refusal }))
    }
  }
  return sent
}

/** The broadcast must be locked. */
async function send(tx: OrgTx, deps: Deps, { id, event_id, form }: BroadcastRow): Promise<void> {
  const event = await lockEvent(tx, event_id)
  if (!event || !form) throw notFound('event_not_found')
  if (event.archived) throw conflict('event_archived')
  const now = deps.now()
  const enqueued = await enqueueRecipients(tx, deps, { id, event_id, form, now, waits_ms: 0 })
  await updateBroadcast(tx, id, { state: 'sent', ...enqueued })
  await recordAction(tx, { action: 'broadcast.sent', at: now, event_id, broadcast_id: id })
  announce(tx, { kind: 'broadcast', organization_id: tx.org, broadcast_id: id })
}

/**
 * Ends the wait of a broadcast: of the 15 seconds, or until its time. Changes nothing if it has left or was taken back.
 * Throws 404 `broadcast_not_found`, and for a planned one what `enqueueRecipients` throws.
 */
export async function sendNow(
  deps: Deps,
  org: OrgId,
  { id, language }: { id: string; language: Language },
  attempt?: Attempt,
): Promise<BroadcastProgress> {
  await deps.db.transaction(org, (tx) =>
    oncePerKey(tx, attempt, z.null(), async () => {
      const locked = await lockBroadcast(tx, id)
      if (!locked) throw notFound('broadcast_not_found')
      if (locked.state === 'planned') await send(tx, deps, locked)
      else await updateBroadcast(tx, id, { due_at: await sendWaiting(tx, id) })
      return null
    }),
  )
  return readProgress(deps, org, { id, language })
}
