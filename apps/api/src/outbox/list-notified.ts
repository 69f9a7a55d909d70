import type { NoticeTarget } from '@muster/contract/assignments'
import type { Language } from '@muster/contract/language'
import { agreedAfterMove, agreedTimes } from '@muster/contract/rules/agreed-times'
import { moveShift } from '@muster/contract/rules/event-dates'
import { foldAddress } from '@muster/contract/rules/fold'
import { groupBy } from '@muster/contract/rules/group-by'
import { isNotified } from '@muster/contract/rules/notice'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { Consequences } from '@muster/contract/shifts'
import { and, asc, count, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { OrgTx } from '../db/client.ts'
import { inOrganization } from '../db/in-organization.ts'
import { inParts, SHIFTS_AT_ONCE } from '../db/in-parts.ts'
import { isAnyOf } from '../db/is-any-of.ts'
import { ON_WAITING_LIST } from '../db/on-waiting-list.ts'
import { oneRow } from '../db/one-row.ts'
import { assignment, event, person, shift, waiting } from '../db/schema.ts'
import type { Channel } from '../providers/provider.ts'
import { isCostlyNumber } from './costly-number.ts'
import { countConsequences } from './count-consequences.ts'
import { mapYielding } from './map-yielding.ts'
import { getLanguageOfOrganization } from './recipients.ts'
import { listMentioned, listSmsOnly } from './sent-messages.ts'
import { listSuppressed } from './suppression.ts'

/* D21. The dialogs call `previewNotices`. Notices are enqueued from the same lists. */

export type Affected =
  | { event_id: string }
  | { role_id: string }
  | { shift_ids: readonly string[] }
  | { assignment_ids: readonly string[] }
  | { person_id: string; of_event?: string | undefined }

/** D44: waiting lists of these shifts, or of all shifts of an event or role. */
export type OfWaitingLists = { event_id: string } | { role_id: string } | { shift_ids: readonly string[] }

/** Removing a person or an assignment ends no waiting list. */
export function hasWaitingLists(affected: Affected): affected is OfWaitingLists {
  return !('assignment_ids' in affected || 'person_id' in affected)
}

export type AffectedAssignment = Awaited<ReturnType<typeof listAffected>>[number]

type Addressed = AffectedAssignment['person']

export type Recipient<One> = {
  person: Addressed
  channel: Channel
  language: Language
  assignments: [One, ...One[]]
}

export async function previewNotices(
  tx: OrgTx,
  target: PreviewTarget,
  { now, config }: { now: string; config: Config },
): Promise<Consequences & { told: number; waiting_lists?: number }> {
  const { person_id, of_event } = target
  return {
    ...(await countNotified(tx, target, { now, config })),
    ...(person_id && { waiting_lists: await countWaitingLists(tx, { person_id, of_event, now }) }),
  }
}

/** `of_event` limits the counts of a person to one event (K1). */
type PreviewTarget = Omit<NoticeTarget, 'link_of'> & { of_event?: string | undefined }

async function countNotified(
  tx: OrgTx,
  { days, time_zone, end_dt, is_changed = false, ...target }: PreviewTarget,
  { now, config }: { now: string; config: Config },
): Promise<Consequences & { told: number }> {
  const affected_by = affectedBy(target)
  const affected = await listAffected(tx, affected_by)
  // D21: a role with assignments is not deleted.
  const is_refused = 'role_id' in affected_by && !is_changed && affected.length > 0
  const moved = await mapYielding(is_refused ? [] : affected, (one) => {
    const to = time_zone ?? one.time_zone
    const after = moveShift(one, { from: one.time_zone, to, days: days ?? 0 })
    const is_asked = (days !== undefined || is_changed) && isAskedAgain(one, after, { time_zone: to, now })
    return { ...one, is_asked, end_after: end_dt ?? after.end_dt }
  })
  const notified = moved.filter((one) => isNotified(one, [one, { end_dt: one.end_after }], now))
  const in_line = hasWaitingLists(affected_by) && !is_refused ? await listOnWaitingList(tx, affected_by) : []
  const recipients = await listRecipients(tx, notified, config)
  const told = recipients.map(({ person: { id }, channel, assignments }) => ({
    person_id: id,
    channel,
    is_asked: assignments.some((one) => one.is_asked),
  }))
  return {
    ...(await countConsequences(tx, { affected, told, waiting: in_line, tells_waiting: true, now })),
    told: (await listRecipients<{ person: Addressed }>(tx, [...notified, ...in_line], config)).length,
  }
}

/** V1: as the move asks, if people are told of it. */
function isAskedAgain(
  { status, asked_again_at, ...one }: AffectedAssignment,
  to: { start_dt: string; end_dt: string },
  { time_zone, now }: { time_zone: string; now: string },
): boolean {
  if (status !== 'CONFIRMED') return false
  const before = { agreed: agreedTimes(one), asked_again_at }
  const after = agreedAfterMove(before, { from: one, to, time_zone, is_notified: true, now })
  return after.asked_again_at !== null && !hasStarted(to, now)
}

function affectedBy({
  event_id,
  role_id,
  shift_id,
  person_id,
  assignment_ids = [],
  of_event,
}: Omit<PreviewTarget, 'days' | 'time_zone' | 'end_dt' | 'is_changed'>): Affected {
  if (event_id) return { event_id }
  if (role_id) return { role_id }
  if (shift_id) return { shift_ids: [shift_id] }
  return person_id ? { person_id, of_event } : { assignment_ids }
}

export async function listAffected(tx: OrgTx, affected: Affected) {
  const rows = await selectAffected(tx, affected)
  const unsent = rows.filter(({ status, invite_sent_at }) => status === 'INVITED' && invite_sent_at === null)
  const mentioned = await listMentioned(
    tx,
    unsent.map((one) => one.person.id),
  )
  return rows.map((row) => ({
    ...row,
    was_written_to: row.invite_sent_at !== null || mentioned.has(row.assignment_id),
  }))
}

export async function listNotified(
  tx: OrgTx,
  affected: Affected,
  now: string,
): Promise<AffectedAssignment[]> {
  return (await listAffected(tx, affected)).filter((one) => isNotified(one, [one], now))
}

/** Returns each person once. Suppressed addresses get nothing (D31); unsubscribed ones do. */
export async function listRecipients<One extends { person: Addressed }>(
  tx: OrgTx,
  assignments: readonly One[],
  config: Config,
): Promise<Recipient<One>[]> {
  if (assignments.length === 0) return []
  const people = assignments.map((one) => one.person)
  const isDeliverableBy = await loadDeliverable(tx, people, config)
  const sms_only = await listSmsOnly(
    tx,
    people.map(({ id }) => id),
  )
  const language = await getLanguageOfOrganization(tx)
  return [...groupBy(assignments, (one) => one.person.id).values()].flatMap(([first, ...more]) => {
    if (!first) return []
    const { person: recipient } = first
    const prefers_sms = recipient.email === null || sms_only.has(recipient.id)
    const channels: Channel[] = prefers_sms ? ['SMS', 'EMAIL'] : ['EMAIL']
    const channel = channels.find((each) => isDeliverableBy(recipient, each))
    return channel
      ? [
          {
            person: recipient,
            channel,
            language: recipient.language ?? language,
            assignments: [first, ...more] satisfies [One, ...One[]],
          },
        ]
      : []
  })
}

async function loadDeliverable(tx: OrgTx, people: readonly Addressed[], config: Config) {
  const emails = await listSuppressed(
    tx,
    'EMAIL',
    people.flatMap(({ email }) => email ?? []),
  )
  const phones = await listSuppressed(
    tx,
    'SMS',
    people.flatMap(({ phone }) => phone ?? []),
  )
  return ({ email, phone }: Addressed, channel: Channel): boolean => {
    if (channel === 'SMS') return phone !== null && !phones.has(phone) && !isCostlyNumber(phone, config)
    return email !== null && (emails.get(foldAddress(email)) ?? 'unsubscribe') === 'unsubscribe'
  }
}

/** D44: counts waiting lists of shifts that have not begun. */
async function countWaitingLists(
  tx: OrgTx,
  { person_id, of_event, now }: { person_id: string; of_event: string | undefined; now: string },
): Promise<number> {
  const found = await tx
    .select({ lists: count() })
    .from(waiting)
    .innerJoin(shift, eq(shift.id, waiting.shift_id))
    .where(
      and(
        inOrganization(tx, waiting),
        eq(waiting.person_id, person_id),
        isOfEvent(of_event),
        sql`${waiting.status} ${ON_WAITING_LIST}`,
        gt(shift.start_dt, now),
      ),
    )
  return oneRow(found).lists
}

/** Leaves out shifts that have begun: their waiting list has ended (`changesOfWaitingList`). */
export function listOnWaitingList(tx: OrgTx, shifts: OfWaitingLists) {
  return tx
    .select({
      waiting_id: waiting.id,
      shift_id: shift.id,
      person: ADDRESSED,
    })
    .from(waiting)
    .innerJoin(person, eq(person.id, waiting.person_id))
    .innerJoin(shift, eq(shift.id, waiting.shift_id))
    .where(
      and(
        inOrganization(tx, waiting),
        sql`${waiting.status} ${ON_WAITING_LIST}`,
        isAffected(shifts),
        isNull(person.erased_at),
      ),
    )
    .orderBy(asc(waiting.queued_at), asc(waiting.id))
}

const ADDRESSED = {
  id: person.id,
  first_name: person.first_name,
  email: person.email,
  phone: person.phone,
  language: person.language,
}

/** Ordered by start. */
async function selectAffected(tx: OrgTx, affected: Affected) {
  if (!('shift_ids' in affected) || affected.shift_ids.length <= SHIFTS_AT_ONCE)
    return selectPart(tx, affected)
  const rows = await inParts(affected.shift_ids, SHIFTS_AT_ONCE, (shift_ids) => selectPart(tx, { shift_ids }))
  return rows.toSorted((one, other) => {
    const [a, b] =
      one.start_dt === other.start_dt
        ? [one.assignment_id, other.assignment_id]
        : [one.start_dt, other.start_dt]
    return a < b ? -1 : 1
  })
}

function selectPart(tx: OrgTx, affected: Affected) {
  return tx
    .select({
      assignment_id: assignment.id,
      round: assignment.round,
      shift_id: assignment.shift_id,
      status: assignment.status,
      invite_sent_at: assignment.invite_sent_at,
      token_expires_at: assignment.token_expires_at,
      uncapped_expires_at: assignment.uncapped_expires_at,
      asked_again_at: assignment.asked_again_at,
      agreed_start_dt: assignment.agreed_start_dt,
      agreed_end_dt: assignment.agreed_end_dt,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      meant_times: shift.meant_times,
      time_zone: event.time_zone,
      person: ADDRESSED,
    })
    .from(assignment)
    .innerJoin(person, eq(person.id, assignment.person_id))
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .innerJoin(event, eq(event.id, shift.event_id))
    .where(and(inOrganization(tx, assignment), isAffected(affected), isNull(person.erased_at)))
    .orderBy(asc(shift.start_dt), asc(assignment.id))
}

function isAffected(affected: Affected): SQL | undefined {
  if ('event_id' in affected) return eq(shift.event_id, affected.event_id)
  if ('role_id' in affected) return eq(shift.role_id, affected.role_id)
  if ('person_id' in affected)
    return and(eq(assignment.person_id, affected.person_id), isOfEvent(affected.of_event))
  return 'shift_ids' in affected
    ? isAnyOf(shift.id, affected.shift_ids)
    : isAnyOf(assignment.id, affected.assignment_ids)
}

const isOfEvent = (event_id: string | undefined) =>
  event_id === undefined ? undefined : eq(shift.event_id, event_id)
