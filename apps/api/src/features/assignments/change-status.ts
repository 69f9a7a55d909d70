import {
  type AssignmentStatus,
  checkStatusChange,
  holdsPlace,
  isSignedUp,
  marksAttendance,
  occupiesTime,
} from '@muster/contract/rules/assignment-status'
import { isFull, MOST_REQUIRED } from '@muster/contract/rules/capacity'
import { renewDeadline } from '@muster/contract/rules/invite-expiry'
import type { Assignment } from '@muster/contract/shifts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { type LockedAssignment, lockAssignment } from '../../db/lock.ts'
import { recordAction, subjectsOfAssignment } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict, forbidden, notFound } from '../../edge/refusal.ts'
import { enqueueCancelled, enqueuePutBack } from '../../outbox/enqueue-notices.ts'
import { updateAssignment } from './places.ts'
import { countPlacesTaken, updateRequired } from './queries.ts'
import { readAssignment } from './read-assignments.ts'
import { refuseConflict, refuseFull } from './refusals.ts'

/**
 * D20. A member without `may_plan` can only mark who came (M1). Tells who loses a place (D21), and who was told so and
 * gets it back (D28). Refuses with `role_forbidden`, `shift_not_started`, `shift_full`, `schedule_conflict`,
 * `daily_cap_reached`.
 */
export function changeStatus(
  { db, keys, config, now }: Deps,
  org: OrgId,
  {
    id,
    status,
    raise = false,
    may_plan,
    notify,
  }: {
    id: string
    status: AssignmentStatus
    raise?: boolean | undefined
    may_plan: boolean
    notify: boolean
  },
): Promise<Assignment> {
  return db.transaction(org, async (tx) => {
    const before = await lockAssignment(tx, id)
    if (!before) throw notFound('assignment_not_found')
    if (!may_plan && (raise || !marksAttendance(before.status, status))) throw forbidden('role_forbidden')
    if (status === before.status) return readAssignment(tx, keys, id)

    const checked = checkStatusChange({ from: before.status, to: status, shift: before.shift, now: now() })
    if (checked !== 'ok') throw conflict(checked)
    const raised = holdsPlace(status) && raise ? await raiseIfFull(tx, before) : undefined
    if (holdsPlace(status) && raised === undefined) await refuseFull(tx, before)
    if (occupiesTime(status)) await refuseConflict(tx, before)

    const sending = { now: now(), config }
    if (notify && holdsPlace(before.status) && !isSignedUp(status))
      await enqueueCancelled(tx, { assignment_ids: [id] }, { because: 'removed', ...sending })
    await updateAssignment(tx, before, { status, ...answerAfter(before, status, now()) })
    if (notify && holdsPlace(status) && !isSignedUp(before.status)) await enqueuePutBack(tx, before, sending)
    await recordAction(tx, {
      action: 'assignment.changed',
      at: now(),
      ...subjectsOfAssignment(before),
      fields: raised === undefined ? ['status'] : ['status', 'required_qty'],
      changes: {
        status: [before.status, status],
        ...(raised !== undefined && { required_qty: [before.shift.required_qty, raised] }),
      },
    })
    return readAssignment(tx, keys, id)
  })
}

/**
 * D20: the person's place is the one more that the shift needs. Returns how many it needs now; undefined if it needs no
 * raise, or may need no more.
 */
async function raiseIfFull(tx: OrgTx, { shift, person }: LockedAssignment): Promise<number | undefined> {
  const taken = await countPlacesTaken(tx, { shift_id: shift.id, person_id: person.id })
  if (!isFull(shift.required_qty, taken) || taken >= MOST_REQUIRED) return undefined
  await updateRequired(tx, shift.id, taken + 1)
  return taken + 1
}

function answerAfter(
  { uncapped_expires_at, shift }: LockedAssignment,
  status: AssignmentStatus,
  now: string,
) {
  if (status === 'ABSENT') return {}
  if (status !== 'INVITED') return { responded_at: now }
  return {
    responded_at: null,
    ...renewDeadline({ uncapped_expires_at, shift, now }),
  }
}
