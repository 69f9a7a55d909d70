import { addDays } from './wall-time.ts'
import { dayInZone, INVALID_DATE, lastDay } from './zone.ts'

/** Limits what a mistyped year lists. */
const MOST_DAYS = 366

/** Lists the days that are touched (D25). A date that cannot be read is a day of its own. */
export function listDays(start: string, end: string, timeZone: string): [string, ...string[]] {
  const first = dayInZone(start, timeZone)
  const last = lastDay(start, end, timeZone)
  const days: [string, ...string[]] = [first]
  if ([first, last].includes(INVALID_DATE)) return days
  for (let day = addDays(first, 1); day <= last && days.length < MOST_DAYS; day = addDays(day, 1))
    days.push(day)
  return days
}
