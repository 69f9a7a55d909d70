import type { OfferEnd } from '@muster/contract/rules/ask'
import { isExpired } from '@muster/contract/rules/invite-expiry'
import { isNotified } from '@muster/contract/rules/notice'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { Config } from '../config.ts'
import type { OrgTx } from '../db/client.ts'
import { type CalendarEntry, listCalendarEntries, withoutNotes } from '../mail/calendar-entry.ts'
import type { Channel } from '../providers/provider.ts'
import { countTowardsCap } from './daily-cap.ts'
import { enqueueEmails, enqueueSmsToMany, type OfBatch } from './enqueue.ts'
import { joinSmsNotices } from './join-sms-notices.ts'
import type { EmailContent } from './kinds/kinds.ts'
import {
  type Affected,
  type AffectedAssignment,
  hasWaitingLists,
  listAffected,
  listNotified,
  listRecipients,
} from './list-notified.ts'
import { mapYielding } from './map-yielding.ts'
import { hasChanged, listPlans, newDescriptions, type Plan } from './plans.ts'
import { getLanguage } from './recipients.ts'
import { hasOffNotice, lockReached } from './sent-messages.ts'
import { enqueueWaitingCancelled, enqueueWaitingMoved, type FormerPlan } from './waiting-mails.ts'

/* One message per person, by email, or by SMS if only SMS was ever used (D21). One email per waiting person (D44). */

type Sending = { now: string; config: Config } & OfBatch

/** Call before deleting the rows. `removed`: people lose only their place. Throws 429 `daily_cap_reached` for SMS. */
export async function enqueueCancelled(
  tx: OrgTx,
  affected: Affected,
  {
    because,
    is_uncapped = false,
    ...sending
  }: Sending & {
    because: 'cancelled' | 'removed'
    /** Set when the organisation has ended: messages above the cap could not be sent tomorrow (D24). */
    is_uncapped?: boolean
  },
): Promise<void> {
  const told = await enqueueNotices(tx, await listCancelled(tx, affected, sending.now), {
    ...sending,
    write: (shifts, first_name) => writeCancelled(shifts, first_name, because),
  })
  if (!is_uncapped) await countSms(tx, told, sending)
  if (hasWaitingLists(affected)) await enqueueWaitingCancelled(tx, affected, sending)
}

export const listCancelled = async (tx: OrgTx, affected: Affected, now: string): Promise<Noticed[]> =>
  withEntries(tx, await listNotified(tx, affected, now), now)

function writeCancelled(
  [first, ...more]: readonly [Noticed, ...Noticed[]],
  first_name: string,
  because: 'cancelled' | 'removed',
) {
  const shifts: [Cancelled, ...Cancelled[]] = [cancelled(first), ...more.map(cancelled)]
  return { template: 'shift_cancelled' as const, payload: { first_name, because, shifts } }
}

type Cancelled = ReturnType<typeof cancelled>

/** Writes the last version of the entry: its row is deleted, or goes on two versions later (`places.ts`). */
function cancelled({ shift_id, status, entry }: Noticed) {
  const is_confirmed = status === 'CONFIRMED'
  return { shift_id, is_confirmed, entry: cancelledEntry(entry) }
}

export const cancelledEntry = (entry: CalendarEntry): CalendarEntry => ({
  ...withoutNotes(entry),
  sequence: entry.sequence + 1,
})

/** Call after the change. `plans` are those before it. Throws 429 `daily_cap_reached` for SMS. */
export function enqueueChanged(
  tx: OrgTx,
  plans: readonly Plan[],
  sending: Sending & { tells_texts?: boolean },
): Promise<Told[]> {
  return enqueueBatch(tx, { plans, cancelled: [] }, sending)
}

/**
 * D46: one message to each person about all that a batch has changed for them. Call after the change. `plans` and
 * `cancelled` were read before it. Throws 429 `daily_cap_reached` for SMS.
 */
export async function enqueueBatch(
  tx: OrgTx,
  { plans, cancelled: off }: { plans: readonly Plan[]; cancelled: readonly Noticed[] },
  { tells_texts = false, ...sending }: Sending & { tells_texts?: boolean },
): Promise<Told[]> {
  const { now } = sending
  const changes = await listChanges(tx, plans, tells_texts)
  const affected = (await listAffected(tx, { shift_ids: [...changes.keys()] })).flatMap((one) => {
    const change = changes.get(one.shift_id)
    return change && isNotified(one, [change.was, one], now) ? [{ ...one, ...change }] : []
  })
  const told = await enqueueNotices<Noticed | (Noticed & Change)>(
    tx,
    [...(await withEntries(tx, affected, now)), ...off],
    {
      ...sending,
      write(all, first_name) {
        const shifts = all.flatMap((one) => ('was' in one ? [changed(one, now)] : []))
        if (shifts.length === 0) return writeCancelled(all, first_name, 'cancelled')
        const others = all.filter((one) => !('was' in one)).map(cancelled)
        const off_too = others.length > 0 && { off: others }
        return { template: 'shift_changed', payload: { first_name, shifts, ...off_too } }
      },
    },
  )
  await countSms(tx, told, sending)
  await enqueueWaitingMoved(tx, plansForLine(changes), sending)
  return told
}

