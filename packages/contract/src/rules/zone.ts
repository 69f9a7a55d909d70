import { DAY_MS } from './instants.ts'

/** Takes the first of a repeated hour; moves a skipped time on by the gap (D25). Throws RangeError if invalid. */
export function wallToInstant(wall: string, timeZone: string): string {
  const asUtc = Date.parse(`${wall}Z`)
  const before = offsetMs(asUtc - DAY_MS, timeZone)
  const after = offsetMs(asUtc + DAY_MS, timeZone)
  const instants = [asUtc - before, asUtc - after].filter((ms) => ms + offsetMs(ms, timeZone) === asUtc)
  return new Date(instants.length > 0 ? Math.min(...instants) : asUtc - before).toISOString()
}

/** Returns `yyyy-mm-ddThh:mm`, the format of `datetime-local` (D25). */
export function instantToWall(iso: string, timeZone: string): string {
  return wallWithSeconds(Date.parse(iso), timeZone).slice(0, 16)
}

/** Returns ISO 8601 with the zone's offset at that time, such as `2026-06-19T08:00:00+02:00`. */
export function instantWithOffset(iso: string, timeZone: string): string {
  const minutes = Math.round(offsetMs(Math.floor(Date.parse(iso) / 1000) * 1000, timeZone) / 60_000)
  const sign = minutes < 0 ? '-' : '+'
  return `${wallWithSeconds(Date.parse(iso), timeZone)}${sign}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`
}

const twoDigits = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0')

/** Returns `yyyy-mm-dd`. */
export function dayInZone(iso: string, timeZone: string): string {
  return wallWithSeconds(Date.parse(iso), timeZone).slice(0, 10)
}

/** Returns whether it ends before 06:00 on the day after its start, "the night to Saturday". Uses wall time (D25). */
export function endsInTheNight(start: string, end: string, timeZone: string): boolean {
  const dayBefore = new Date(Date.parse(`${dayInZone(end, timeZone)}T12:00Z`) - DAY_MS)
    .toISOString()
    .slice(0, 10)
  return dayInZone(start, timeZone) === dayBefore && instantToWall(end, timeZone).slice(11) < '06:00'
}

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

/** Other years are typing errors. A date field has some of them while a year is typed: 0002, 0020, 0202, 2026. */
export const YEARS = { first: 2000, last: 2199 } as const

export function hasSensibleYear(wall: string): boolean {
  const year = /^(\d{4})-/.exec(wall)?.[1]
  return Number(year) >= YEARS.first && Number(year) <= YEARS.last
}

function offsetMs(ms: number, timeZone: string): number {
  return Date.parse(`${wallWithSeconds(ms, timeZone)}Z`) - ms
}

function wallWithSeconds(ms: number, timeZone: string): string {
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
