import { HOURS_KEPT, HOURS_TO_CONFIRM } from '@muster/contract/rules/unanswered-move'
import { sql } from 'drizzle-orm'
import type { OrgId, OrgTx, Tx } from '../../db/client.ts'
import { lockKnownAssignment } from '../../db/lock.ts'
import { recordAction, subjectsOfAssignment } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { findCalendarEntry } from '../../mail/calendar-entry.ts'
import { selectConfirmBy } from '../../outbox/confirm-by.ts'
import { enqueueEmails } from '../../outbox/enqueue.ts'
import { cancelledEntry } from '../../outbox/enqueue-notices.ts'
import { getLanguage } from '../../outbox/recipients.ts'
import { addressKey, listBlocked, listSuppressed } from '../../outbox/suppression.ts'
import { releasePlace } from './places.ts'

/** Maximum number of places released in one run. Places that stay are not counted: they must not delay the others. */
const MOST_RELEASED = 1_000

/** V1: releases the places of those who were asked by an e-mail and did not answer in time. Returns how many. */
export async function releaseUnanswered(
  { db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>,
  stopping?: AbortSignal,
  most = MOST_RELEASED,
): Promise<number> {
  const due = await db.system(async (tx) => withoutBlocked(tx, await listUnanswered(tx, now())))
  let released = 0
  for (const { organization_id, ...found } of due) {
    if (stopping?.aborted || released >= most) break
    try {
      if (await db.transaction(organization_id, (tx) => release(tx, found, now()))) released += 1
    } catch (error) {
      // The run goes on; this place is tried again in the next run.
      log.error({ err: error, assignment_id: found.id }, 'an unanswered place could not be freed')
    }
  }
  return released
}

type Unanswered = {
  organization_id: OrgId
  id: string
  shift_id: string
  person_id: string
  email: string | null
  /** Id of the e-mail that asked them. */
  message_id: string
}

async function release(tx: OrgTx, found: Omit<Unanswered, 'organization_id'>, now: string): Promise<boolean> {
  const locked = await lockKnownAssignment(tx, found)
  // They may have answered, the shift may have moved again, or the organisation may have been paused meanwhile.
  const [unanswered] = await listUnanswered(tx, now, found)
  if (!locked || !unanswered || (await isUndeliverable(tx, unanswered.email))) return false
  const entry = await findCalendarEntry(tx, locked.id, now)
  if (!entry) return false
  const { person, round } = locked
  await releasePlace(tx, locked, now)
  const payload = {
    first_name: person.first_name,
    assignment_id: locked.id,
    round,
    entry: cancelledEntry(entry),
  }
  const content = { template: 'place_freed', payload } as const
  await enqueueEmails(tx, [{ person, language: await getLanguage(tx, person), content }])
  await recordAction(tx, { action: 'assignment.freed', at: now, ...subjectsOfAssignment(locked) })
  return true
}

/** Lists places that can be released, or reads `found` again under the locks. Skips paused organisations (O1). */
async function listUnanswered(
  tx: Tx,
  now: string,
  found?: Pick<Unanswered, 'id' | 'message_id'>,
): Promise<Unanswered[]> {
  // The condition is written so that no index on `start_dt` fits: each shift is to be looked up by its id.
  const joinReleasable = sql`
    join person p on p.id = a.person_id and p.erased_at is null
    join shift s on s.id = a.shift_id and s.start_dt - make_interval(hours => ${HOURS_KEPT}) > ${now}::timestamptz
    join organization o on o.id = a.organization_id and o.ended_at is null and o.paused_at is null`
  const messages = found
    ? sql`m.id = ${found.message_id}`
    : sql`m.person_id = any(array(
        select distinct a.person_id
        from assignment a ${joinReleasable}
        join event e on e.id = s.event_id and e.free_unanswered
        where a.status = 'CONFIRMED'
          and a.asked_again_at <= ${now}::timestamptz - make_interval(hours => ${HOURS_TO_CONFIRM})
      ))`
  const { rows } = await tx.execute<Unanswered>(sql`
    select a.*, asked.message_id
    from (${selectConfirmBy(messages, { is_since_long: true, id: found?.id })}) asked
    -- OFFSET 0: each is looked up by its id, however few the planner expects.
    cross join lateral (
      select a.organization_id, a.id, a.shift_id, a.person_id, p.email, a.asked_again_at
      from assignment a ${joinReleasable}
      where a.id = asked.assignment_id
      offset 0
    ) a
    where asked.confirm_by <= ${now}
    order by a.asked_again_at, a.id
  `)
  return rows
}

/** Returns true if the address bounced meanwhile: the person may never have been asked, and could not be told. */
async function isUndeliverable(tx: OrgTx, email: string | null): Promise<boolean> {
  if (email === null) return true
  const reasons = await listSuppressed(tx, 'EMAIL', [email])
  return [...reasons.values()].some((reason) => reason !== 'unsubscribe')
}

/** D28: leaves out people who block e-mail from all organisations, because they could not be told. */
async function withoutBlocked(tx: Tx, found: readonly Unanswered[]): Promise<Unanswered[]> {
  const addresses = found.flatMap(({ email }) => (email ? { channel: 'EMAIL' as const, address: email } : []))
  const blocked = await listBlocked(tx, addresses)
  return found.filter(({ email }) => email !== null && !blocked.has(addressKey(email)))
}
