import { groupBy } from '@muster/contract/rules/group-by'
import { sql } from 'drizzle-orm'
import { asSystem } from '../db/as-system.ts'
import type { OrgId, OrgTx, Tx } from '../db/client.ts'
import { inOrganization } from '../db/in-organization.ts'
import { isAnyOf } from '../db/is-any-of.ts'
import { partsOf } from '../db/parts-of.ts'
import { shift } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { Channel } from '../providers/provider.ts'
import { isCostlyNumber } from './costly-number.ts'
import { countTowardsCap, readRemaining } from './daily-cap.ts'
import { type DueReminder, insertReminders } from './reminder-rows.ts'

/** Maximum per transaction, whose lock on the shifts delays sign-ups. */
const SHIFTS_AT_ONCE = 10
/** Maximum wait for a lock. The next run tries again. */
const LOCK_TIMEOUT_MS = 1_000
/** Maximum of SMS reminders to one number. */
const MOST_TEXTS_A_DAY = 3

type Task = Pick<Deps, 'db' | 'now' | 'config' | 'log'>
/** `now` is when the run began. */
type Run = Pick<Deps, 'config' | 'log'> & { now: string }

/**
 * D43: enqueues one e-mail, and one SMS where the event sends SMS, for each person and day. A shift stays due until
 * the transaction that stores its messages, so that none is lost or sent twice, whenever a worker stops. If those of an
 * organisation cannot be stored, the next run tries again. Returns how many.
 */
export async function enqueueShiftReminders(
  { db, config, log, now: clock }: Task,
  stopping?: AbortSignal,
): Promise<number> {
  const now = clock()
  let enqueued = 0
  for (const { organization_id, shift_ids } of await db.system((tx) => listDueShifts(tx, now))) {
    try {
      for (const ids of partsOf(shift_ids, SHIFTS_AT_ONCE)) {
        if (stopping?.aborted) return enqueued
        enqueued += await db.transaction(organization_id, (tx) => remindOf(tx, ids, { config, log, now }))
      }
    } catch (error) {
      log.error({ err: error, organization_id }, 'reminders could not be stored')
    }
  }
  return enqueued
}

async function listDueShifts(tx: Tx, now: string) {
  const { rows } = await tx.execute<{ organization_id: OrgId; shift_ids: string[] }>(sql`
    select s.organization_id, array_agg(s.id order by s.start_dt) as shift_ids from shift s
    join organization o on o.id = s.organization_id and o.ended_at is null
    where s.reminder_due_at <= ${now}
    group by s.organization_id
  `)
  return rows
}

