import { addMs, DAY_MS, MINUTE_MS } from './instants.ts'
import { dayInZone, instantToWall, wallToInstant } from './zone.ts'

type Times = { start_dt: string; end_dt: string }
type EventDates = { event_date_start: string; event_date_end: string; time_zone: string }

/** `from` and `to` are time zones, `days` is a number of calendar days. */
export type Move = { from: string; to: string; days: number }

/** Returns the instant whose wall clock shows the same time, `days` later, in the other zone (D21, D25). */
export function moveInstant(instant: string, { from, to, days }: Move): string {
  if (from === to && days === 0) return instant
  const wall = addDays(instantToWall(instant, from), days)
  return addMs(wallToInstant(wall, to), Date.parse(instant) % MINUTE_MS)
}

/** Keeps the length of a short shift if the clock skips an hour. Otherwise it would end before it starts. */
export function moveShift({ start_dt, end_dt }: Times, move: Move): Times {
  const start = moveInstant(start_dt, move)
  const end = moveInstant(end_dt, move)
  const length = Date.parse(end_dt) - Date.parse(start_dt)
  return { start_dt: start, end_dt: Date.parse(end) > Date.parse(start) ? end : addMs(start, length) }
}

/** Counts calendar days between the starts, each in its own zone (D21). */
export function daysMoved(
  before: Pick<EventDates, 'event_date_start' | 'time_zone'>,
  after: Pick<EventDates, 'event_date_start' | 'time_zone'>,
): number {
  return (Date.parse(startDay(after)) - Date.parse(startDay(before))) / DAY_MS
}

export function isOutsideEvent({ start_dt }: Pick<Times, 'start_dt'>, event: EventDates): boolean {
  const day = dayInZone(start_dt, event.time_zone)
  return day < startDay(event) || day > dayInZone(event.event_date_end, event.time_zone)
}

function startDay({
  event_date_start,
  time_zone,
}: Pick<EventDates, 'event_date_start' | 'time_zone'>): string {
  return dayInZone(event_date_start, time_zone)
}

/** Adds days to a wall time, `yyyy-mm-ddThh:mm`. */
function addDays(wall: string, days: number): string {
  return addMs(`${wall}Z`, days * DAY_MS).slice(0, 16)
}
