import type { Event } from '@muster/contract/events'
import { daysMoved, moveShift } from '@muster/contract/rules/event-dates'
import { DAY_MS } from '@muster/contract/rules/instants'
import { hasSensibleYear } from '@muster/contract/rules/sensible-year'
import { addDays, wallToInstant } from '@muster/contract/rules/wall-time'
import { dayInZone } from '@muster/contract/rules/zone'
import type { ShiftTimes } from '../shift-times.ts'

/** The same weekday a year later, as often as it takes to be ahead. */
const YEAR_DAYS = 364

export function firstDayOf({ event_date_start, time_zone }: Event): string {
  return dayInZone(event_date_start, time_zone)
}

export function proposedDay(event: Event, now: string): string {
  const first = firstDayOf(event)
  const gone = (Date.parse(dayInZone(now, event.time_zone)) - Date.parse(first)) / DAY_MS
  return addDays(first, YEAR_DAYS * Math.max(1, Math.floor(gone / YEAR_DAYS) + 1))
}

/** "Festival 2026" becomes "Festival 2027", and "Festival" "Festival 2027". */
export function proposedName(event: Event, day: string): string {
  const [before, after] = [firstDayOf(event).slice(0, 4), day.slice(0, 4)]
  if (before === after) return event.name
  return event.name.includes(before) ? event.name.replace(before, after) : `${event.name} ${after}`
}

/** Returns undefined for a day that is not complete, or far away. */
export function daysTo(event: Event, day: string): number | undefined {
  if (Number.isNaN(Date.parse(day)) || !hasSensibleYear(day)) return undefined
  const { time_zone } = event
  return daysMoved(event, { event_date_start: wallToInstant(`${day}T12:00`, time_zone), time_zone })
}

export type CopiedDay = { day: string; now: ShiftSpan; copy: ShiftSpan }
type ShiftSpan = { count: number; start_dt: string; end_dt: string }

/** What each day with shifts becomes. */
export function listCopiedDays(
  shifts: readonly ShiftTimes[],
  { days, time_zone }: { days: number; time_zone: string },
): CopiedDay[] {
  const by_day = new Map<string, CopiedDay>()
  const move = { from: time_zone, to: time_zone, days }
  for (const shift of shifts) {
    const day = dayInZone(shift.start_dt, time_zone)
    const before = by_day.get(day)
    by_day.set(day, {
      day,
      now: widen(before?.now, shift),
      copy: widen(before?.copy, moveShift(shift, move)),
    })
  }
  return [...by_day.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

function widen(
  span: ShiftSpan | undefined,
  { start_dt, end_dt }: { start_dt: string; end_dt: string },
): ShiftSpan {
  if (!span) return { count: 1, start_dt, end_dt }
  return {
    count: span.count + 1,
    start_dt: start_dt < span.start_dt ? start_dt : span.start_dt,
    end_dt: end_dt > span.end_dt ? end_dt : span.end_dt,
  }
}
