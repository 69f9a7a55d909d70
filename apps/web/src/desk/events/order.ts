import type { Event } from '@muster/contract/events'

export function byStart(a: Event, b: Event): number {
  return Date.parse(a.event_date_start) - Date.parse(b.event_date_start)
}

/** The events of a choice: mostly a coming one is meant. D49: none that is archived, but for the chosen one. */
export function listChoices(events: readonly Event[], chosen_id?: string): Event[] {
  return events
    .filter(({ id, archived }) => !archived || id === chosen_id)
    .toSorted(byStart)
    .toReversed()
}
