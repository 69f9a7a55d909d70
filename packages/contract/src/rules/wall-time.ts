import { addMs, DAY_MS, MINUTE_MS } from './instants.ts'
import { wallWithSeconds } from './zone.ts'

/**
 * Takes the first of a repeated hour unless the second is meant; moves a skipped time on by the gap (D25). Throws
 * RangeError if invalid.
 */
export function wallToInstant(wall: string, timeZone: string, isSecond = false): string {
  const [first, second = first] = listInstants(wall, timeZone)
  const found = isSecond ? second : first
  return found ?? addMs(`${wall}Z`, -offsetMs(Date.parse(`${wall}Z`) - DAY_MS, timeZone))
}

/** Returns when a clock shows a wall time: never for a skipped one, twice for a repeated one (D25). */
export function listInstants(wall: string, timeZone: string): string[] {
  const asUtc = Date.parse(`${wall}Z`)
  const [before, after] = [asUtc - DAY_MS, asUtc + DAY_MS].map((ms) => offsetMs(ms, timeZone))
  return [...new Set([before, after])]
    .map((offset) => asUtc - (offset ?? 0))
    .filter((ms) => before === after || ms + offsetMs(ms, timeZone) === asUtc)
    .toSorted((a, b) => a - b)
    .map((ms) => new Date(ms).toISOString())
}

/** Returns ISO 8601 with the zone's offset at that time, such as `2026-06-19T08:00:00+02:00`. */
export function instantWithOffset(iso: string, timeZone: string): string {
  const minutes = Math.round(offsetMs(Date.parse(iso), timeZone) / MINUTE_MS)
  const sign = minutes < 0 ? '-' : '+'
  return `${wallWithSeconds(Date.parse(iso), timeZone)}${sign}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`
}

const twoDigits = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0')

/** Adds days to a wall time, or to a day `yyyy-mm-dd`. */
export function addDays(wall: string, days: number): string {
  return addMs(`${wall.slice(0, 10)}T00:00Z`, days * DAY_MS).slice(0, 10) + wall.slice(10)
}

/** Returns by how many ms the clock of the zone is ahead of UTC. */
export function offsetMs(ms: number, timeZone: string): number {
  const second = Math.floor(ms / 1000) * 1000
  return Date.parse(`${wallWithSeconds(second, timeZone)}Z`) - second
}
