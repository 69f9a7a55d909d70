import { afterQuietHours } from '@muster/contract/rules/quiet-hours'
import { type SQL, sql } from 'drizzle-orm'
import type { OrgId, Tx } from '../db/client.ts'
import { groupBy } from '../db/group-by.ts'
import { newId } from '../db/ids.ts'
import { claimJob, SHIFT_REMINDERS, setJobDue, setLease } from '../db/scheduled-job.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { announce, announceMessages } from '../live/announce.ts'
import { calendarEntryOf } from '../mail/calendar.ts'
import type { Channel } from '../providers/provider.ts'
import { type RepeatedTask, repeat } from '../repeat.ts'
import { traceTask } from '../tracing.ts'
import { type ClaimedMessage, requeueLater } from './claim.ts'
import { countTowardsCap } from './daily-cap.ts'
import { isCostlyNumber } from './recipients.ts'

const EVERY_MS = 60_000
/** After a pause. The rest follows in the next transaction. */
const LONGEST_SPAN_MS = 60 * 60_000
/** After this time another worker takes over from one that died. */
const LEASE_MS = 2 * 60_000
/** For each organisation. What is locked longer is tried again in the next run. */
const LOCK_TIMEOUT_MS = 1_000

type Task = Pick<Deps, 'db' | 'now' | 'config' | 'log'>

export function startShiftReminders(deps: Deps): RepeatedTask {
  return repeat(deps, EVERY_MS, () =>
    traceTask(deps.tracing, 'shift reminders', () => enqueueShiftReminders(deps)),
  )
}

/**
 * D43: one e-mail, and one SMS where the event has it, for each person and day. Each shift comes up once, when its hour is
 * reached, in one process; what was missed while no worker ran is enqueued afterwards, as far as the shift has not begun.
 * Where an organisation's could not be stored, all since then is gone through again: none is inserted twice. Returns how many.
 */
export async function enqueueShiftReminders(deps: Task): Promise<number> {
  const { db, now } = deps
  // Read once: the clock goes on, and would never be reached.
  const until = now()
  let since = await db.system((tx) => claimJob(tx, SHIFT_REMINDERS, { now: until, until: endOfLease(until) }))
  if (since === undefined) return 0
  let enqueued = 0
  let hasFailed = false
  while (since < until) {
    const step: { since: string; mark: string; now: string } = {
      since,
      mark: earlier(until, new Date(Date.parse(since) + LONGEST_SPAN_MS).toISOString()),
      now: until,
    }
    const due = await db.system((tx) => listDue(tx, step))
    const stored = await insertAll(deps, due, until)
    enqueued += stored.inserted
    hasFailed ||= stored.hasFailed
    const lease = endOfLease(now())
    await db.system((tx) =>
      hasFailed ? setLease(tx, SHIFT_REMINDERS, lease) : setJobDue(tx, SHIFT_REMINDERS, step.mark, lease),
    )
    since = step.mark
  }
  await db.system((tx) => setLease(tx, SHIFT_REMINDERS, null))
  return enqueued
}

const endOfLease = (now: string) => new Date(Date.parse(now) + LEASE_MS).toISOString()

type Due = {
  organization_id: OrgId
  person_id: string
  day: string
  /** Where an event reminds by SMS and the number takes it. */
  phone: string | null
  time_zone: string
  start_dt: string
}

/**
 * What became due since, also by a change of the event's hours or by a move. Not who answered after that, or whom another
 * message that names the shift was sent in the hour before or since: they know. Other messages do not count: strangers can cause some.
 */
