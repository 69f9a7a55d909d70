import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { lockJob, setJobDue } from '../db/scheduled-job.ts'
import type { Deps } from '../deps.ts'
import { announce, announceMessages } from '../live/announce.ts'
import { calendarEntryOf } from '../mail/calendar.ts'
import { type RepeatedTask, repeat } from '../repeat.ts'

/** Its `due_at` is the instant up to which reminders were enqueued. */
const JOB = 'shift_reminders'
const EVERY_MS = 60_000
/** After a pause. The rest follows in the next transaction. */
const LONGEST_SPAN_MS = 60 * 60_000

export function startShiftReminders(deps: Deps): RepeatedTask {
  return repeat(deps, EVERY_MS, () => enqueueShiftReminders(deps))
}

/**
 * D43: one e-mail for each person and day. Each shift comes up once, when its hour is reached, in one process; what was
 * missed while no worker ran is enqueued afterwards, as far as the shift has not begun. Returns how many.
 */
export async function enqueueShiftReminders({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  // Read once: the clock goes on, and would never be reached.
  const until = now()
  for (let enqueued = 0; ; ) {
    const step = await db.system(async (tx) => {
      const since = await lockJob(tx, JOB, until)
      if (since === undefined || since >= until) return undefined
      const mark = earlier(until, new Date(Date.parse(since) + LONGEST_SPAN_MS).toISOString())
      const people = await insertReminders(tx, { since, mark, now: until })
      await setJobDue(tx, JOB, mark)
      return people
    })
    if (step === undefined) return enqueued
    enqueued += step
  }
}

/**
 * Not to people who answered after the reminder was due, or whom something was sent within the last hour: they know.
 */
async function insertReminders(
  tx: Tx,
  { since, mark, now }: { since: string; mark: string; now: string },
): Promise<number> {
  const { rows: due } = await tx.execute<{ organization_id: string; person_id: string; day: string }>(sql`
    select distinct a.organization_id, a.person_id, (s.start_dt at time zone e.time_zone)::date::text as day
    from unnest(array[24, 48, 72]) as hours
    join shift s on s.start_dt > ${since}::timestamptz + make_interval(hours => hours)
      and s.start_dt <= ${mark}::timestamptz + make_interval(hours => hours)
    join event e on e.id = s.event_id and e.reminder_hours = hours
    join organization o on o.id = e.organization_id and o.ended_at is null
    join assignment a on a.shift_id = s.id and a.status = 'CONFIRMED'
      and coalesce(a.responded_at, a.created_at) < s.start_dt - make_interval(hours => hours)
    join person p on p.id = a.person_id and p.erased_at is null and p.gets_reminders
    where s.start_dt > ${now}
      and not exists (select 1 from message m
        where m.person_id = a.person_id and m.direction = 'OUTBOUND'
          and m.created_at between ${now}::timestamptz - interval '1 hour' and ${now}::timestamptz + interval '1 minute')
  `)
  if (due.length === 0) return 0
  const { rows } = await tx.execute<{ organization_id: string; person_id: string }>(sql`
    with due as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(due.map((each) => ({ ...each, id: newId() })))})
        as due (id uuid, organization_id uuid, person_id uuid, day text)
    )
    insert into message (organization_id, id, person_id, channel, template, facts, language, address)
    select due.organization_id, due.id, due.person_id, 'EMAIL', 'shift_reminder',
      jsonb_build_object('first_name', p.first_name, 'day', due.day, 'shifts', shifts.of_day),
      coalesce(p.language, o.language), p.email
    from due
    join person p on p.id = due.person_id and p.organization_id = due.organization_id
    join organization o on o.id = due.organization_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
        'assignment_id', a.id, 'round', a.round, 'notes', e.notes,
        'entry', ${calendarEntryOf(sql`${now}::text`)}
      ) order by s.start_dt, a.id) as of_day
      from assignment a
      join shift s on s.id = a.shift_id
      join role r on r.id = s.role_id
      join event e on e.id = s.event_id
      where a.person_id = due.person_id and a.organization_id = due.organization_id and a.status = 'CONFIRMED'
        and s.start_dt > ${now} and e.reminder_hours is not null
        and (s.start_dt at time zone e.time_zone)::date::text = due.day
    ) shifts
    on conflict do nothing
    returning organization_id, person_id
  `)
  if (rows.length > 0) announce(tx, { kind: 'outbox' })
  announceMessages(tx, rows)
  return rows.length
}

const earlier = (one: string, other: string) => (one < other ? one : other)
