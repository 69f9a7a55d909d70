import type { Event } from '@muster/contract/events'
import { isSecondTime } from '@muster/contract/rules/clock-change'
import { defaultShiftTimes } from '@muster/contract/rules/default-shift'
import { DAY_MS, MINUTE_MS } from '@muster/contract/rules/instants'
import { listDays } from '@muster/contract/rules/list-days'
import { hasSensibleYear } from '@muster/contract/rules/sensible-year'
import { buildSlots, type Slot, unfittingStart } from '@muster/contract/rules/shift-slots'
import {
  isLongShift,
  type ShiftClock,
  shiftClock,
  shiftInstants,
  shiftWalls,
} from '@muster/contract/rules/shift-times'
import type { ShiftVisibility } from '@muster/contract/rules/shift-visibility'
import { readTypedTime } from '@muster/contract/rules/typed-time'
import { addDays, wallToInstant } from '@muster/contract/rules/wall-time'
import { instantToWall } from '@muster/contract/rules/zone'
import type { ShiftChange } from '../api.ts'

/** Times are `hh:mm`, or what was typed if it cannot be read. */
export type ShiftDraft = {
  role_id: string
  /** `yyyy-mm-dd` */
  day: string
  from: string
  to: string
  /** `yyyy-mm-dd`, or '': when the clock shows `to` for the first time after `from`. */
  end_day: string
  /** D25: of a time that comes twice, the second is meant. */
  from_second: boolean
  to_second: boolean
  /** The shift is meant to be as long as it is. */
  is_long: boolean
  required_qty: string
  /** D49 */
  only_link: boolean
  meeting_point: string
  note: string
  /** Other days on which the same shift is added. */
  also: string[]
  /** Shifts follow one another until then. Null: there is only this one. */
  until: string | null
}

type Times = { start_dt: string; end_dt: string }
/** D49, D68 */
type Words = { visibility?: ShiftVisibility; meeting_point?: string | null; note?: string | null }

export function draftOf(
  shift: Times & Words & { role_id: string; required_qty: number },
  timeZone: string,
): ShiftDraft {
  const { end_day = '', ...clock } = shiftClock({
    starts: instantToWall(shift.start_dt, timeZone),
    ends: instantToWall(shift.end_dt, timeZone),
  })
  return {
    role_id: shift.role_id,
    ...clock,
    end_day,
    from_second: isSecondTime(shift.start_dt, timeZone),
    to_second: isSecondTime(shift.end_dt, timeZone),
    is_long: isLongShift(shift),
    required_qty: String(shift.required_qty),
    only_link: shift.visibility === 'link',
    meeting_point: shift.meeting_point ?? '',
    note: shift.note ?? '',
    also: [],
    until: null,
  }
}

export function firstDraft(
  event: Event,
  role_id: string | undefined,
  times: Times = defaultShiftTimes(event),
): ShiftDraft {
  const [only, ...others] = event.roles
  const preset = role_id ?? (only && others.length === 0 ? only.id : '')
  return draftOf({ role_id: preset, ...times, required_qty: 1 }, event.time_zone)
}

/** Begins when the last one ends, with the same role, length, number and words. */
export function nextDraft(draft: ShiftDraft, saved: readonly Times[], timeZone: string): ShiftDraft {
  const last = saved.at(-1)
  if (!last) return draft
  const start = Date.parse(last.end_dt)
  const end = start + Date.parse(last.end_dt) - Date.parse(last.start_dt)
  return draftOf(
    {
      role_id: draft.role_id,
      start_dt: last.end_dt,
      end_dt: new Date(end).toISOString(),
      required_qty: Number(draft.required_qty),
      visibility: visibilityOf(draft),
      meeting_point: draft.meeting_point,
      note: draft.note,
    },
    timeZone,
  )
}

/** Returns undefined until day and both times can be read. */
export function clockOfDraft({ day, from, to, end_day }: ShiftDraft): ShiftClock | undefined {
  const times = { from: readTypedTime(from), to: readTypedTime(to, { isEnd: true }) }
  if (!hasSensibleYear(day) || times.from === undefined || times.to === undefined) return undefined
  return { day, from: times.from, to: times.to, ...(end_day !== '' && { end_day }) }
}

