import type { OrgId } from '../../db/client.ts'
import { lockPeopleOfShifts, lockShifts } from '../../db/lock.ts'
import { recordAction } from '../../db/record-action.ts'
import { beginBatch, endBatch } from '../../db/record-batch.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { announceEvent } from '../../live/announce.ts'
import { enqueueCancelled } from '../../outbox/enqueue-notices.ts'
import { enqueueRequestsOfRemoved } from '../../outbox/request-mails.ts'
import { listConflicts, overlapOf } from '../assignments/conflicts.ts'
import { deleteEvent, listShiftIds, lockEvent, lockRoles } from './queries.ts'

export function removeEvent(
  { db, now, config }: Deps,
  org: OrgId,
  {
    id,
    notify,
    is_uncapped = false,
    batch_id,
  }: { id: string; notify: boolean; is_uncapped?: boolean; batch_id?: string | undefined },
): Promise<void> {
  return db.transaction(org, async (tx) => {
    const before = await lockEvent(tx, id)
    if (!before) throw notFound('event_not_found')
    await lockRoles(tx, id)
    const shift_ids = await listShiftIds(tx, { event_id: id })
    await lockShifts(tx, shift_ids)
    await lockPeopleOfShifts(tx, shift_ids)
    if (batch_id) {
      const overlaps = (await listConflicts(tx, shift_ids)).map(overlapOf)
      await beginBatch(tx, batch_id, { event_ids: [id], shift_ids, of_events: [id], overlaps })
    }
    if (notify) {
      const sending = { now: now(), config, is_uncapped, batch_id }
      await enqueueCancelled(tx, { event_id: id }, { because: 'cancelled', ...sending })
    }
    await enqueueRequestsOfRemoved(tx, shift_ids, { batch_id })
    await deleteEvent(tx, id)
    if (batch_id) await endBatch(tx, batch_id, { event_ids: [id], shift_ids })
    announceEvent(tx, id)
    const changes = { name: [before.name, null] } as const
    await recordAction(tx, { action: 'event.removed', at: now(), event_id: id, changes })
  })
}
