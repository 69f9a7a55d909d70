import type { OrgId } from '../../db/client.ts'
import { lockAssignment } from '../../db/lock.ts'
import { recordAction, subjectsOfAssignment } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { enqueueCancelled } from '../../outbox/enqueue-notices.ts'
import { afterPlacesReleased, deleteAssignments } from './places.ts'

export function removeAssignment(
  { db, now, config }: Deps,
  org: OrgId,
  { id, notify }: { id: string; notify: boolean },
): Promise<void> {
  return db.transaction(org, async (tx) => {
    const assignment = await lockAssignment(tx, id)
    if (!assignment) throw notFound('assignment_not_found')
    if (notify) {
      await enqueueCancelled(tx, { assignment_ids: [id] }, { because: 'removed', now: now(), config })
    }
    await deleteAssignments(tx, [id])
    afterPlacesReleased(tx, [assignment.shift])
    await recordAction(tx, {
      action: 'assignment.removed',
      at: now(),
      ...subjectsOfAssignment(assignment),
    })
  })
}
