import { addDays, wallToInstant } from './wall-time.ts'
import { dayInZone, instantToWall } from './zone.ts'

/** Wall times between which no automatic SMS is sent. */
const FROM = '21:00'
const TO = '08:00'

/** Returns when an automatic SMS may arrive (D43): at once, or at eight in the morning. ISO 8601, UTC. */
export function afterQuietHours(instant: string, time_zone: string): string {
  const clock = instantToWall(instant, time_zone).slice(11)
  if (clock >= TO && clock < FROM) return instant
  const day = dayInZone(instant, time_zone)
  return wallToInstant(`${clock < TO ? day : addDays(day, 1)}T${TO}`, time_zone)
}