/** Tells a person that they are on another shift now. Call after the change. Throws 429 `daily_cap_reached` for SMS. */
export async function enqueueMoved(
  tx: OrgTx,
  { assignment_id, was }: { assignment_id: string; was: Plan },
  sending: Sending,
): Promise<void> {
  const { now } = sending
  const affected = (await listAffected(tx, { assignment_ids: [assignment_id] })).filter((one) =>
    isNotified(one, [was, one], now),
  )
  const told = await enqueueNotices(tx, await withEntries(tx, affected, now), {
    ...sending,
    write: ([one], first_name) => ({
      template: 'shift_changed',
      payload: { first_name, shifts: [changed({ ...one, was: formerPlan(was), news: [] }, now)] },
    }),
  })
  await countSms(tx, told, sending)
}

const formerPlan = ({
  start_dt,
  end_dt,
  time_zone,
  location,
  meeting_point,
  role_name,
  event_name,
}: Plan): FormerPlan => ({ start_dt, end_dt, time_zone, location, meeting_point, role_name, event_name })

type Change = {
  was: FormerPlan
  news: string[]
  /** False if only the meeting point has changed, which is for those on the shift (D68). */
  concerns_line: boolean
}

async function listChanges(
  tx: OrgTx,
  plans: readonly Plan[],
  tells_texts: boolean,
): Promise<Map<string, Change>> {
  const before = new Map(plans.map((plan) => [plan.shift_id, plan]))
  const changes = new Map<string, Change>()
  for (const is of await listPlans(tx, [...before.keys()])) {
    const was = before.get(is.shift_id)
    if (!was || !hasChanged(was, is, tells_texts)) continue
    changes.set(is.shift_id, {
      was: formerPlan(was),
      news: newDescriptions(was, is),
      concerns_line: hasChanged(was, { ...is, meeting_point: was.meeting_point }, tells_texts),
    })
  }
  return changes
}

function plansForLine(changes: ReadonlyMap<string, Change>): Map<string, FormerPlan> {
  const concerning = [...changes].filter(([, { concerns_line }]) => concerns_line)
  return new Map(concerning.map(([shift_id, { was }]) => [shift_id, { ...was, meeting_point: undefined }]))
}

/** Only an invitation that can still be answered asks for an answer (D18). */
function changed(one: Noticed & Pick<Change, 'was' | 'news'>, now: string) {
  const { assignment_id, round, status, token_expires_at, asked_again_at, entry, was, news } = one
  const can_answer = status === 'INVITED' && !isExpired(token_expires_at, now)
  const asks_again = asked_again_at !== null && !hasStarted(one, now)
  const asked_at = asks_again ? asked_again_at : null
  const is_confirmed = status === 'CONFIRMED'
  const question = { asks_again, asked_at, confirm_by: null }
  return { assignment_id, round, is_confirmed, can_answer, ...question, entry, was, news }
}

/**
 * D28: tells who was told that they are off a shift, and is on it again without having answered. Throws 429
 * `daily_cap_reached` for SMS.
 */
export async function enqueuePutBack(
  tx: OrgTx,
  { id, shift_id, person_id }: { id: string; shift_id: string; person_id: string },
  sending: Sending,
): Promise<void> {
  if (!(await hasOffNotice(tx, { assignment_id: id, shift_id, person_id }))) return
  const notified = await listNotified(tx, { assignment_ids: [id] }, sending.now)
  const told = await enqueueNotices(tx, await withEntries(tx, notified, sending.now), {
    ...sending,
    write: ([{ assignment_id, round, entry }], first_name) => ({
      template: 'put_back',
      payload: { first_name, assignment_id, round, entry },
    }),
  })
  await countSms(tx, told, sending)
}

/**
 * D61: tells those who were asked and can still answer that their offer has ended. Call before the offers change: the
 * question does not leave afterwards, so whoever it has not reached is not told. Throws 429 `daily_cap_reached` for SMS.
 */
