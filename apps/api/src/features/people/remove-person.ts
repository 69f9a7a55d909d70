import type { OrgId } from '../../db/client.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { enqueueCancelled } from '../../outbox/enqueue-notices.ts'
import { erasePeople, lockToErase } from './erase-people.ts'

export function removePerson(
  { db, config, now: clock }: Pick<Deps, 'db' | 'config' | 'now'>,
  org: OrgId,
  { id, notify }: { id: string; notify: boolean },
): Promise<void> {
  return db.transaction(org, async (tx) => {
    const now = clock()
    const people = await lockToErase(tx, [id])
    if (people.length === 0) throw notFound('person_not_found')
    if (notify) await enqueueCancelled(tx, { person_id: id }, { because: 'removed', now, config })
    await erasePeople(tx, people, now)
    await recordAction(tx, { action: 'person.erased', at: now, person_ids: [id] })
  })
}
