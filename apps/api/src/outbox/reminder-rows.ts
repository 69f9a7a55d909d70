import { afterQuietHours } from '@muster/contract/rules/quiet-hours'
import { type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { isSameAddress } from '../db/is-same-address.ts'
import { announce, announceMessages } from '../live/announce.ts'
import { calendarEntryOf } from '../mail/calendar-entry.ts'
import type { Channel } from '../providers/provider.ts'
import { requeueLater } from './claim.ts'
import type { Refresh } from './kinds/kind.ts'

export type DueReminder = {
  person_id: string
  day: string
  /** Set if an event reminds by SMS and the number can receive it. */
  phone: string | null
  time_zone: string
  start_dt: string
}

/** Returns how many are new: a person gets one for each channel and day. */
export async function insertReminders(
  tx: OrgTx,
  { channel, due, now }: { channel: Channel; due: readonly DueReminder[]; now: string },
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
        as due (id uuid, person_id uuid, day text, due_at timestamptz)
    )
    insert into message (organization_id, id, person_id, channel, template, payload, language, address, due_at)
    select o.id, due.id, p.id, ${channel}, 'shift_reminder',
      jsonb_build_object('first_name', p.first_name, 'day', due.day, 'shifts', shifts.of_day),
      coalesce(p.language, o.language), ${address}, coalesce(due.due_at, now())
    from due
    join person p on p.id = due.person_id
    join organization o on o.id = ${tx.org}
    cross join lateral (${shiftsOfDay(now)}) shifts
    where shifts.of_day is not null and ${address} is not null
    order by p.id, due.day
    on conflict do nothing
    returning organization_id, person_id
  `)
  if (rows.length > 0) announce(tx, { kind: 'outbox' })
  announceMessages(tx, rows)
  return rows.length
}

/** Selects the present shifts of `due`, `p` and `o`. */
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
  where a.person_id = due.person_id and a.status = 'CONFIRMED'
    and s.start_dt > ${now} and e.reminder_hours is not null
    and (s.start_dt at time zone e.time_zone)::date::text = due.day
`

/** Returns when to send an SMS that would wake people and can wait; null means now. */
function smsDue(
  { time_zone, start_dt }: Pick<DueReminder, 'time_zone' | 'start_dt'>,
  now: string,
): string | null {
  const due = afterQuietHours(now, time_zone)
  return due === now || Date.parse(due) >= Date.parse(start_dt) ? null : due
}

/**
 * Reads the shifts again. `ended`: no shift is left, the person has another address now (D27), or reminders were
 * switched off. SMS that would wake people are queued again.
 */
export const refreshReminders: Refresh = async (tx, rows, now) => {
  const { rows: found } = await tx.execute<Updated>(sql`
    with due as materialized (
      select m.id, m.organization_id, m.person_id, m.channel, m.address, m.payload->>'day' as day from message m
      where m.id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])
    )
    update message m set payload = m.payload || jsonb_build_object('shifts', shifts.of_day),
      subject = null, body_text = null
    from due
    join person p on p.id = due.person_id and p.gets_reminders
      and ${isSameAddress(sql`due.address`, sql`case due.channel when 'SMS' then p.phone else p.email end`)}
    join organization o on o.id = due.organization_id
    cross join lateral (${shiftsOfDay(now)}) shifts
    where m.id = due.id and shifts.of_day is not null
      and (due.channel = 'EMAIL' or shifts.by_sms)
    returning m.id, m.channel, m.payload, shifts.time_zone, shifts.start_dt
  `)
  const found_by_id = new Map(found.map((row) => [row.id, row]))
  const postponed = found.flatMap(({ id, channel, ...first }) => {
    const due_at = channel === 'SMS' ? smsDue(first, now) : null
    return due_at === null ? [] : { id, due_at }
  })
  await requeueLater(tx, 'message', postponed)
  const is_postponed = new Set(postponed.map(({ id }) => id))
  return {
    rows: rows.flatMap((row) => {
      const present = found_by_id.get(row.id)
      if (is_postponed.has(row.id)) return []
      return present ? { ...row, payload: present.payload } : row
    }),
    ended: new Map(rows.flatMap(({ id }) => (found_by_id.has(id) ? [] : [[id, 'outdated']]))),
  }
}

type Updated = Pick<DueReminder, 'time_zone' | 'start_dt'> & {
  id: string
  channel: Channel
  payload: unknown
}
