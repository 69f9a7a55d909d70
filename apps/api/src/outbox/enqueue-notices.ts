import { isExpired } from '@muster/contract/rules/invite-expiry'
import { isTold } from '@muster/contract/rules/notice'
import { and, eq, inArray } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { OrgTx } from '../db/client.ts'
import { event, shift } from '../db/schema.ts'
import { type CalendarEntry, listCalendarEntries } from '../mail/calendar.ts'
import type { EmailContent } from '../mail/templates.ts'
import type { Channel } from '../providers/provider.ts'
import { countTowardsCap } from './daily-cap.ts'
import { enqueueEmails, enqueueSms } from './enqueue.ts'
import {
  type Affected,
  type AffectedAssignment,
  listAffected,
  listRecipients,
  listTold,
} from './list-told.ts'

/* One message per person, by email, or by SMS where only SMS was ever used (D21). */

type Sending = { now: string; config: Config }

/** Call before deleting the rows. `removed`: only their place is taken away. Throws 429 `daily_cap_reached` (SMS). */
export async function enqueueCancelled(
  tx: OrgTx,
  affected: Affected,
  { because, ...sending }: Sending & { because: 'cancelled' | 'removed' },
): Promise<void> {
  const told = await withEntries(tx, await listTold(tx, affected, sending.now), sending.now)
  const channels = await enqueueNotices(tx, told, {
    ...sending,
    write: ([first, ...more], first_name) => ({
      template: 'shift_cancelled',
      facts: { first_name, because, shifts: [cancelled(first), ...more.map(cancelled)] },
    }),
  })
  await countSms(tx, channels, sending)
}

/** The entry's last version: its row will be deleted. */
function cancelled({ status, entry }: Noticed) {
  return { is_confirmed: status === 'CONFIRMED', entry: { ...entry, sequence: entry.sequence + 1 } }
}

export type Plan = {
  shift_id: string
  start_dt: string
  end_dt: string
  location: string | null
  time_zone: string
}

export function listPlans(tx: OrgTx, shift_ids: readonly string[]): Promise<Plan[]> {
  return tx
    .select({
      shift_id: shift.id,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      location: event.location,
      time_zone: event.time_zone,
    })
    .from(shift)
    .innerJoin(event, eq(event.id, shift.event_id))
    .where(and(eq(shift.organization_id, tx.org), inArray(shift.id, [...shift_ids])))
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
}

type Changed = Noticed & { was: Omit<Plan, 'shift_id'> }

function hasChanged({ was, entry: is }: Changed): boolean {
  return was.start_dt !== is.start_dt || was.end_dt !== is.end_dt || was.location !== is.location
}

/** Only an invitation that can still be answered asks for an answer (D18). */
function changed({ assignment_id, round, status, token_expires_at, entry, was }: Changed, now: string) {
  const can_answer = status === 'INVITED' && !isExpired(token_expires_at, now)
  return { assignment_id, round, is_confirmed: status === 'CONFIRMED', can_answer, entry, was }
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

function linked({ assignment_id, round, status, token_expires_at, entry }: Noticed) {
  const is_confirmed = status === 'CONFIRMED'
  return { assignment_id, round, is_confirmed, answer_by: is_confirmed ? null : token_expires_at, entry }
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
  { config, write }: Sending & { write: (assignments: [One, ...One[]], first_name: string) => NoticeContent },
): Promise<Channel[]> {
  const notices = (await listRecipients(tx, assignments, config)).map(({ assignments: own, ...to }) => ({
    ...to,
    content: write(own, to.person.first_name),
  }))
  await enqueueEmails(
    tx,
    notices.filter(({ channel }) => channel === 'EMAIL'),
  )
  for (const notice of notices) if (notice.channel === 'SMS') await enqueueSms(tx, notice)
  return notices.map(({ channel }) => channel)
}

/** An SMS costs the operator money, an email of this kind does not count. */
function countSms(tx: OrgTx, channels: readonly Channel[], { config, now }: Sending): Promise<void> {
  return countTowardsCap(tx, { channels: channels.filter((channel) => channel === 'SMS'), config, now })
}
