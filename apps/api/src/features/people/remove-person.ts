import type { OrgId } from '../../db/client.ts'
import { lockPeople, lockShifts } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { deletePerson, listShiftsOfPerson } from './queries.ts'

/** D21: their assignments go with them, and the places they held are free again. */
export function removePerson({ db }: Deps, org: OrgId, id: string): Promise<void> {
  return db.transaction(org, async (tx) => {
    const before = await listShiftsOfPerson(tx, id)
    await lockShifts(
      tx,
      before.map((shift) => shift.id),
    )
    const [person] = await lockPeople(tx, [id])
    if (!person) throw notFound('person_not_found')

    // Read again under the lock: a sign-up may have added one.
    const shifts = await listShiftsOfPerson(tx, id)
    await deletePerson(tx, id)
    announceShifts(tx, shifts)
  })
}
