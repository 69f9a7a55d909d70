import { addMs, DAY_MS } from './instants.ts'
import { offsetMs } from './zone.ts'

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
