import { moveRoles } from '@muster/contract/rules/questions'
import type { OrgId } from '../../db/client.ts'
import { lockShifts } from '../../db/lock.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { announceEvent } from '../../live/announce.ts'
import { enqueueRequestsOfRemoved } from '../../outbox/request-mails.ts'
import { enqueueWaitingCancelled } from '../../outbox/waiting-mails.ts'
import { deleteRole, hasAssignments, listShiftIds, lockEvent, lockRole, updateEvent } from './queries.ts'

/** D21. Refuses with `role_in_use` while a shift has assignments; the locks prevent new ones. */
export function removeRole(
  { db, now }: Deps,
  org: OrgId,
  { event_id, id, notify }: { event_id: string; id: string; notify: boolean },
): Promise<void> {
  return db.transaction(org, async (tx) => {
    // Before the role and its shifts, as where the event is changed.
    const event = await lockEvent(tx, event_id)
    const before = await lockRole(tx, event_id, id)
    if (!event || !before) throw notFound('role_not_found')
    const shift_ids = await listShiftIds(tx, { role_id: id })
    await lockShifts(tx, shift_ids)
    if (await hasAssignments(tx, id)) throw conflict('role_in_use')
    if (notify) await enqueueWaitingCancelled(tx, { shift_ids })
    await enqueueRequestsOfRemoved(tx, shift_ids)
    await deleteRole(tx, id)
    const questions = moveRoles(event.questions, (role_id) => (role_id === id ? undefined : role_id))
    if (event.questions.some(({ role_ids }) => role_ids.includes(id)))
      await updateEvent(tx, event_id, { questions })
    announceEvent(tx, event_id)
    const changes = { name: [before.name, null] } as const
    await recordAction(tx, { action: 'role.removed', at: now(), event_id, role_id: id, changes })
  })
}
