import type { SpecificError } from '@muster/contract/errors'
import type { Invitation } from '@muster/contract/personal-shift'
import { type AssignmentStatus, canAnswer } from '@muster/contract/rules/assignment-status'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { TimeWindow } from '@muster/contract/rules/time-conflict'
import { assignmentStatus } from '@muster/contract/shifts'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgTx } from '../../db/client.ts'
import { type LockedAssignment, lockKnownAssignment } from '../../db/lock.ts'
import { recordAction, subjectsOfAssignment } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound, type Refusal } from '../../edge/refusal.ts'
import { enqueueConfirmation } from '../../outbox/enqueue.ts'
import { updateAnswer } from '../assignments/places.ts'
import { refuseConfirmedConflict, refuseFull, refuseMoved, refuseTaken } from '../assignments/refusals.ts'
import { openInvitation, refuseClosed } from './open-link.ts'
import type { Linked } from './queries.ts'

type Answer = { confirm: boolean; seen?: TimeWindow | undefined }

/**
 * Refuses as `getInvitation` does, with `already_answered`, `shift_over`; to confirm `place_taken`, `shift_full`,
 * `shift_moved`, `schedule_conflict`.
 */
export function answerInvitation(
  deps: Deps,
  token: string,
  { confirm, seen }: Answer,
  attempt?: Attempt,
): Promise<Invitation> {
  return openInvitation(deps, token, async (tx, linked) => {
    const answered = await oncePerKey(tx, attempt, answeredSchema, () =>
      saveAnswer(deps, tx, linked, { confirm, seen }),
    )
    return { ...linked, ...answered }
  })
}

const answeredSchema = z.object({ status: assignmentStatus, token_expires_at: z.string() })

async function saveAnswer(
  { now: clock }: Pick<Deps, 'now'>,
  tx: OrgTx,
  linked: Linked,
  { confirm, seen }: Answer,
): Promise<z.infer<typeof answeredSchema>> {
  const now = clock()
  const { assignment_id } = linked
  const assignment = await lockLinked(tx, linked)
  const { shift, status, token_expires_at } = assignment
  if (canAnswer(status) && isOver(shift, now)) throw conflict('shift_over')
  refuseClosed({ status, token_expires_at, shift }, now)
  if (confirm) await refuseTaken(tx, assignment)
  if (!canAnswer(status)) throw alreadyAnswered(status)
  if (confirm) {
    await refuseFull(tx, assignment)
    refuseMoved(shift, seen)
    await refuseConfirmedConflict(tx, assignment)
  }

  const answer = confirm ? 'CONFIRMED' : 'DECLINED'
  await updateAnswer(tx, assignment, { status: answer, responded_at: now })
  const action = confirm ? 'assignment.confirmed' : 'assignment.declined'
  await recordAction(tx, { action, at: now, ...subjectsOfAssignment(assignment) })
  if (confirm) await enqueueConfirmation(tx, { assignment_ids: [assignment_id], now })
  return { status: answer, token_expires_at }
}

/** Throws 404 `link_invalid`: the link may have been revoked while this transaction waited for the locks (D17). */
export async function lockLinked(tx: OrgTx, linked: Linked): Promise<LockedAssignment> {
  const assignment = await lockKnownAssignment(tx, {
    id: linked.assignment_id,
    shift_id: linked.shift.id,
    person_id: linked.recipient.id,
  })
  if (assignment?.round !== linked.round) throw notFound('link_invalid')
  return assignment
}

function alreadyAnswered(status: AssignmentStatus): Refusal {
  const sentence = SENTENCES[status]
  return conflict('already_answered', sentence && { sentence })
}

const SENTENCES: Partial<Record<AssignmentStatus, SpecificError>> = {
  CONFIRMED: 'already_confirmed',
  DECLINED: 'already_declined',
}
