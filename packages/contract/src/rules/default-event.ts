type DatedEvent = { id: string; event_date_start: string; event_date_end: string; archived: boolean }

/** Chooses the dashboard's event: the last chosen, else the next, else the first. D49: an archived one if there is no other. */
export function chooseDefaultEvent<E extends DatedEvent>(
  events: readonly E[],
  last_event_id: string | null,
  now: string,
): E | undefined {
  const current = events.filter(({ archived }) => !archived)
  return (
    current.find(({ id }) => id === last_event_id) ??
    chooseReportEvent(current, now) ??
    current[0] ??
    events[0]
  )
}

/** Chooses the event of a report: the earliest that has not ended, and is not archived. */
export function chooseReportEvent<E extends DatedEvent>(events: readonly E[], now: string): E | undefined {
  let next: E | undefined
  for (const event of events) {
    if (event.archived || Date.parse(event.event_date_end) < Date.parse(now)) continue
    if (!next || Date.parse(event.event_date_start) < Date.parse(next.event_date_start)) next = event
  }
  return next
}
