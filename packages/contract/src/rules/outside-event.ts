import type { EventDates } from './event-dates.ts'
import { dayInZone, lastDay } from './zone.ts'

/** Compares days in the event's zone (D21). */
export function isOutsideEvent(
  { start_dt }: { start_dt: string },
  { event_date_start, event_date_end, time_zone }: EventDates,
): boolean {
  const day = dayInZone(start_dt, time_zone)
  return (
    day < dayInZone(event_date_start, time_zone) || day > lastDay(event_date_start, event_date_end, time_zone)
  )
}