async function listDue(
  tx: Tx,
  { since, mark, now }: { since: string; mark: string; now: string },
): Promise<Due[]> {
  const { rows } = await tx.execute<Due>(sql`
    with due_shift as materialized (
      select s.id, s.event_id, s.start_dt, s.start_dt - make_interval(hours => hours) as due_at
      from unnest(array[24, 48, 72]) as hours
      join shift s on s.start_dt > ${since}::timestamptz + make_interval(hours => hours)
        and s.start_dt <= ${mark}::timestamptz + make_interval(hours => hours)
      join event e on e.id = s.event_id and e.reminder_hours = hours
      union all
      select s.id, s.event_id, s.start_dt, changed.at
      from (
        select (subjects->>'event_id')::uuid as event_id, (subjects->>'shift_id')::uuid as shift_id, max(at) as at
        from audit_log
        -- A minute overlaps: a change is committed later than it says.
        where at > ${since}::timestamptz - interval '1 minute' and at <= ${mark}
          and (action = 'event.changed' and fields && array['reminder_hours', 'shift_times', 'time_zone']
            or action = 'shift.changed' and 'start_dt' = any(fields))
        group by 1, 2
      ) changed
      join event e on e.id = changed.event_id
      join shift s on s.event_id = e.id and (changed.shift_id is null or s.id = changed.shift_id)
        and s.start_dt - make_interval(hours => e.reminder_hours) <= ${mark}
    ), due as materialized (
      select a.id as assignment_id, a.organization_id, a.person_id, s.due_at, s.start_dt, e.time_zone, e.reminder_sms, p.phone
      from due_shift s
      join event e on e.id = s.event_id
      join organization o on o.id = e.organization_id and o.ended_at is null
      join assignment a on a.shift_id = s.id and a.status = 'CONFIRMED'
        and coalesce(a.responded_at, a.created_at) < s.due_at
      join person p on p.id = a.person_id and p.erased_at is null and p.gets_reminders
      where s.start_dt > ${now}
    ), named as materialized (
      -- Looked up by key: a join of shifts and messages could be planned as a comparison of all pairs.
      -- Of several, the last one's time stays.
      select coalesce(jsonb_object_agg(found #>> '{}', m.created_at order by m.created_at), '{}') as at_of
      from message m cross join jsonb_path_query(m.facts, '$.**.assignment_id ? (@ != null)') as found
      where m.person_id = any(array(select distinct person_id from due))
        and m.direction = 'OUTBOUND' and m.template <> 'shift_reminder' and m.status <> 'FAILED'
        and m.created_at between ${since}::timestamptz - interval '61 minutes' and ${now}::timestamptz + interval '1 minute'
    )
    select organization_id, person_id, (start_dt at time zone time_zone)::date::text as day,
      case when bool_or(reminder_sms) and not exists (
        select from suppression x
        where x.organization_id = due.organization_id and x.channel = 'SMS' and x.address = phone
      ) then phone end as phone,
      (array_agg(time_zone order by start_dt))[1] as time_zone, min(start_dt) as start_dt
    from due
    where coalesce((select (at_of->>assignment_id::text)::timestamptz from named) <= due_at - interval '1 hour', true)
    group by organization_id, person_id, day, phone
  `)
  return rows
}

/** Each organisation's in its own transactions: one that waits or fails keeps nobody else from being reminded. */
async function insertAll(
  deps: Task,
  due: readonly Due[],
  now: string,
): Promise<{ inserted: number; hasFailed: boolean }> {
  const texts = groupBy(await listTexts(deps, due), ({ organization_id }) => organization_id)
  let inserted = 0
  let hasFailed = false
  for (const [organization_id, of_one] of groupBy(due, (each) => each.organization_id)) {
    try {
      inserted += await storeReminders(deps, organization_id, { channel: 'EMAIL', due: of_one, now })
      inserted += await insertTexts(deps, organization_id, { due: texts.get(organization_id) ?? [], now })
    } catch (error) {
      hasFailed = true
      deps.log.error({ err: error, organization_id }, 'reminders could not be stored')
    }
  }
  return { inserted, hasFailed }
}

/**
 * Strangers can sign up with any number: one gets few of these a day, over all organisations (D28). Those above it are left
 * out.
 */
