import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

type Value = string | PgColumn | SQL

/**
 * D43: when the reminder of a shift becomes due: the hours of its event before the start, or now if that is over. Null
 * without reminders. If volunteers can cancel (D39) for less than two hours after that, the reminder becomes due two hours
 * before their time for cancelling ends. Written whenever the start, the event or its hours change.
 */
export const reminderDue = ({ event_id, start_dt }: { event_id: Value; start_dt: Value }, now: string): SQL =>
  sql`(
    select greatest(${start_dt}::timestamptz - make_interval(hours => case
        when e.reminder_hours - e.cancel_until_hours between 0 and 1 then e.cancel_until_hours + 2
        else e.reminder_hours end), ${now}::timestamptz)
    from event e where e.id = ${event_id} and e.reminder_hours is not null
  )`
