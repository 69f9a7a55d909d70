import type { OrgId } from '../../db/client.ts'
import { awaitBroadcasts, lockPersonExclusively, lockShifts } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/refusal.ts'
import { enqueueCancelled } from '../../outbox/enqueue-notices.ts'
import { deleteThreadsWith } from '../../providers/threads.ts'
import { afterPlacesFreed } from '../assignments/places.ts'
import { deletePerson, listShiftsOfPerson } from './queries.ts'

/** D21: deletes their assignments too, which frees their places. They are sent a notice if `notify`. */
export function removePerson(
  { db, now, config }: Deps,
  org: OrgId,
  { id, notify }: { id: string; notify: boolean },
): Promise<void> {
  return db.transaction(org, async (tx) => {
    const before = await listShiftsOfPerson(tx, id)
    await awaitBroadcasts(
      tx,
      before.map((shift) => shift.event_id),
    )
    await lockShifts(
      tx,
      before.map((shift) => shift.id),
    )
    const person = await lockPersonExclusively(tx, id)
    if (!person) throw notFound('person_not_found')

    // Again, under the lock: a sign-up may have added one.
    const shifts = await listShiftsOfPerson(tx, id)
    if (notify) await enqueueCancelled(tx, { person_id: id }, { because: 'removed', now: now(), config })
    await deleteThreadsWith(tx, person)
    await deletePerson(tx, id)
    afterPlacesFreed(tx, shifts)
  })
}
