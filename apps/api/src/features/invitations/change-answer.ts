import type { Invitation } from '@muster/contract/invitations'
import { possibleChange } from '@muster/contract/rules/answer-change'
import { canAnswer } from '@muster/contract/rules/assignment-status'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { OrgTx } from '../../db/client.ts'
import type { LockedAssignment } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../http/refusal.ts'
import { enqueueConfirmation } from '../../outbox/enqueue.ts'
import { updateAnswer } from '../assignments/places.ts'
import { refuseConfirmedConflict, refuseFull } from '../assignments/refusals.ts'
import { lockLinked } from './answer-invitation.ts'
import { openLink, refuseClosed, showInvitation } from './open-link.ts'
import type { Linked } from './queries.ts'

type Change = { status: 'CONFIRMED' | 'DECLINED'; reason?: string | null | undefined }

/**
 * D39. Refuses as `getInvitation`, with `not_answered`, `shift_started`; to cancel `cancelling_closed`; to take again
 * `shift_full`, `schedule_conflict`.
 */
export function changeAnswer(deps: Deps, token: string, change: Change): Promise<Invitation> {
  return openLink(deps, token, async (tx, linked) => {
    refuseClosed(linked, deps.now())
    await saveChange(deps, tx, linked, change)
    return showInvitation(deps, tx, { ...linked, status: change.status })
  })
}

async function saveChange(
  { now: clock }: Pick<Deps, 'now'>,
  tx: OrgTx,
  linked: Linked,
  { status, reason = null }: Change,
): Promise<void> {
  const now = clock()
  const assignment = await lockLinked(tx, linked)
  if (canAnswer(assignment.status)) throw conflict('not_answered')
  // A second press of the button.
  if (assignment.status === status) return
  refuseChange(assignment, linked, now)

  const answer = { status, responded_at: now }
  if (status === 'CONFIRMED') {
    await Promise.all([refuseFull(tx, assignment), refuseConfirmedConflict(tx, assignment)])
    await updateAnswer(tx, assignment, answer)
    await enqueueConfirmation(tx, { assignment_ids: [assignment.id], now })
  } else {
    await updateAnswer(tx, assignment, answer, { cancelled_at: now, cancel_reason: reason })
  }
}

function refuseChange(
  { status, shift }: LockedAssignment,
  { cancel_until_hours }: Linked,
  now: string,
): void {
  if (hasStarted(shift, now)) throw conflict('shift_started')
  if (possibleChange({ status, shift, cancel_until_hours, now }) === undefined)
    throw conflict('cancelling_closed')
}
