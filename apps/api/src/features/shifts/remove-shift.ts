import type { OrgId } from '../../db/client.ts'
import { lockPeopleOfShifts, lockShifts } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { deleteShift } from './queries.ts'

/** D21: its assignments go with it. */
export function removeShift({ db }: Deps, org: OrgId, id: string): Promise<void> {
  return db.transaction(org, async (tx) => {
    const [shift] = await lockShifts(tx, [id])
    if (!shift) throw notFound('shift_not_found')
    await lockPeopleOfShifts(tx, [id])
    await deleteShift(tx, id)
    announceShifts(tx, [shift])
  })
}
