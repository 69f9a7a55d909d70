import { addMs, HOUR_MS } from './instants.ts'
import { wallToInstant } from './wall-time.ts'
import { instantToWall } from './zone.ts'

/** Local time until which nobody is expected to answer, and that of the evening before. */
const MORNING = '08:00'
const EVENING = '21:00'

/**
 * Returns what is said of a deadline, never later than it is: the full hour, by day; nearer than a day half hours, nearer
 * than three hours five minutes. `from`: when it is said or was set.
 */
export function calmDeadline(deadline: string, time_zone: string, from?: string): string {
  const left = from === undefined ? Number.POSITIVE_INFINITY : Date.parse(deadline) - Date.parse(from)
  const isFar = left >= 24 * HOUR_MS
  const step = isFar ? 60 : left >= 3 * HOUR_MS ? 30 : 5
  const wall = instantToWall(deadline, time_zone)
  const [day = '', clock = ''] = wall.split('T')
  const minutes = Number(clock.slice(3))
  const rounded = `${day}T${clock.slice(0, 3)}${String(minutes - (minutes % step)).padStart(2, '0')}`
  const isNight = isFar && clock < MORNING
  const [dayBefore = ''] = instantToWall(addMs(deadline, -12 * HOUR_MS), time_zone).split('T')
  const calm = wallToInstant(isNight ? `${dayBefore}T${EVENING}` : rounded, time_zone)
  return calm < deadline ? calm : deadline
}
