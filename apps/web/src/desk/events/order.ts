import type { Event } from '@muster/contract/events'

export function byStart(a: Event, b: Event): number {
  return Date.parse(a.event_date_start) - Date.parse(b.event_date_start)
}

/** The order of a choice: mostly a coming event is meant. */
export function latestFirst(events: readonly Event[]): Event[] {
  return events.toSorted(byStart).toReversed()
}
