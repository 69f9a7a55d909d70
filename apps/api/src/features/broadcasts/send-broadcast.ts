import type { BroadcastForm } from '@muster/contract/broadcast-form'
import { type BroadcastSent, broadcastSent } from '@muster/contract/broadcasts'
import { BATCH_WAITS_MS } from '@muster/contract/rules/batch-undo'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { badRequest, invalid, notFound } from '../../edge/refusal.ts'
import { lockEvent } from '../events/queries.ts'
import { anyText } from './broadcast-text.ts'
import { enqueueRecipients, writeToAudience } from './enqueue-recipients.ts'
import { selectedPhases } from './find-audience.ts'
import { findBroadcast, insertBroadcast } from './queries.ts'

type Send = { event_id: string; user_id: string; form: BroadcastForm }

/**
 * D16, D29: sends all or none, or plans it for `send_at` (D68). Throws 400 `no_target_group`, `message_required`,
 * `message_too_long`, 404 `event_not_found`, `broadcast_not_found`, 429 `daily_cap_reached`.
 */
export function sendBroadcast(
  deps: Deps,
  org: OrgId,
  { event_id, user_id, form }: Send,
  attempt?: Attempt,
): Promise<BroadcastSent> {
  return deps.db.transaction(org, (tx) =>
    oncePerKey(tx, attempt, broadcastSent, async () => {
      if (!(await lockEvent(tx, event_id))) throw notFound('event_not_found')
      refuseIncomplete(form)
      if (form.resend_of) await refuseOtherEvent(tx, { event_id, id: form.resend_of })

      const [broadcast_id, now] = [newId(), deps.now()]
      const row = {
        id: broadcast_id,
        event_id,
        message_type: form.messageType,
        form,
        resend_of: form.resend_of ?? null,
        created_by: user_id,
        created_at: now,
      }
      if (form.send_at) {
        const { send_at } = form
        if (Date.parse(send_at) <= Date.parse(now)) throw invalid('send_at', 'not_future')
        const { audience, messages } = await writeToAudience(tx, deps, { event_id, form, now })
        await insertBroadcast(tx, { ...row, state: 'planned', send_at, total_count: 0, sent_count: 0 })
        await recordAction(tx, { action: 'broadcast.planned', at: now, event_id, broadcast_id })
        return { sentCount: messages.length, totalCount: audience.total_count, broadcast_id }
      }
      const order = { id: broadcast_id, event_id, form, now, waits_ms: BATCH_WAITS_MS }
      const enqueued = await enqueueRecipients(tx, deps, order)
      await insertBroadcast(tx, { ...row, ...enqueued })
      await recordAction(tx, { action: 'broadcast.sent', at: now, event_id, broadcast_id })
      return { sentCount: enqueued.sent_count, totalCount: enqueued.total_count, broadcast_id }
    }),
  )
}

function refuseIncomplete(form: BroadcastForm): void {
  if (selectedPhases(form).length === 0) throw badRequest('no_target_group')
  if (form.messageType === 'custom' && !anyText(form)) throw badRequest('message_required')
}

async function refuseOtherEvent(tx: OrgTx, { event_id, id }: { event_id: string; id: string }) {
  const found = await findBroadcast(tx, id)
  if (found?.event_id !== event_id) throw notFound('broadcast_not_found')
}
