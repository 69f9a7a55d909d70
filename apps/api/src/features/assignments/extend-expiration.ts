import { canAnswer } from '@muster/contract/rules/assignment-status'
import { type ExtensionDays, extendDeadline } from '@muster/contract/rules/invite-expiry'
import type { Assignment } from '@muster/contract/shifts'
import type { OrgId } from '../../db/client.ts'
import { lockAssignment } from '../../db/lock.ts'
import { recordAction, subjectsOfAssignment } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { updateAssignment } from './places.ts'
import { readAssignment } from './read-assignments.ts'

/** D18. Refuses with `not_invited`, `shift_over`. */
export function extendExpiration(
  { db, keys, now }: Deps,
  org: OrgId,
  { id, days }: { id: string; days: ExtensionDays },
): Promise<Assignment> {
  return db.transaction(org, async (tx) => {
    const assignment = await lockAssignment(tx, id)
    if (!assignment) throw notFound('assignment_not_found')
    if (!canAnswer(assignment.status)) throw conflict('not_invited')
    const extended = extendDeadline({
      now: now(),
      current: assignment,
      days,
      shift: assignment.shift,
    })
    if (extended === 'shift_over') throw conflict('shift_over')

    await updateAssignment(tx, assignment, extended)
    await recordAction(tx, {
      action: 'assignment.extended',
      at: now(),
      ...subjectsOfAssignment(assignment),
    })
    return readAssignment(tx, keys, id)
  })
}
