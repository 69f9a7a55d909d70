import type { OrgId } from '../../db/client.ts'
import { lockPeopleOfShifts, lockShifts } from '../../db/lock.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { announceEvent } from '../../live/announce.ts'
import { enqueueCancelled } from '../../outbox/enqueue-notices.ts'
import { deleteEvent, listShiftIds, lockEvent, lockRoles } from './queries.ts'

export function removeEvent(
  { db, now, config }: Deps,
  org: OrgId,
  { id, notify, is_uncapped = false }: { id: string; notify: boolean; is_uncapped?: boolean },
): Promise<void> {
  return db.transaction(org, async (tx) => {
    if (!(await lockEvent(tx, id))) throw notFound('event_not_found')
    await lockRoles(tx, id)
    const shift_ids = await listShiftIds(tx, { event_id: id })
    await lockShifts(tx, shift_ids)
    await lockPeopleOfShifts(tx, shift_ids)
    if (notify)
      await enqueueCancelled(tx, { event_id: id }, { because: 'cancelled', now: now(), config, is_uncapped })
    await deleteEvent(tx, id)
    announceEvent(tx, id)
    await recordAction(tx, { action: 'event.removed', at: now(), event_id: id })
  })
}
