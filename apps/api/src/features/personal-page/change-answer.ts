import type { Invitation } from '@muster/contract/personal-shift'
import { possibleChange } from '@muster/contract/rules/answer-change'
import { canAnswer } from '@muster/contract/rules/assignment-status'
import type { LogAction } from '@muster/contract/rules/log-action'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { TimeWindow } from '@muster/contract/rules/time-conflict'
import { canBeUndone } from '@muster/contract/rules/waiting-list'
import { takeSharedIn } from '../../access/rate-limit.ts'
import type { OrgTx } from '../../db/client.ts'
import type { LockedAssignment } from '../../db/lock.ts'
import { recordAction, subjectsOfAssignment } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../edge/refusal.ts'
import { deleteReceipt, enqueueReceipt } from '../../outbox/cancellation-receipts.ts'
import { enqueueConfirmation } from '../../outbox/enqueue.ts'
import { updateAgreed, updateAnswer } from '../assignments/places.ts'
import { refuseConfirmedConflict, refuseFull, refuseMoved, refuseTooMany } from '../assignments/refusals.ts'
import { lockLinked } from './answer-invitation.ts'
import { openInvitation, refuseClosed } from './open-link.ts'
import { findLinked, type Linked } from './queries.ts'

type Change = {
  status: 'CONFIRMED' | 'DECLINED'
  reason?: string | null | undefined
  agreed_to?: TimeWindow | undefined
}

/** Limit per person: taking a place again sends an e-mail, unless it undoes a no. Giving it up is not limited. */
const TAKEN_AGAIN = { name: 'taken-again', hits: 20, window_s: 60 * 60 }

/**
 * D39. Refuses as `getInvitation` does, with `not_answered`, `shift_started`; to cancel `cancelling_closed`; to take
 * again `shift_full`, `too_many_shifts`, `schedule_conflict`, `rate_limited`; with `agreed_to` (V1) `shift_moved`.
 */
export function changeAnswer(deps: Deps, token: string, change: Change): Promise<Invitation> {
  return openInvitation(deps, token, async (tx, linked) => {
    refuseClosed(linked, deps.now())
    await saveChange(deps, tx, linked, change)
    return (await findLinked(tx, linked.assignment_id)) ?? linked
  })
}

async function saveChange(
  { now: clock }: Pick<Deps, 'now'>,
  tx: OrgTx,
  linked: Linked,
  { status, reason = null, agreed_to }: Change,
): Promise<void> {
  const assignment = await lockLinked(tx, linked)
  // Read under the locks, so that this call and a move that it waited for agree on whether it is an undo.
  const now = clock()
  if (canAnswer(assignment.status)) throw conflict('not_answered')
  if (status === 'CONFIRMED' && agreed_to) refuseMoved(assignment.shift, agreed_to)
  if (assignment.status === status) {
    if (agreed_to && assignment.asked_again_at !== null) await saveAgreed(tx, assignment, now)
    // Otherwise the button was pressed a second time.
    return
  }
  refuseChange(assignment, linked, now)

  const answer = { status, responded_at: now }
  if (status === 'CONFIRMED') {
    const is_undo = canBeUndone(assignment.cancelled_at, now)
    await Promise.all([
      refuseFull(tx, assignment, { is_behind_list: !is_undo }),
      // Organizers may add more.
      assignment.source === 'signup' && refuseTooMany(tx, assignment),
      refuseConfirmedConflict(tx, assignment),
    ])
    // An undo sends an e-mail only if the person was told by e-mail that they are off the shift, or was not told that it
    // has moved.
    const is_silent = (await deleteReceipt(tx, assignment)) && is_undo && !isMovedUnasked(assignment)
    await updateAnswer(tx, assignment, answer)
    if (agreed_to) await updateAgreed(tx, assignment, now)
    await record(tx, assignment, 'assignment.taken_again', now)
    await takeSharedIn(tx, now, { ...TAKEN_AGAIN, of: assignment.person_id })
    if (!is_silent) await enqueueConfirmation(tx, { assignment_ids: [assignment.id], now })
  } else {
    await enqueueReceipt(tx, assignment, now)
    await updateAnswer(tx, assignment, answer, { cancelled_at: now, cancel_reason: reason })
    await record(tx, assignment, 'assignment.given_up', now)
  }
}

/** V1: returns true if the shift has moved, unless they had been asked about its new times when they cancelled. */
function isMovedUnasked({ agreed_start_dt, asked_again_at, cancelled_at }: LockedAssignment): boolean {
  if (agreed_start_dt === null) return false
  if (asked_again_at === null || cancelled_at === null) return true
  return Date.parse(asked_again_at) >= Date.parse(cancelled_at)
}

async function saveAgreed(tx: OrgTx, assignment: LockedAssignment, now: string): Promise<void> {
  if (hasStarted(assignment.shift, now)) throw conflict('shift_started')
  await updateAgreed(tx, assignment, now)
  await record(tx, assignment, 'assignment.agreed', now)
}

const record = (tx: OrgTx, assignment: LockedAssignment, action: LogAction, at: string): Promise<void> =>
  recordAction(tx, { action, at, ...subjectsOfAssignment(assignment) })

function refuseChange(
  { status, shift, asked_again_at }: LockedAssignment,
  { cancel_until_hours }: Linked,
  now: string,
): void {
  if (hasStarted(shift, now)) throw conflict('shift_started')
  const is_asked_again = asked_again_at !== null
  if (possibleChange({ status, shift, cancel_until_hours, is_asked_again, now }) === undefined)
    throw conflict('cancelling_closed')
}