export function timesOfDraft(draft: ShiftDraft, timeZone: string): Times | undefined {
  const clock = clockOfDraft(draft)
  return clock && shiftInstants(clock, timeZone, { start: draft.from_second, end: draft.to_second })
}

export function bodyOf(draft: ShiftDraft, times: Times) {
  const { role_id, required_qty } = draft
  return { role_id, ...times, required_qty: Number(required_qty) } satisfies ShiftChange
}

export const visibilityOf = ({ only_link }: Pick<ShiftDraft, 'only_link'>): ShiftVisibility =>
  only_link ? 'link' : 'public'

/** Of all shifts that a draft adds. */
export function wordsOf({ only_link, meeting_point, note }: ShiftDraft) {
  return {
    ...(only_link && { visibility: visibilityOf({ only_link }) }),
    ...(meeting_point.trim() !== '' && { meeting_point }),
    ...(note.trim() !== '' && { note }),
  }
}

/** Returns what a draft adds: one shift, on other days too, or one after the other. */
export function slotsOfDraft(draft: ShiftDraft, timeZone: string): Slot[] {
  const clock = clockOfDraft(draft)
  const times = timesOfDraft(draft, timeZone)
  if (!clock || !times || times.end_dt <= times.start_dt) return []
  const pattern = patternOf(draft, clock)
  if (pattern) return buildSlots(pattern, timeZone)
  return [draft.day, ...draft.also].toSorted().map((day) => ({
    ...bodyOf(draft, day === draft.day ? times : shiftInstants(onDay(clock, day), timeZone)),
    day,
  }))
}

/** Returns the start of the one that `until` leaves no room for. */
export function unfittingOf(draft: ShiftDraft): string | undefined {
  const clock = clockOfDraft(draft)
  const pattern = clock && patternOf(draft, clock)
  return pattern && unfittingStart(pattern)
}

function patternOf(draft: ShiftDraft, clock: ShiftClock) {
  const until = readTypedTime(draft.until ?? '', { isEnd: true })
  if (until === undefined) return undefined
  const { starts, ends } = shiftWalls(clock)
  const length = (Date.parse(`${ends}Z`) - Date.parse(`${starts}Z`)) / MINUTE_MS
  const { role_id, required_qty } = draft
  return {
    roles: [{ role_id, required_qty: Number(required_qty) }],
    days: [draft.day, ...draft.also].toSorted(),
    from: clock.from,
    to: until,
    length,
    every: length,
  }
}

function onDay(clock: ShiftClock, day: string): ShiftClock {
  if (clock.end_day === undefined) return { ...clock, day }
  const moved = (Date.parse(day) - Date.parse(clock.day)) / DAY_MS
  return { ...clock, day, end_day: addDays(clock.end_day, moved) }
}

/** Moves the start by the clock, and keeps the length. Undefined if a time cannot be read. */
export function moveStart(
  before: ShiftDraft,
  from: string,
  timeZone: string,
): Pick<ShiftDraft, 'to' | 'end_day' | 'to_second'> | undefined {
  const times = timesOfDraft(before, timeZone)
  const clock = readTypedTime(from)
  if (!times || clock === undefined || times.end_dt <= times.start_dt) return undefined
  const starts = `${before.day}T${clock}`
  const length = Date.parse(times.end_dt) - Date.parse(times.start_dt)
  const end_dt = new Date(Date.parse(wallToInstant(starts, timeZone)) + length).toISOString()
  const { to, end_day = '' } = shiftClock({ starts, ends: instantToWall(end_dt, timeZone) })
  return { to, end_day, to_second: isSecondTime(end_dt, timeZone) }
}

/** The same shift on the event's next day, or on its own if there is none. */
export function copyDraft(
  event: Event,
  source: Times & Words & { role_id: string; required_qty: number },
): ShiftDraft {
  const draft = draftOf(source, event.time_zone)
  const days = listDays(event.event_date_start, event.event_date_end, event.time_zone)
  const day = days.find((each) => each > draft.day) ?? draft.day
  const clock = clockOfDraft(draft)
  return {
    ...draft,
    day,
    end_day: (clock && onDay(clock, day).end_day) ?? '',
    from_second: false,
    to_second: false,
  }
}