async function listTexts({ db, config }: Task, due: readonly Due[]): Promise<Due[]> {
  const with_phone = due.flatMap(({ phone, ...each }) =>
    phone === null || isCostlyNumber(phone, config) ? [] : { ...each, phone },
  )
  if (with_phone.length === 0) return []
  const earlier_texts = await db.system((tx) =>
    countTexts(
      tx,
      with_phone.map(({ phone }) => phone),
    ),
  )
  return [...groupBy(with_phone, ({ phone }) => phone)].flatMap(([phone, of_number]) =>
    of_number.slice(0, Math.max(0, MOST_TEXTS_A_DAY - (earlier_texts.get(phone) ?? 0))),
  )
}

/** Those above the daily limit are left out. */
async function insertTexts(
  deps: Task,
  organization_id: OrgId,
  { due, now }: { due: readonly Due[]; now: string },
): Promise<number> {
  if (due.length === 0) return 0
  const fitting = await insertFitting(deps, organization_id, { due, now })
  const left_out = due.length - fitting
  if (left_out > 0) deps.log.warn({ organization_id, left_out }, 'reminders by SMS were left out')
  return fitting
}

/** To one number. */
const MOST_TEXTS_A_DAY = 3

async function countTexts(tx: Tx, phones: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ address: string; count: number }>(sql`
    select address, count(*)::int as count from message
    where channel = 'SMS' and address = any(${sql.param([...new Set(phones)])}::text[])
      and template = 'shift_reminder' and created_at > now() - interval '1 day'
    group by address
  `)
  return new Map(rows.map(({ address, count }) => [address, count]))
}

/** Half of them, and half of the rest, while all are too many for the daily limit. Returns how many are stored. */
async function insertFitting(
  deps: Task,
  organization_id: OrgId,
  { due, now }: { due: readonly Due[]; now: string },
): Promise<number> {
  try {
    await storeReminders(deps, organization_id, { channel: 'SMS', due, now })
    return due.length
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (due.length === 1) return 0
    const half = Math.ceil(due.length / 2)
    const first = await insertFitting(deps, organization_id, { due: due.slice(0, half), now })
    // The limit is used up.
    if (first < half) return first
    return first + (await insertFitting(deps, organization_id, { due: due.slice(half), now }))
  }
}

async function storeReminders(
  { db, config }: Task,
  organization_id: OrgId,
  { channel, due, now }: { channel: Channel; due: readonly Due[]; now: string },
): Promise<number> {
  return db.transaction(organization_id, async (tx) => {
    await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`))
    const count = await insertReminders(tx, { channel, due, now })
    if (channel === 'SMS')
      await countTowardsCap(tx, { channels: Array<Channel>(count).fill('SMS'), config, now })
    return count
  })
}

async function insertReminders(
  tx: Tx,
  { channel, due, now }: { channel: Channel; due: readonly Due[]; now: string },
): Promise<number> {
  if (due.length === 0) return 0
  const address = channel === 'SMS' ? sql`p.phone` : sql`p.email`
  const given = due.map((each) => ({
    ...each,
    id: newId(),
    due_at: channel === 'SMS' ? smsDue(each, now) : null,
  }))
  const { rows } = await tx.execute<{ organization_id: string; person_id: string }>(sql`
    with due as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)})
        as due (id uuid, organization_id uuid, person_id uuid, day text, due_at timestamptz)
    )
    insert into message (organization_id, id, person_id, channel, template, facts, language, address, due_at)
    select due.organization_id, due.id, due.person_id, ${channel}, 'shift_reminder',
      jsonb_build_object('first_name', p.first_name, 'day', due.day, 'shifts', shifts.of_day),
      coalesce(p.language, o.language), ${address}, coalesce(due.due_at, now())
    from due
    join person p on p.id = due.person_id and p.organization_id = due.organization_id
    join organization o on o.id = due.organization_id
    cross join lateral (${shiftsOfDay(now)}) shifts
    where shifts.of_day is not null and ${address} is not null
    on conflict do nothing
    returning organization_id, person_id
  `)
  if (rows.length > 0) announce(tx, { kind: 'outbox' })
  announceMessages(tx, rows)
  return rows.length
}

/** Of `due`, `p` and `o`, as they are now. */
const shiftsOfDay = (now: string): SQL => sql`
  select jsonb_agg(jsonb_build_object(
    'assignment_id', a.id, 'round', a.round, 'notes', e.notes,
    'entry', ${calendarEntryOf(sql`${now}::text`)}
  ) order by s.start_dt, a.id) as of_day, bool_or(e.reminder_sms) as by_sms,
    min(s.start_dt) as start_dt, (array_agg(e.time_zone order by s.start_dt))[1] as time_zone
  from assignment a
  join shift s on s.id = a.shift_id
  join role r on r.id = s.role_id
  join event e on e.id = s.event_id
  where a.person_id = due.person_id and a.organization_id = due.organization_id and a.status = 'CONFIRMED'
    and s.start_dt > ${now} and e.reminder_hours is not null
    and (s.start_dt at time zone e.time_zone)::date::text = due.day
