import type { OrgId } from '../../db/client.ts'
import { lockPeopleOfShifts, lockShifts } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/refusal.ts'
import { announceEvent } from '../../live/announce.ts'
import { deleteEvent, listShiftIds, lockEvent, lockRoles } from './queries.ts'

/** D21: roles, shifts and assignments go with it. */
export function removeEvent({ db }: Deps, org: OrgId, id: string): Promise<void> {
  return db.transaction(org, async (tx) => {
    if (!(await lockEvent(tx, id))) throw notFound('event_not_found')
    await lockRoles(tx, id)
    const shift_ids = await listShiftIds(tx, { event_id: id })
    await lockShifts(tx, shift_ids)
    await lockPeopleOfShifts(tx, shift_ids)
    await deleteEvent(tx, id)
    announceEvent(tx, id)
  })
}
