import { hasSensibleYear } from '@muster/contract/rules/sensible-year'
import { readTypedTime } from '@muster/contract/rules/typed-time'

/** The two parts of a wall time that is being typed: `yyyy-mm-dd` and `hh:mm`, each possibly empty or unreadable. */
export function partsOfWall(wall: string): { day: string; time: string } {
  const at = wall.indexOf('T')
  return at === -1 ? { day: wall, time: '' } : { day: wall.slice(0, at), time: wall.slice(at + 1) }
}

export function wallOfParts(day: string, time: string): string {
  return day === '' && time === '' ? '' : `${day}T${time}`
}

/** Returns whether a typed wall time can be read. */
export function isWall(wall: string): boolean {
  const { day, time } = partsOfWall(wall)
  return hasSensibleYear(day) && readTypedTime(time) !== undefined
}
