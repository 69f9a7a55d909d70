import type { Event } from '@muster/contract/events'

export function byStart(a: Event, b: Event): number {
  return Date.parse(a.event_date_start) - Date.parse(b.event_date_start)
}

/** Lists the events that a picker offers, the latest first. It leaves out archived events, except the chosen one (D49). */
export function listChoices(events: readonly Event[], chosen_id?: string): Event[] {
  return events
    .filter(({ id, archived }) => !archived || id === chosen_id)
    .toSorted(byStart)
    .toReversed()
}
