import type { OrgId } from '../../db/client.ts'
import { lockPeopleOfShifts, lockShifts } from '../../db/lock.ts'
import { recordAction, subjectsOfShift } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueCancelled } from '../../outbox/enqueue-notices.ts'
import { deleteShift } from './queries.ts'

export function removeShift(
  { db, now, config }: Deps,
  org: OrgId,
  { id, notify }: { id: string; notify: boolean },
): Promise<void> {
  return db.transaction(org, async (tx) => {
    const [shift] = await lockShifts(tx, [id])
    if (!shift) throw notFound('shift_not_found')
    await lockPeopleOfShifts(tx, [id])
    if (notify) await enqueueCancelled(tx, { shift_ids: [id] }, { because: 'cancelled', now: now(), config })
    await deleteShift(tx, id)
    announceShifts(tx, [shift])
    await recordAction(tx, { action: 'shift.removed', at: now(), ...subjectsOfShift(shift) })
  })
}
