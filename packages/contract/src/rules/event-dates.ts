import { addMs, DAY_MS, MINUTE_MS } from './instants.ts'
import type { TimeWindow } from './time-conflict.ts'
import { addDays, listInstants, wallToInstant } from './wall-time.ts'
import { dayInZone, type EventDates, instantToWall } from './zone.ts'

/** `from` and `to` are time zones, `days` is a number of calendar days. */
export type Move = { from: string; to: string; days: number }

/**
 * Times that were meant, by the clock of `time_zone`, before moves by `days` that put the start or end into a skipped
 * or repeated hour, or out of one (D25).
 */
export type MeantTimes = TimeWindow & { time_zone: string; days: number }

export type MovedShift = TimeWindow & { meant_times: MeantTimes | null }

/**
 * Keeps wall clocks, `days` later, in the other zone (D21, D25). A skipped or repeated start or end keeps the length
 * instead. Later moves begin at `meant_times`, so a move there and back changes nothing.
 */
export function moveShift(
  { start_dt, end_dt, meant_times }: TimeWindow & { meant_times?: MeantTimes | null | undefined },
  { from, to, days }: Move,
): MovedShift {
  const before = isOf(meant_times, { start_dt, end_dt }, from)
    ? meant_times
    : { start_dt, end_dt, time_zone: from, days: 0 }
  return place({ ...before, days: before.days + days }, to)
}

/** Returns the times in zone `to`, and `meant` itself where they are others than were meant. */
function place(meant: MeantTimes, to: string): MovedShift {
  if (meant.days === 0 && meant.time_zone === to) {
    return { start_dt: meant.start_dt, end_dt: meant.end_dt, meant_times: null }
  }
  const start = moveClock(meant.start_dt, meant, to)
  const end = moveClock(meant.end_dt, meant, to)
  const length = Date.parse(meant.end_dt) - Date.parse(meant.start_dt)
  const keepsLength = start.isDisplaced || end.isDisplaced || end.instant <= start.instant
  return {
    start_dt: start.instant,
    end_dt: keepsLength ? addMs(start.instant, length) : end.instant,
    meant_times: keepsLength || start.wasRepeated || end.wasRepeated ? meant : null,
  }
}

/** A server of the version before changes the times and leaves what was meant by the former ones. */
function isOf(
  meant: MeantTimes | null | undefined,
  { start_dt, end_dt }: TimeWindow,
  time_zone: string,
): meant is MeantTimes {
  if (!meant) return false
  const placed = place(meant, time_zone)
  return placed.start_dt === start_dt && placed.end_dt === end_dt
}

function moveClock(instant: string, { time_zone, days }: Pick<MeantTimes, 'time_zone' | 'days'>, to: string) {
  const clock = instantToWall(instant, time_zone)
  const wall = addDays(clock, days)
  return {
    instant: addMs(wallToInstant(wall, to), Date.parse(instant) % MINUTE_MS),
    isDisplaced: listInstants(wall, to).length !== 1,
    wasRepeated: listInstants(clock, time_zone).length > 1,
  }
}

/** Returns whether a move has put the start or end into a skipped or repeated hour (D25). */
export function isDisplaced({ start_dt, end_dt, meant_times }: MovedShift, time_zone: string): boolean {
  if (meant_times === null) return false
  const meant = meantClock({ start_dt, end_dt, meant_times }, time_zone)
  return (
    meant.start_dt !== instantToWall(start_dt, time_zone) || meant.end_dt !== instantToWall(end_dt, time_zone)
  )
}

/** Returns the wall times that are meant: for a displaced shift those that the clock skips or repeats (D25). */
export function meantClock(
  { start_dt, end_dt, meant_times }: TimeWindow & { meant_times?: MeantTimes | null | undefined },
  time_zone: string,
): TimeWindow {
  const meant = meant_times ?? { start_dt, end_dt, time_zone, days: 0 }
  const clock = (instant: string) => addDays(instantToWall(instant, meant.time_zone), meant.days)
  return { start_dt: clock(meant.start_dt), end_dt: clock(meant.end_dt) }
}

/** Counts calendar days between the starts, each in its own zone (D21). */
export function daysMoved(
  before: Pick<EventDates, 'event_date_start' | 'time_zone'>,
  after: Pick<EventDates, 'event_date_start' | 'time_zone'>,
): number {
  return (Date.parse(startDay(after)) - Date.parse(startDay(before))) / DAY_MS
}

function startDay({
  event_date_start,
  time_zone,
}: Pick<EventDates, 'event_date_start' | 'time_zone'>): string {
  return dayInZone(event_date_start, time_zone)
}
