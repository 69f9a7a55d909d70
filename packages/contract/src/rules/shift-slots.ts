import { DAY_MS, MINUTE_MS } from './instants.ts'
import type { TimeWindow } from './time-conflict.ts'
import { clockOf, minutesOf } from './typed-time.ts'
import { addDays, listInstants, offsetMs } from './wall-time.ts'

const DAY_MINUTES = 24 * 60

/**
 * What is added at once, by the clock (D46): on each of `days` (`yyyy-mm-dd`) and for each role a shift of `length`
 * minutes begins every `every` minutes, between `from` and `to` (`hh:mm`, at or before `from` on the next day).
 */
export type SlotPattern = {
  roles: readonly { role_id: string; required_qty: number }[]
  days: readonly string[]
  from: string
  to: string
  length: number
  every: number
}

export type Slot = TimeWindow & {
  role_id: string
  required_qty: number
  /** `yyyy-mm-dd` of its start. */
  day: string
}

/** Counts what `buildSlots` would return, except for those in a skipped hour. */
export function countSlots(pattern: SlotPattern): number {
  return startsPerDay(pattern) * pattern.days.length * pattern.roles.length
}

/** Returns the clock time of the first start whose shift would end after `to`, if it begins before it. */
export function unfittingStart(pattern: SlotPattern): string | undefined {
  const next = startsPerDay(pattern) * pattern.every
  return next < span(pattern) ? clockOf(minutesOf(pattern.from) + next) : undefined
}

/** Returns the shifts of a pattern, by day, role and start. Those that lie in a skipped hour are left out (D25). */
export function buildSlots(pattern: SlotPattern, timeZone: string): Slot[] {
  const starts = Array.from({ length: startsPerDay(pattern) }, (_, at) => at * pattern.every)
  return pattern.days.flatMap((day) => {
    const times = starts
      .map((start) => minutesOf(pattern.from) + start)
      .map((start) => ({
        day: addDays(day, Math.floor(start / DAY_MINUTES)),
        start_dt: slotInstant(day, start, timeZone),
        end_dt: slotInstant(day, start + pattern.length, timeZone),
      }))
      .filter(({ start_dt, end_dt }) => start_dt < end_dt)
    return pattern.roles.flatMap((role) => times.map((time) => ({ ...role, ...time })))
  })
}

/** Returns whether a change of the clock makes a shift longer or shorter than `length`, in minutes (D25). */
export function isOtherLength({ start_dt, end_dt }: TimeWindow, length: number): boolean {
  return Date.parse(end_dt) - Date.parse(start_dt) !== length * MINUTE_MS
}

/** Groups the twins by what makes them equal: role, start and end. */
export function twinKey({ role_id, start_dt, end_dt }: TimeWindow & { role_id: string }): string {
  return `${role_id} ${Date.parse(start_dt)} ${Date.parse(end_dt)}`
}

function startsPerDay(pattern: SlotPattern): number {
  const room = span(pattern) - pattern.length
  return room < 0 ? 0 : Math.floor(room / pattern.every) + 1
}

function span({ from, to }: SlotPattern): number {
  const minutes = minutesOf(to) - minutesOf(from)
  return minutes > 0 ? minutes : minutes + DAY_MINUTES
}

/**
 * Returns the instant of `minutes` after the midnight of a day, by the clock. Takes the first of a repeated time. A
 * skipped one becomes the end of the skipped hour, and not that hour later as where it is typed: shifts one after the
 * other would overlap.
 */
export function slotInstant(day: string, minutes: number, timeZone: string): string {
  const wall = `${addDays(day, Math.floor(minutes / DAY_MINUTES))}T${clockOf(minutes)}`
  const [first] = listInstants(wall, timeZone)
  return first ?? clockChangeNear(wall, timeZone)
}

/** Returns the instant at which the clock skips `wall`, to the minute. */
function clockChangeNear(wall: string, timeZone: string): string {
  const asUtc = Date.parse(`${wall}Z`)
  const offset = offsetMs(asUtc + DAY_MS, timeZone)
  let before = asUtc - offset
  let after = asUtc - offsetMs(asUtc - DAY_MS, timeZone)
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / MINUTE_MS / 2) * MINUTE_MS
    if (offsetMs(middle, timeZone) === offset) after = middle
    else before = middle
  }
  return new Date(after).toISOString()
}
