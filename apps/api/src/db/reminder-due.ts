import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

type Value = string | PgColumn | SQL

/**
 * D43: when the reminder of a shift becomes due: the hours of its event before the start, or now if that is over. Null
 * without reminders. Written whenever the start, the event or its hours change.
 */
export const reminderDue = ({ event_id, start_dt }: { event_id: Value; start_dt: Value }, now: string): SQL =>
  sql`(
    select greatest(${start_dt}::timestamptz - make_interval(hours => e.reminder_hours), ${now}::timestamptz)
    from event e where e.id = ${event_id} and e.reminder_hours is not null
  )`
