import { inviteDetails } from '@muster/contract/assignments'
import { renewDeadline } from '@muster/contract/rules/invite-expiry'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { Assignment } from '@muster/contract/shifts'
import type { OrgId } from '../../db/client.ts'
import { lockAssignment } from '../../db/lock.ts'
import { recordAction, subjectsOfAssignment } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { type Attempt, oncePerKey } from '../../http/idempotency.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import { countTowardsCap } from '../../outbox/daily-cap.ts'
import { enqueueInvitation } from '../../outbox/enqueue.ts'
import { getLanguage, refuseUnreachable } from '../../outbox/recipients.ts'
import { updateAssignment } from './places.ts'
import { readAssignment } from './read-assignments.ts'
import { refuseConflict } from './refusals.ts'

export type InviteMethod = 'EMAIL' | 'SMS' | 'BOTH'

type SentInvite = {
  invite_details: { invite_sent_at: string; invite_method: InviteMethod }
  assignment: Assignment
}

/** D18, D20. Refuses with `assignment_absent`, `shift_over`, `no_contact_info`, `number_not_allowed`, `opted_out`,
 * `schedule_conflict`, `daily_cap_reached`. */
export function sendInvite(
  { db, keys, config, now: clock }: Deps,
  org: OrgId,
  { id, method }: { id: string; method: InviteMethod },
  attempt?: Attempt,
): Promise<SentInvite> {
  return db.transaction(org, async (tx) => {
    const invite_details = await oncePerKey(tx, attempt, inviteDetails, async () => {
      const now = clock()
      const before = await lockAssignment(tx, id)
      if (!before) throw notFound('assignment_not_found')
      const { person, shift } = before
      if (before.status === 'ABSENT') throw conflict('assignment_absent')
      if (isOver(shift, now)) throw conflict('shift_over')
      const channels = CHANNELS[method]
      await refuseUnreachable(tx, person, { channels, config })
      await countTowardsCap(tx, { channels, config, now })
      if (before.status === 'DECLINED') await refuseConflict(tx, before)

      const deadline = renewDeadline({ uncapped_expires_at: before.uncapped_expires_at, shift, now })
      const is_confirmed = before.status === 'CONFIRMED'
      await updateAssignment(tx, before, {
        ...deadline,
        invite_sent_at: now,
        invite_method: method,
        ...(!is_confirmed && { status: 'INVITED', responded_at: null }),
      })
      await enqueueInvitation(tx, {
        assignment: { id, round: before.round, is_confirmed, answer_by: deadline.token_expires_at },
        person,
        channels,
        language: await getLanguage(tx, person),
        now,
      })
      await recordAction(tx, { action: 'assignment.invited', at: now, ...subjectsOfAssignment(before) })
      return { invite_sent_at: now, invite_method: method }
    })
    return { invite_details, assignment: await readAssignment(tx, keys, id) }
  })
}

const CHANNELS = { EMAIL: ['EMAIL'], SMS: ['SMS'], BOTH: ['EMAIL', 'SMS'] } as const
