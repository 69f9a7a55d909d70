import { DAY_MS } from '@muster/contract/rules/instants'
import { addDays } from '@muster/contract/rules/wall-time'
import type { SignupDay } from '../api.ts'

/** Days of which the pace is the mean. */
const PACE_DAYS = 7

/** `days` has every day, the first of them without a sign-up. `pace`: on the day of the start, if it goes on so. */
export type SignupCurve = { days: [SignupDay, ...SignupDay[]]; until: string; pace: SignupDay | undefined }

type Dates = { today: string; start: string; end: string }

/** Fills the days between those on which the number changed, until today or the end. Undefined without a sign-up. */
export function curveOf(
  changes: readonly SignupDay[],
  { today, start, end }: Dates,
): SignupCurve | undefined {
  const last = today < end ? today : end
  const [first] = changes
  if (!first || first.day > last) return undefined
  const days: SignupCurve['days'] = [{ day: addDays(first.day, -1), confirmed: 0 }]
  const totals = new Map(changes.map(({ day, confirmed }) => [day, confirmed]))
  let confirmed = 0
  for (let { day } = first; day <= last; day = addDays(day, 1)) {
    confirmed = totals.get(day) ?? confirmed
    days.push({ day, confirmed })
  }
  return { days, until: last < start ? start : last, pace: paceOf(days, { today, start }) }
}

/** Not from less than seven days of data. */
function paceOf(days: readonly SignupDay[], { today, start }: Pick<Dates, 'today' | 'start'>) {
  const before = days.at(-1 - PACE_DAYS)
  const last = days.at(-1)
  if (!before || !last || start <= today) return undefined
  const perDay = (last.confirmed - before.confirmed) / PACE_DAYS
  return {
    day: start,
    confirmed: Math.max(0, Math.round(last.confirmed + perDay * daysBetween(today, start))),
  }
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** Lists round numbers from 0 to below `top`: at most four. */
export function listTicks(top: number): number[] {
  const rough = top / 3
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)))
  const step = Math.max(1, ([1, 2, 4, 5].find((each) => each * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(top / step) }, (_, index) => index * step)
}
