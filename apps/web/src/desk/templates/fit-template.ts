import { DAY_MS } from '@muster/contract/rules/instants'
import { minutesOf } from '@muster/contract/rules/typed-time'
import { addDays } from '@muster/contract/rules/wall-time'
import type { Template, TemplateRole } from './templates.ts'

const DAY_MINUTES = 24 * 60
const QUARTER = 15
/** An event that lasts longer gets no more shifts. */
export const MOST_DAYS = 14

/** A day of an event. `from` and `to` are minutes after its midnight; `to` is after `from`, also past midnight. */
export type EventDay = { day: string; from: number; to: number }

/** Minutes after the midnight of the day. */
export type FittedShift = { from: number; to: number; required_qty: number }

/**
 * Lists the days of an event, each from the clock time of its start to that of its end. `starts` and `ends` are wall
 * times. None if it ends before it starts.
 */
export function listEventDays(starts: string, ends: string): EventDay[] {
  const [first, last] = [starts.slice(0, 10), ends.slice(0, 10)]
  const [from, to] = [minutesOf(starts.slice(11)), minutesOf(ends.slice(11))]
  const nights = (Date.parse(`${last}T00:00Z`) - Date.parse(`${first}T00:00Z`)) / DAY_MS
  const count = to > from ? nights + 1 : nights
  if (!(count > 0)) return []
  return Array.from({ length: Math.min(count, MOST_DAYS) }, (_, at) => ({
    day: addDays(first, at),
    from,
    to: to > from ? to : to + DAY_MINUTES,
  }))
}

/** Stretches a template to a day, in quarters of an hour. What becomes nothing in a short day is left out. */
export function fitTemplate(
  { from: starts, to: ends, roles }: Template,
  { from, to }: Pick<EventDay, 'from' | 'to'>,
): { role: TemplateRole; shifts: FittedShift[] }[] {
  const first = minutesOf(starts)
  const stretch = (to - from) / (minutesOf(ends) - first)
  const fit = (clock: string) => {
    const minutes = Math.round(((minutesOf(clock) - first) * stretch) / QUARTER) * QUARTER
    return Math.min(from + minutes, to)
  }
  return entriesOf(roles).map(([role, shifts = []]) => ({
    role,
    shifts: shifts
      .map(([begins, until, required_qty]) => ({ from: fit(begins), to: fit(until), required_qty }))
      .filter((shift) => shift.from < shift.to),
  }))
}

export function countTemplate({ roles, days }: Template): { roles: number; shifts: number } {
  const lists = Object.values(roles)
  return { roles: lists.length, shifts: lists.reduce((sum, { length }) => sum + length, 0) * days }
}

const entriesOf: <Key extends string, Value>(
  record: Partial<Record<Key, Value>>,
) => [Key, Value | undefined][] = Object.entries
