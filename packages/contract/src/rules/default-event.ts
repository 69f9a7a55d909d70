type DatedEvent = { id: string; event_date_start: string; event_date_end: string }

/** Chooses the dashboard's event: the last chosen, else the next, else the first. */
export function chooseDefaultEvent<E extends DatedEvent>(
  events: readonly E[],
  last_event_id: string | null,
  now: string,
): E | undefined {
  return events.find(({ id }) => id === last_event_id) ?? chooseReportEvent(events, now) ?? events[0]
}

/** Chooses the event of a report: the earliest that has not ended. */
export function chooseReportEvent<E extends DatedEvent>(events: readonly E[], now: string): E | undefined {
  let next: E | undefined
  for (const event of events) {
    if (Date.parse(event.event_date_end) < Date.parse(now)) continue
    if (!next || Date.parse(event.event_date_start) < Date.parse(next.event_date_start)) next = event
  }
  return next
}
