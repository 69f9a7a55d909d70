import { groupBy } from '@muster/contract/rules/group-by'
import { REMINDER_HOURS } from '@muster/contract/rules/shift-reminder'
import { sql } from 'drizzle-orm'
import type { OrgId, Tx } from '../db/client.ts'
import { partsOf } from '../db/parts-of.ts'

export type DueShift = {
  shift_id: string
  organization_id: OrgId
  due_at: string
  start_dt: string
  time_zone: string
  reminder_sms: boolean
}

/** Lists shifts that became due after `since`, also by a change of the event's hours or a move. Ordered by start. */
export async function listDueShifts(
  tx: Tx,
  { since, mark, now }: { since: string; mark: string; now: string },
): Promise<DueShift[]> {
  const { rows } = await tx.execute<DueShift>(sql`
    with due_shift as materialized (
      select s.id, s.event_id, s.start_dt, s.start_dt - make_interval(hours => hours) as due_at
      from unnest(${sql.param([...REMINDER_HOURS])}::int[]) as hours
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
            or action = 'shift.changed' and fields && array['start_dt', 'event_id'])
        group by 1, 2
      ) changed
      join event e on e.id = changed.event_id
      join shift s on s.event_id = e.id and (changed.shift_id is null or s.id = changed.shift_id)
        and s.start_dt - make_interval(hours => e.reminder_hours) <= ${mark}
    )
    select s.id as shift_id, e.organization_id, s.due_at, s.start_dt, e.time_zone, e.reminder_sms
    from due_shift s
    join event e on e.id = s.event_id
    join organization o on o.id = e.organization_id and o.ended_at is null
    where s.start_dt > ${now}
    order by s.start_dt
  `)
  return rows
}

export type DueReminder = {
  organization_id: OrgId
  person_id: string
  day: string
  /** Set if an event reminds by SMS and the number can receive it. */
  phone: string | null
  time_zone: string
  start_dt: string
}

/**
 * Returns one reminder for each person and day. Leaves out people who know of the shift: they answered after it
 * became due, or another message named it in the hour before or since. Messages that do not name it do not count,
 * because strangers can cause some.
 */
export async function listDueReminders(
  tx: Tx,
  shifts: readonly DueShift[],
  step: { since: string; now: string },
): Promise<DueReminder[]> {
  const due = await listDueAssignments(tx, shifts)
  const named_at = await findNamed(tx, due, step)
  const untold = due.filter(({ assignment_id, told_from }) => {
    const at = named_at.get(assignment_id)
    return at === undefined || at <= told_from
  })
  return [...groupBy(untold, ({ person_id, day }) => `${person_id} ${day}`).values()].flatMap(mergeDay)
}

/** `told_from` is in seconds since 1970. */
type DueAssignment = DueReminder & { assignment_id: string; told_from: number }

/** Lists the earliest first. */
async function listDueAssignments(tx: Tx, shifts: readonly DueShift[]): Promise<DueAssignment[]> {
  const { rows } = await tx.execute<DueAssignment>(sql`
    with due_shift as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(shifts)}) as given
        (shift_id uuid, due_at timestamptz, start_dt timestamptz, time_zone text, reminder_sms boolean)
    )
    select a.id as assignment_id, a.organization_id, a.person_id,
      extract(epoch from s.due_at - interval '1 hour')::float8 as told_from,
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
    order by s.start_dt
  `)
  return rows
}

/**
 * Returns when a message last named each assignment, in seconds since 1970. The caller compares, because PostgreSQL
 * could plan a join of assignments and messages as a comparison of all pairs.
 */
async function findNamed(
  tx: Tx,
  due: readonly DueAssignment[],
  { since, now }: { since: string; now: string },
): Promise<Map<string, number>> {
  const named_at = new Map<string, number>()
  for (const people of partsOf([...new Set(due.map(({ person_id }) => person_id))])) {
    const { rows } = await tx.execute<{ assignment_id: string; at: number }>(sql`
      select found #>> '{}' as assignment_id, extract(epoch from max(m.created_at))::float8 as at
      from message m cross join jsonb_path_query(m.facts, '$.**.assignment_id ? (@ != null)') as found
      where m.person_id = any(${sql.param(people)}::uuid[])
        and m.direction = 'OUTBOUND' and m.template <> 'shift_reminder' and m.status <> 'FAILED'
        and m.created_at between ${since}::timestamptz - interval '61 minutes' and ${now}::timestamptz + interval '1 minute'
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
  const { organization_id, person_id, day, time_zone, start_dt } = first
  const phone = of_day.find((each) => each.phone !== null)?.phone ?? null
  return [{ organization_id, person_id, day, phone, time_zone, start_dt }]
}
