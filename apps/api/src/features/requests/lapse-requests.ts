import { lockShifts } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueRequestMails } from '../../outbox/request-mails.ts'
import { deleteRequests, listLapsed, listShiftsOf, lockRequests } from './queries.ts'

/** D52: ends requests whose shift has begun, and tells who asked. Returns how many. */
export async function lapseRequests(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  stopping?: AbortSignal,
): Promise<number> {
  let lapsed = 0
  for (const { organization_id, ids } of await db.system((tx) => listLapsed(tx, now()))) {
    if (stopping?.aborted) break
    lapsed += await db.transaction(organization_id, async (tx) => {
      const shifts = await lockShifts(
        tx,
        (await listShiftsOf(tx, ids)).map(({ id }) => id),
      )
      const begun = shifts.filter(({ start_dt }) => Date.parse(start_dt) <= Date.parse(now()))
      // Another worker, or an organizer, may have answered since.
      const left = (await lockRequests(tx, ids))
        .filter(({ shift_id }) => begun.some(({ id }) => id === shift_id))
        .map(({ id }) => id)
      await enqueueRequestMails(tx, { template: 'request_ended', ids: left, because: 'lapsed' })
      await deleteRequests(tx, left)
      announceShifts(tx, begun)
      return left.length
    })
  }
  return lapsed
}
