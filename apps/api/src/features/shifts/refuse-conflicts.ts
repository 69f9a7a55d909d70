import { findConflict } from '@muster/contract/rules/time-conflict'
import type { OrgTx } from '../../db/client.ts'
import { groupBy } from '../../db/group-by.ts'
import { listTimesOfPeopleOn } from '../assignments/queries.ts'
import { scheduleConflict } from '../assignments/refusals.ts'

/** D14. Called after the new times are written, with shifts and people locked; the rollback restores them. */
export async function refuseConflicts(tx: OrgTx, moved_ids: readonly string[]): Promise<void> {
  const moved = new Set(moved_ids)
  const times = await listTimesOfPeopleOn(tx, moved_ids)
  const times_of = groupBy(times, ({ person_id }) => person_id)
  const refused = times.find(
    (time) =>
      moved.has(time.shift_id) &&
      findConflict({ ...time, id: time.shift_id }, times_of.get(time.person_id) ?? []),
  )
  if (refused) throw scheduleConflict({ ...refused, id: refused.person_id })
}
