import { isExpired } from '@muster/contract/rules/invite-expiry'
import { isTold } from '@muster/contract/rules/notice'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { Config } from '../config.ts'
import type { OrgTx } from '../db/client.ts'
import { type CalendarEntry, listCalendarEntries, withoutNotes } from '../mail/calendar.ts'
import type { EmailContent } from '../mail/templates.ts'
import type { Channel } from '../providers/provider.ts'
import { countTowardsCap } from './daily-cap.ts'
import { enqueueEmails, enqueueSmsToMany } from './enqueue.ts'
import { joinSmsNotices } from './join-sms-notices.ts'
import {
  type Affected,
  type AffectedAssignment,
  hasLines,
  listAffected,
  listRecipients,
  listTold,
} from './list-told.ts'
import type { Plan } from './plans.ts'
import { getLanguage } from './recipients.ts'
import { enqueueLinesCancelled, enqueueLinesMoved } from './waiting-mails.ts'

/* One message per person, by email, or by SMS if only SMS was ever used (D21). One email per waiting person (D44). */

type Sending = { now: string; config: Config }

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
  const told = await withEntries(tx, await listTold(tx, affected, sending.now), sending.now)
  const channels = await enqueueNotices(tx, told, {
    ...sending,
    write: ([first, ...more], first_name) => ({
      template: 'shift_cancelled',
      facts: { first_name, because, shifts: [cancelled(first), ...more.map(cancelled)] },
    }),
  })
  if (!is_uncapped) await countSms(tx, channels, sending)
  if (hasLines(affected)) await enqueueLinesCancelled(tx, affected)
}

/** Writes the last version of the entry, whose row will be deleted. */
function cancelled({ status, entry }: Noticed) {
  const is_confirmed = status === 'CONFIRMED'
  return { is_confirmed, entry: { ...withoutNotes(entry), sequence: entry.sequence + 1 } }
}

/** Call after the change. Throws 429 `daily_cap_reached` for SMS. */
export async function enqueueChanged(tx: OrgTx, plans: readonly Plan[], sending: Sending): Promise<void> {
  const { now } = sending
  const plans_by_shift = new Map(plans.map(({ shift_id, ...plan }) => [shift_id, plan]))
  const affected = (await listAffected(tx, { shift_ids: [...plans_by_shift.keys()] })).flatMap((one) => {
    const was = plans_by_shift.get(one.shift_id)
    return was && isTold(one, [was, one], now) ? [{ ...one, was }] : []
  })
  const changes = (await withEntries(tx, affected, now)).filter(hasChanged)
  const channels = await enqueueNotices(tx, changes, {
    ...sending,
    write: ([first, ...more], first_name) => ({
      template: 'shift_changed',
      facts: { first_name, shifts: [changed(first, now), ...more.map((one) => changed(one, now))] },
    }),
  })
  await countSms(tx, channels, sending)
  await enqueueLinesMoved(tx, plans)
}

type Changed = Noticed & { was: Omit<Plan, 'shift_id'> }

function hasChanged({ was, entry: is }: Changed): boolean {
  return was.start_dt !== is.start_dt || was.end_dt !== is.end_dt || was.location !== is.location
}

/** Only an invitation that can still be answered asks for an answer (D18). */
function changed(one: Changed, now: string) {
  const { assignment_id, round, status, token_expires_at, asked_again_at, entry, was } = one
  const can_answer = status === 'INVITED' && !isExpired(token_expires_at, now)
  const asks_again = asked_again_at !== null && !hasStarted(one, now)
  const asked_at = asks_again ? asked_again_at : null
  const is_confirmed = status === 'CONFIRMED'
  const question = { asks_again, asked_at, confirm_by: null }
  const file = is_confirmed ? entry : withoutNotes(entry)
  return { assignment_id, round, is_confirmed, can_answer, ...question, entry: file, was }
}

/** D17. Throws 429 `daily_cap_reached`. */
export async function enqueueNewLinks(
  tx: OrgTx,
  assignment_ids: readonly string[],
  sending: Sending,
): Promise<void> {
  const { config, now } = sending
  const told = await withEntries(tx, await listTold(tx, { assignment_ids }, now), now)
  const channels = await enqueueNotices(tx, told, {
    ...sending,
    write: ([first, ...more], first_name) => ({
      template: 'new_link',
      facts: { first_name, shifts: [linked(first), ...more.map(linked)] },
    }),
  })
  await countTowardsCap(tx, { channels, config, now })
}

/** V3. Sends an email with the links, some of which may be new. `assignment_id`: that of the link that was used. */
export async function enqueuePhoneChanged(
  tx: OrgTx,
  change: { person_id: string; assignment_id: string; is_removed: boolean; now: string },
): Promise<void> {
  const { person_id, assignment_id, is_removed, now } = change
  const shown = (await listAffected(tx, { person_id })).filter(
    (one) => one.assignment_id === assignment_id || (isTold(one, [one], now) && !isUnanswerable(one, now)),
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
      content: { template: 'phone_changed', facts: { first_name: person.first_name, is_removed, shifts } },
    },
  ])
}

const isUnanswerable = ({ status, token_expires_at }: AffectedAssignment, now: string) =>
  status === 'INVITED' && isExpired(token_expires_at, now)

function linked({ assignment_id, round, status, token_expires_at, entry }: Noticed) {
  const is_confirmed = status === 'CONFIRMED'
  const answer_by = is_confirmed ? null : token_expires_at
  return { assignment_id, round, is_confirmed, answer_by, entry: withoutNotes(entry) }
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

type NoticeContent = Extract<EmailContent, { template: 'shift_changed' | 'shift_cancelled' | 'new_link' }>

async function enqueueNotices<One extends Noticed>(
  tx: OrgTx,
  assignments: readonly One[],
  {
    now,
    config,
    write,
  }: Sending & { write: (assignments: [One, ...One[]], first_name: string) => NoticeContent },
): Promise<Channel[]> {
  const notices = (await listRecipients(tx, assignments, config)).map(({ assignments: own, ...to }) => ({
    ...to,
    content: write(own, to.person.first_name),
  }))
  await enqueueEmails(
    tx,
    notices.filter(({ channel }) => channel === 'EMAIL'),
  )
  const sms = notices.filter(({ channel }) => channel === 'SMS')
  await enqueueSmsToMany(tx, await joinSmsNotices(tx, sms, now))
  return notices.map(({ channel }) => channel)
}

/** Counts SMS only: they cost the operator money, and emails of this kind do not count. */
function countSms(tx: OrgTx, channels: readonly Channel[], { config, now }: Sending): Promise<void> {
  return countTowardsCap(tx, { channels: channels.filter((channel) => channel === 'SMS'), config, now })
}
