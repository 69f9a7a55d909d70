import { sql } from 'drizzle-orm'
import type { OrgId, Tx } from '../db/client.ts'

export type DueReminder = {
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
export async function listDueReminders(
  tx: Tx,
  { since, mark, now }: { since: string; mark: string; now: string },
): Promise<DueReminder[]> {
  const { rows } = await tx.execute<DueReminder>(sql`
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