`

/** At once, unless it would wake people and can wait. */
function smsDue({ time_zone, start_dt }: Pick<Due, 'time_zone' | 'start_dt'>, now: string): string | null {
  const due = afterQuietHours(now, time_zone)
  return due === now || Date.parse(due) >= Date.parse(start_dt) ? null : due
}

/**
 * Reads the shifts of claimed reminders again, and of those in claimed digests, in the claim's transaction. `ended`: no shift is left, the person has another
 * address now (D27), or reminders were switched off. `waiting`: SMS that wait until the morning.
 */
export async function updateReminders<Row extends Pick<ClaimedMessage, 'id' | 'template' | 'facts'>>(
  tx: Tx,
  claimed: readonly Row[],
  now: string,
): Promise<{ rows: readonly Row[]; ended: ReadonlySet<string>; waiting: ReadonlySet<string> }> {
  const reminders = claimed.filter(({ template }) => template === 'shift_reminder')
  if (reminders.length === 0) return { rows: claimed, ended: new Set(), waiting: new Set() }
  const { rows: found } = await tx.execute<Updated>(sql`
    with due as materialized (
      select m.id, m.organization_id, m.person_id, m.channel, m.address, m.facts->>'day' as day from message m
      where m.id = any(${sql.param(reminders.map(({ id }) => id))}::uuid[])
    )
    update message m set facts = m.facts || jsonb_build_object('shifts', shifts.of_day)
    from due
    join person p on p.id = due.person_id and p.organization_id = due.organization_id and p.gets_reminders
      and due.address = case due.channel when 'SMS' then p.phone else p.email end
    join organization o on o.id = due.organization_id
    cross join lateral (${shiftsOfDay(now)}) shifts
    where m.id = due.id and m.organization_id = due.organization_id and shifts.of_day is not null
      and (due.channel = 'EMAIL' or shifts.by_sms)
    returning m.id, m.channel, m.facts, shifts.time_zone, shifts.start_dt
  `)
  const found_by_id = new Map(found.map((row) => [row.id, row]))
  const postponed = found.flatMap(({ id, channel, ...first }) => {
    const due_at = channel === 'SMS' ? smsDue(first, now) : null
    return due_at === null ? [] : { id, due_at }
  })
  await requeueLater(tx, 'message', postponed)
  return {
    rows: claimed.map((row) => ({ ...row, facts: found_by_id.get(row.id)?.facts ?? row.facts })),
    ended: new Set(reminders.flatMap(({ id }) => (found_by_id.has(id) ? [] : id))),
    waiting: new Set(postponed.map(({ id }) => id)),
  }
}

type Updated = Pick<Due, 'time_zone' | 'start_dt'> & { id: string; channel: Channel; facts: unknown }

const earlier = (one: string, other: string) => (one < other ? one : other)
