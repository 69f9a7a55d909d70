import { listInstants } from './wall-time.ts'
import { instantToWall } from './zone.ts'

/** Returns whether the clock shows a wall time never or twice on its day (D25). */
export function clockChange(wall: string, timeZone: string): 'skipped' | 'repeated' | undefined {
  const times = listInstants(wall, timeZone).length
  if (times === 0) return 'skipped'
  return times === 1 ? undefined : 'repeated'
}

/** Returns whether an instant is the second at which the clock shows its wall time (D25). */
export function isSecondTime(instant: string, timeZone: string): boolean {
  const [, second] = listInstants(instantToWall(instant, timeZone), timeZone)
  return second !== undefined && Date.parse(instant) >= Date.parse(second)
}