async function remindOf(tx: OrgTx, shift_ids: readonly string[], run: Run): Promise<number> {
  await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`))
  const shifts = await claimShifts(tx, shift_ids, run.now)
  const due = await listDueReminders(tx, shifts, run.now)
  return (await insertAll(tx, 'EMAIL', due, run)) + (await insertTexts(tx, due, run))
}

/** Sorted, because two workers may insert reminders of the same people and could otherwise deadlock. */
async function insertAll(
  tx: OrgTx,
  channel: Channel,
  due: readonly DueReminder[],
  { now }: Run,
): Promise<number> {
  let inserted = 0
  for (const part of partsOf(due.toSorted((one, other) => (one.person_id < other.person_id ? -1 : 1)))) {
    inserted += await insertReminders(tx, { channel, due: part, now })
  }
  return inserted
}

type DueShift = {
  shift_id: string
  due_at: string
  start_dt: string
  time_zone: string
  reminder_sms: boolean
}

/** Skips shifts that are locked: another worker may have claimed them. Those that have begun are due no longer. */
async function claimShifts(tx: OrgTx, shift_ids: readonly string[], now: string): Promise<DueShift[]> {
  const { rows } = await tx.execute<DueShift>(sql`
    with due as materialized (
      select id, event_id, reminder_due_at, start_dt from shift
      where ${inOrganization(tx, shift)} and ${isAnyOf(shift.id, shift_ids)}
        -- Written so that the index of due shifts does not fit, or the planner could read all of them each time.
        and coalesce(reminder_due_at, 'infinity') <= ${now}
      for update skip locked
    ), claimed as (
      update shift set reminder_due_at = null from due where shift.id = due.id and ${inOrganization(tx, shift)}
    )
    select due.id as shift_id, due.reminder_due_at as due_at, due.start_dt, e.time_zone, e.reminder_sms
    from due join event e on e.id = due.event_id
  `)
  return rows
}

/**
 * Returns one reminder for each person and day. Leaves out people who know of the shift: they answered after it
 * became due, or another message named it in the hour before or since. Messages that do not name it do not count,
 * because strangers can cause some.
 */
async function listDueReminders(tx: OrgTx, shifts: readonly DueShift[], now: string): Promise<DueReminder[]> {
  const due = await listDueAssignments(tx, shifts, now)
  const named_at = await findNamed(tx, due, now)
  const not_named = due.filter(
    ({ assignment_id, named_from }) => (named_at.get(assignment_id) ?? 0) <= named_from,
  )
  return [...groupBy(not_named, ({ person_id, day }) => `${person_id} ${day}`).values()].flatMap(mergeDay)
}

/** `named_from` is in seconds since 1970. */
type DueAssignment = DueReminder & { assignment_id: string; named_from: number }

/** Lists the earliest first. */
async function listDueAssignments(
  tx: OrgTx,
  shifts: readonly DueShift[],
  now: string,
): Promise<DueAssignment[]> {
  const { rows } = await tx.execute<DueAssignment>(sql`
    with due_shift as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(shifts)}) as given
        (shift_id uuid, due_at timestamptz, start_dt timestamptz, time_zone text, reminder_sms boolean)
    )
    select a.id as assignment_id, a.person_id,
      extract(epoch from s.due_at - interval '1 hour')::float8 as named_from,
      (s.start_dt at time zone s.time_zone)::date::text as day,
      case when s.reminder_sms and not exists (
        select from suppression x
        where x.organization_id = p.organization_id and x.channel = 'SMS' and x.address = p.phone
      ) then p.phone end as phone,
      s.time_zone, s.start_dt
    from due_shift s
    -- OFFSET 0: looked up by key, or the planner could read those of all organisations.
    cross join lateral (
      select * from assignment a
      where a.shift_id = s.shift_id and a.status = 'CONFIRMED' and coalesce(a.responded_at, a.created_at) < s.due_at
      offset 0
    ) a
    cross join lateral (
      select * from person p where p.id = a.person_id and p.erased_at is null and p.gets_reminders offset 0
    ) p
    where s.start_dt > ${now}
    order by s.start_dt
  `)
  return rows
}

/**
 * Returns when a message last named each assignment, in seconds since 1970. The caller compares, because PostgreSQL
 * could plan a join of assignments and messages as a comparison of all pairs.
 */
async function findNamed(
  tx: OrgTx,
  due: readonly DueAssignment[],
  now: string,
): Promise<Map<string, number>> {
  const named_at = new Map<string, number>()
  const since = Math.min(...new Set(due.map(({ named_from }) => named_from)))
  for (const people of partsOf([...new Set(due.map(({ person_id }) => person_id))])) {
    const { rows } = await tx.execute<{ assignment_id: string; at: number }>(sql`
      select found #>> '{}' as assignment_id, extract(epoch from max(m.created_at))::float8 as at
      from message m cross join jsonb_path_query(m.payload, '$.**.assignment_id ? (@ != null)') as found
      where m.person_id = any(${sql.param(people)}::uuid[])
        and m.direction = 'OUTBOUND' and m.template <> 'shift_reminder' and m.status <> 'FAILED'
        and m.created_at between to_timestamp(${since}) and ${now}::timestamptz + interval '1 minute'
      group by 1
    `)
    for (const { assignment_id, at } of rows) {
      named_at.set(assignment_id, Math.max(at, named_at.get(assignment_id) ?? at))
    }
  }
  return named_at
}

/** `of_day`: assignments of one person, the earliest first. */
function mergeDay(of_day: readonly DueAssignment[]): DueReminder[] {
  const [first] = of_day
  if (!first) return []
  const { person_id, day, time_zone, start_dt } = first
  const phone = of_day.find((each) => each.phone !== null)?.phone ?? null
  return [{ person_id, day, phone, time_zone, start_dt }]
}

/** Leaves out those above the limit of their number, and those above the daily limits, which it locks. */
async function insertTexts(tx: OrgTx, due: readonly DueReminder[], run: Run): Promise<number> {
  const texts = await listTexts(tx, due, run)
  if (texts.length === 0) return 0
  const remaining = await readRemaining(tx, 'SMS', run)
  if (remaining < texts.length) {
    run.log.warn(
      { organization_id: tx.org, left_out: texts.length - remaining },
      'reminders by SMS were left out',
    )
  }
  const inserted = await insertAll(tx, 'SMS', texts.slice(0, remaining), run)
  await countTowardsCap(tx, { channels: Array<Channel>(inserted).fill('SMS'), ...run })
  return inserted
}

/** Strangers can sign up with any number, so each gets few of these a day over all organisations (D28). */
async function listTexts(tx: OrgTx, due: readonly DueReminder[], { config }: Run): Promise<DueReminder[]> {
  const with_phone = due.flatMap(({ phone, ...each }) =>
    phone === null || isCostlyNumber(phone, config) ? [] : { ...each, phone },
  )
  if (with_phone.length === 0) return []
  const by_phone = groupBy(with_phone, ({ phone }) => phone)
  const earlier = await asSystem(tx, () => countTexts(tx, [...by_phone.keys()]))
  return [...by_phone].flatMap(([phone, of_number]) =>
    of_number.slice(0, Math.max(0, MOST_TEXTS_A_DAY - (earlier.get(phone) ?? 0))),
  )
}

/** Keeps other transactions from counting the same numbers until this one ends. */
async function countTexts(tx: OrgTx, phones: readonly string[]): Promise<Map<string, number>> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(phone, 0) as key from unnest(${sql.param(phones)}::text[]) as phone order by key
    ) numbers
  `)
  const { rows } = await tx.execute<{ address: string; count: number }>(sql`
    select address, count(*)::int as count from message
    where channel = 'SMS' and address = any(${sql.param(phones)}::text[])
      and template = 'shift_reminder' and created_at > now() - interval '1 day'
    group by address
  `)
  return new Map(rows.map(({ address, count }) => [address, count]))
}
