import { inviteDetails } from '@muster/contract/assignments'
import { renewDeadline } from '@muster/contract/rules/invite-expiry'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { Assignment } from '@muster/contract/shifts'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { type LockedAssignment, lockAssignmentsOfPerson } from '../../db/lock.ts'
import { recordAction, subjectsOfAssignment } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { countTowardsCap } from '../../outbox/daily-cap.ts'
import { enqueueInvitations, type InvitedShift, writeInvitations } from '../../outbox/enqueue.ts'
import { refuseOftenWritten } from '../../outbox/recipient-cap.ts'
import { addressesOf, getLanguage, refuseUndeliverable } from '../../outbox/recipients.ts'
import { updateAssignment } from './places.ts'
import { CHANNELS, type InviteMethod } from './reach.ts'
import { readAssignment } from './read-assignments.ts'
import { refuseConflict } from './refusals.ts'

type SentInvite = {
  invite_details: { invite_sent_at: string; invite_method: InviteMethod }
  assignment: Assignment
}

/**
 * D18, D20: invites to one assignment or, in one message, to several of the same person and event: all of them, or
 * none. Refuses with `assignment_absent`, `shift_over`, `no_contact_info`, `number_not_allowed`, `address_bounced`,
 * `opted_out`, `schedule_conflict`, `daily_cap_reached`.
 */
export function sendInvite(
  { db, keys, config, now: clock }: Deps,
  org: OrgId,
  {
    id,
    assignment_ids = [],
    method,
  }: { id: string; assignment_ids?: readonly string[] | undefined; method: InviteMethod },
  attempt?: Attempt,
): Promise<SentInvite> {
  return db.transaction(org, async (tx) => {
    const invite_details = await oncePerKey(tx, attempt, inviteDetails, async () => {
      const now = clock()
      const asked = await lockTogether(tx, [...new Set([id, ...assignment_ids])])
      const [{ person }] = asked
      if (asked.some(({ status }) => status === 'ABSENT')) throw conflict('assignment_absent')
      if (asked.some(({ shift }) => isOver(shift, now))) throw conflict('shift_over')
      const channels = CHANNELS[method]
      await refuseUndeliverable(tx, person, { channels, config })
      await countTowardsCap(tx, { channels, config, now })
      const sent = { invite_sent_at: now, invite_method: method }
      const shifts: InvitedShift[] = []
      // Not in parallel: a shift that was declined must not overlap one that is asked for again before it.
      for (const before of asked) shifts.push(await openInvitation(tx, before, { ...sent, now }))
      const language = await getLanguage(tx, person)
      await enqueueInvitations(
        tx,
        await writeInvitations(tx, [{ shifts, person, channels, language }], { now }),
      )
      await refuseOftenWritten(tx, addressesOf(person, channels), { config, now })
      return sent
    })
    return { invite_details, assignment: await readAssignment(tx, keys, id) }
  })
}
/** Locks the assignments and sorts them by start. The call in the specification names only one. */
async function lockTogether(
  tx: OrgTx,
  ids: readonly string[],
): Promise<[LockedAssignment, ...LockedAssignment[]]> {
  const locked = await lockAssignmentsOfPerson(tx, ids)
  const events = new Set(locked.map(({ shift }) => shift.event_id))
  const [first, ...others] = locked.toSorted((a, b) => (a.shift.start_dt < b.shift.start_dt ? -1 : 1))
  if (!first || locked.length < ids.length || events.size > 1) throw notFound('assignment_not_found')
  return [first, ...others]
}

async function openInvitation(
  tx: OrgTx,
  before: LockedAssignment,
  { now, ...sent }: { now: string; invite_sent_at: string; invite_method: InviteMethod },
): Promise<InvitedShift> {
  const { id, round, status, ask_id, shift, uncapped_expires_at } = before
  if (status === 'DECLINED') await refuseConflict(tx, before)
  const deadline = renewDeadline({ uncapped_expires_at, shift, now })
  const is_confirmed = status === 'CONFIRMED'
  await updateAssignment(tx, before, {
    ...deadline,
    ...sent,
    ...(!is_confirmed && { status: 'INVITED', responded_at: null }),
  })
  const action = is_confirmed ? 'assignment.link_sent' : 'assignment.invited'
  await recordAction(tx, { action, at: now, ...subjectsOfAssignment(before) })
  const is_first_yes = status === 'INVITED' && ask_id !== null
  return { assignment_id: id, round, is_confirmed, is_first_yes, answer_by: deadline.token_expires_at }
}
