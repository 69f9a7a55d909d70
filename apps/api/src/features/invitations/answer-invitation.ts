import type { CloserText } from '@muster/contract/errors'
import type { Invitation } from '@muster/contract/invitations'
import { type AssignmentStatus, canAnswer } from '@muster/contract/rules/assignment-status'
import { isOver } from '@muster/contract/rules/shift-phase'
import { lockAssignment } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound, type Refusal } from '../../http/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { isBusy, refuseFull } from '../assignments/places.ts'
import { enqueueConfirmation } from '../messages/enqueue.ts'
import { getLanguage } from '../messages/recipients.ts'
import { openLink, refuseClosed, showInvitation } from './open-link.ts'
import { updateAnswer } from './queries.ts'

/**
 * Somebody invited says yes or no (D12, D14, D18); a yes is confirmed by e-mail (D28). Refuses as `getInvitation`, and with `already_answered`,
 * `shift_over`, and for a yes `shift_full`, `schedule_conflict`; they then stay invited.
 */
export function answerInvitation(
  deps: Deps,
  token: string,
  { confirm }: { confirm: boolean },
): Promise<Invitation> {
  return openLink(deps, token, async (tx, linked) => {
    const now = deps.now()
    const assignment = await lockAssignment(tx, linked.assignment_id)
    // The round may have risen while we waited for the locks: then the link is dead (D17).
    if (assignment?.round !== linked.round) throw notFound('link_invalid')
    const { shift, status, token_expires_at } = assignment
    if (canAnswer(status) && isOver(shift, now)) throw conflict('shift_over')
    refuseClosed({ status, token_expires_at, shift }, now)
    if (!canAnswer(status)) throw alreadyAnswered(status)
    if (confirm) {
      await refuseFull(tx, shift)
      if (await isBusy(tx, assignment)) throw conflict('schedule_conflict')
    }

    const answer = confirm ? 'CONFIRMED' : 'DECLINED'
    await updateAnswer(tx, assignment.id, { status: answer, responded_at: now })
    if (confirm) {
      const { id: assignment_id, round, person } = assignment
      const language = await getLanguage(tx, person)
      await enqueueConfirmation(tx, { assignment_id, round, person, language, now })
    }
    announceShifts(tx, [shift])
    return showInvitation(tx, { ...linked, status: answer, token_expires_at })
  })
}

/** D18: with the status. */
function alreadyAnswered(status: AssignmentStatus): Refusal {
  const sentence = SENTENCES[status]
  return conflict('already_answered', sentence && { sentence })
}

const SENTENCES: Partial<Record<AssignmentStatus, CloserText>> = {
  CONFIRMED: 'already_confirmed',
  DECLINED: 'already_declined',
}