export async function enqueueOfferEnded(
  tx: OrgTx,
  { assignment_ids, because }: { assignment_ids: readonly string[]; because: OfferEnd },
  { is_uncapped, ...sending }: Sending & { is_uncapped: boolean },
): Promise<void> {
  const { now } = sending
  const offers = (await listNotified(tx, { assignment_ids }, now)).filter((one) => !isUnanswerable(one, now))
  const reached = await lockReached(tx, offers)
  const asked = offers.filter(({ assignment_id }) => reached.has(assignment_id))
  const told = await enqueueNotices(tx, await withEntries(tx, asked, now), {
    ...sending,
    write: ([{ assignment_id, round, entry }], first_name) => ({
      template: 'offer_ended',
      payload: { first_name, because, assignment_id, round, entry: withoutNotes(entry) },
    }),
  })
  if (!is_uncapped) await countSms(tx, told, sending)
}

/** D17. Throws 429 `daily_cap_reached`. */
export async function enqueueNewLinks(
  tx: OrgTx,
  assignment_ids: readonly string[],
  sending: Sending,
): Promise<void> {
  const { config, now } = sending
  const notified = await withEntries(tx, await listNotified(tx, { assignment_ids }, now), now)
  const told = await enqueueNotices(tx, notified, {
    ...sending,
    write: ([first, ...more], first_name) => ({
      template: 'new_link',
      payload: { first_name, shifts: [linked(first), ...more.map(linked)] },
    }),
  })
  await countTowardsCap(tx, { channels: told.map(({ channel }) => channel), config, now })
}

/** V3. Sends an email with the links, some of which may be new. `assignment_id`: that of the link that was used. */
export async function enqueuePhoneChanged(
  tx: OrgTx,
  change: { person_id: string; assignment_id: string; is_removed: boolean; now: string },
): Promise<void> {
  const { person_id, assignment_id, is_removed, now } = change
  const shown = (await listAffected(tx, { person_id })).filter(
    (one) =>
      one.assignment_id === assignment_id || (isNotified(one, [one], now) && !isUnanswerable(one, now)),
  )
  const [first, ...more] = await withEntries(tx, shown, now)
  if (!first) return
  const { person } = first
  const shifts: [ReturnType<typeof linked>, ...ReturnType<typeof linked>[]] = [
    linked(first),
    ...more.map(linked),
  ]
  await enqueueEmails(tx, [
    {
      person,
      language: await getLanguage(tx, person),
      content: { template: 'phone_changed', payload: { first_name: person.first_name, is_removed, shifts } },
    },
  ])
}

const isUnanswerable = ({ status, token_expires_at }: AffectedAssignment, now: string) =>
  status === 'INVITED' && isExpired(token_expires_at, now)

function linked({ assignment_id, round, status, token_expires_at, entry }: Noticed) {
  const is_confirmed = status === 'CONFIRMED'
  const answer_by = is_confirmed ? null : token_expires_at
  return { assignment_id, round, is_confirmed, answer_by, entry }
}

type Noticed = AffectedAssignment & { entry: CalendarEntry }

async function withEntries<One extends AffectedAssignment>(
  tx: OrgTx,
  assignments: readonly One[],
  now: string,
): Promise<(One & { entry: CalendarEntry })[]> {
  const ids = assignments.map(({ assignment_id }) => assignment_id)
  const entries = await listCalendarEntries(tx, ids, now)
  return assignments.flatMap((one) => {
    const entry = entries.get(one.assignment_id)
    return entry ? [{ ...one, entry }] : []
  })
}

type NoticeContent = Extract<
  EmailContent,
  { template: 'shift_changed' | 'shift_cancelled' | 'new_link' | 'put_back' | 'offer_ended' }
>

async function enqueueNotices<One extends Noticed>(
  tx: OrgTx,
  assignments: readonly One[],
  {
    now,
    config,
    batch_id,
    write,
  }: Sending & { write: (assignments: [One, ...One[]], first_name: string) => NoticeContent },
): Promise<Told[]> {
  const recipients = await listRecipients(tx, assignments, config)
  const notices = await mapYielding(recipients, ({ assignments: own, ...to }) => ({
    ...to,
    content: write(own, to.person.first_name),
  }))
  await enqueueEmails(
    tx,
    notices.filter(({ channel }) => channel === 'EMAIL'),
    { batch_id },
  )
  const sms = notices.filter(({ channel }) => channel === 'SMS')
  await enqueueSmsToMany(tx, await joinSmsNotices(tx, sms, { now, batch_id }), { batch_id })
  return notices
}

/** Who is told, and what. */
export type Told = { person: { id: string }; channel: Channel; content: NoticeContent }

/** Counts SMS only: they cost the operator money, and emails of this kind do not count. */
function countSms(tx: OrgTx, told: readonly Told[], { config, now }: Sending): Promise<void> {
  const channels = told.flatMap(({ channel }) => (channel === 'SMS' ? channel : []))
  return countTowardsCap(tx, { channels, config, now })
}
