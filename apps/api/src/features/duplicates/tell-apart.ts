import type { OrgId } from '../../db/client.ts'
import { lockPeople } from '../../db/lock.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { insertToldApart } from './queries.ts'

/** D60. Refuses with `person_not_found`. */
export function tellApart(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  { id, other_id }: { id: string; other_id: string },
): Promise<void> {
  return db.transaction(org, async (tx) => {
    const locked = await lockPeople(tx, [id, other_id])
    if (locked.filter(({ erased_at }) => erased_at === null).length < 2) throw notFound('person_not_found')
    await insertToldApart(tx, [id, other_id])
    await recordAction(tx, { action: 'person.told_apart', at: now(), person_ids: [id, other_id] })
  })
}
