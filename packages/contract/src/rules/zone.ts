import { DAY_MS } from './instants.ts'

/** What the specification shows for a date that cannot be read. */
export const INVALID_DATE = 'Invalid Date'

/** Returns `yyyy-mm-ddThh:mm` (D25), or "Invalid Date". */
export function instantToWall(iso: string, timeZone: string): string {
  return wallWithSeconds(Date.parse(iso), timeZone).slice(0, 16)
}

/** Returns `yyyy-mm-dd`, or "Invalid Date". */
export function dayInZone(iso: string, timeZone: string): string {
  return dayAt(Date.parse(iso), timeZone)
}

function dayAt(ms: number, timeZone: string): string {
  return Number.isNaN(ms) ? INVALID_DATE : wallWithSeconds(ms, timeZone).slice(0, 10)
}

/** Returns the last day that is touched: an end at 00:00 does not touch the next day (D25). */
export function lastDay(start: string, end: string, timeZone: string): string {
  return dayAt(Math.max(Date.parse(start), Date.parse(end) - 1), timeZone)
}

export type EventDates = { event_date_start: string; event_date_end: string; time_zone: string }

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

/** Returns whether it ends before 06:00 on the day after its start, "the night to Saturday". Uses wall time (D25). */
export function endsInTheNight(start: string, end: string, timeZone: string): boolean {
  const clock = instantToWall(end, timeZone).slice(11)
  return msBetweenDays(start, end, timeZone) === DAY_MS && clock > '00:00' && clock < '06:00'
}

/** Returns whether the weekday of its end would not tell it from a night: it ends after the next day. */
export function endsAfterNextDay(start: string, end: string, timeZone: string): boolean {
  return msBetweenDays(start, end, timeZone) > DAY_MS
}

const msBetweenDays = (start: string, end: string, timeZone: string) =>
  Date.parse(dayInZone(end, timeZone)) - Date.parse(dayInZone(start, timeZone))

/** Returns the city of a zone, "New York" for America/New_York. Zones such as UTC and Etc/GMT+5 have none. */
export function cityOfZone(timeZone: string): string | undefined {
  const [area, ...places] = timeZone.split('/')
  return area === 'Etc' ? undefined : places.at(-1)?.replaceAll('_', ' ')
}

/**
 * Accepts an IANA name (D25). Refuses an offset such as +01:00, which has no summer time, and abbreviations such as IST,
 * which name different zones in browsers and databases.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]+([_-][a-z]+)*\/|^(UTC|GMT)$/iu.test(name)) return false
  try {
    return clockOf(name) !== undefined
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Returns `yyyy-mm-ddThh:mm:ss`, or "Invalid Date". */
export function wallWithSeconds(ms: number, timeZone: string): string {
  if (Number.isNaN(ms)) return INVALID_DATE
  const part = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  // Intl writes the year 2 as 2, which `Date.parse` does not read.
  return `${part['year']?.padStart(4, '0')}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}`
}

// Measured: 50 µs with a new format, 7 µs with a cached one; a page converts hundreds of times.
const clocks = new Map<string, Intl.DateTimeFormat>()
/** Maximum number of cached formats, more than zones exist. A format takes 32 KiB, and names are case-insensitive. */
const MOST_CLOCKS = 1_000

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  if (clocks.size >= MOST_CLOCKS) clocks.clear()
  clocks.set(timeZone, clock)
  return clock
}
