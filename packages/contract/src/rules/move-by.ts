import { moveShift } from './event-dates.ts'
import { addMs, MINUTE_MS } from './instants.ts'
import type { TimeWindow } from './time-conflict.ts'

export type Step = { days: number; minutes: number }

/** D46: days keep the wall clock (D25); minutes are counted as they pass, over a change of the clock too. */
export function moveBy(
  shift: Parameters<typeof moveShift>[0],
  { days, minutes }: Step,
  timeZone: string,
): TimeWindow {
  const { start_dt, end_dt } = moveShift(shift, { from: timeZone, to: timeZone, days })
  const move = (instant: string) => addMs(instant, minutes * MINUTE_MS)
  return { start_dt: move(start_dt), end_dt: move(end_dt) }
}
