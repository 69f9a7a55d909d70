import type { Offer } from './ask.ts'
import { holdsPlace } from './assignment-status.ts'
import { countPlaces } from './coverage.ts'
import { MINUTE_MS } from './instants.ts'
import type { InvitationState } from './invitation-state.ts'
import { listDays } from './list-days.ts'
import { INVALID_DATE, instantToWall } from './zone.ts'

type ScheduledShift = {
  start_dt: string
  end_dt: string
  required_qty: number
  assignment: readonly (Offer & { invitation?: InvitationState | undefined })[]
}

/** Rows of a day, `yyyy-mm-dd` in the event's zone (D25). */
export type ScheduleDay<Shift extends ScheduledShift> = {
  day: string
  hours: Hours
  rows: ScheduleRow<Shift>[]
}

/** Hours, each `hh:00`, from that of the earliest start to that of the latest end, rounded up to `end_dt`. */
export type Hours = { from: string; to: string; end_dt: string }

export type ScheduleRow<Shift extends ScheduledShift> = {
  shift: Shift
  /** It began on an earlier day, whose row counts it (D25). */
  is_repeat: boolean
  /** Wall time `hh:mm` in the event's zone. */
  start: string
  end: string
  ends_on_later_day: boolean
  /** Minutes by which clocks change during the shift: 60 in spring, -60 in autumn, else 0. */
  clock_change: number
  confirmed: Shift['assignment'][number][]
  /** INVITED people, without those whose invitation has expired. */
  invited: Shift['assignment'][number][]
  expired: Shift['assignment'][number][]
  missing: number
  /** Number of places without a confirmed or invited person: missing ones and those of expired invitations. */
  open: number
}

/** Puts a shift on every day that it touches (D25). Sorts by instant: when clocks go back, 02:00 comes twice. */
export function buildRunningSchedule<Shift extends ScheduledShift>(
  shifts: readonly Shift[],
  zoneOf: (shift: Shift) => string,
): ScheduleDay<Shift>[] {
  const days = new Map<string, [OnClocks<Shift>, ...OnClocks<Shift>[]]>()
  const readClock = buildClock()
  const add = (day: string, read: OnClocks<Shift>) => {
    const before = days.get(day)
    if (before) before.push(read)
    else days.set(day, [read])
  }
  for (const shift of shifts.toSorted(byTime)) {
    const time_zone = zoneOf(shift)
    const [start, end] = [readClock(shift.start_dt, time_zone), readClock(shift.end_dt, time_zone)]
    const [first, ...later] = listDays(shift.start_dt, shift.end_dt, time_zone)
    const read = { shift, time_zone, start, end, is_repeat: false }
    add(first, read)
    for (const day of later) add(day, { ...read, is_repeat: true })
  }
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, list]) => ({ day, hours: hoursOf(list), rows: list.map(buildRow) }))
}

/** Start and end as wall times, `yyyy-mm-ddThh:mm`. */
type OnClocks<Shift> = { shift: Shift; time_zone: string; start: string; end: string; is_repeat: boolean }

/** Caches wall times, because shifts of an event share starts and ends. */
function buildClock(): typeof instantToWall {
  const known = new Map<string, string>()
  return (iso, time_zone) => {
    const key = `${time_zone} ${iso}`
    const wall = known.get(key) ?? instantToWall(iso, time_zone)
    known.set(key, wall)
    return wall
  }
}

/** Of the shifts that begin on the day; from midnight where none does. */
function hoursOf<Shift extends ScheduledShift>(all: [OnClocks<Shift>, ...OnClocks<Shift>[]]): Hours {
  const [first = all[0], ...others] = all.filter(({ is_repeat }) => !is_repeat)
  const last = others.reduce((latest, each) => (endOf(each) > endOf(latest) ? each : latest), first)
  const end_dt = fullHourFrom(endOf(last), last.time_zone)
  const to = clockOf(instantToWall(end_dt, last.time_zone))
  return { from: first.is_repeat ? '00:00' : `${clockOf(first.start).slice(0, 2)}:00`, to, end_dt }
}

/** Adds to the instant, because 03:00 follows 01:30 when clocks go forward. */
function fullHourFrom(ms: number, time_zone: string): string {
  if (Number.isNaN(ms)) return INVALID_DATE
  const minute = Math.ceil(ms / MINUTE_MS)
  const past = Number(instantToWall(toIso(minute), time_zone).slice(14))
  return toIso(minute + ((60 - past) % 60))
}

function buildRow<Shift extends ScheduledShift>({
  shift,
  time_zone,
  start,
  end,
  is_repeat,
}: OnClocks<Shift>): ScheduleRow<Shift> {
  const { start_dt, end_dt, required_qty, assignment } = shift
  const confirmed = assignment.filter(({ status }) => holdsPlace(status))
  const pending = assignment.filter(({ status }) => status === 'INVITED')
  const { missing, asked, not_asked } = countPlaces(shift, ({ status, invitation = 'asked' }) =>
    status === 'INVITED' ? invitation : undefined,
  )
  const invited = pending.filter(({ invitation }) => invitation !== 'expired')
  return {
    shift,
    is_repeat,
    start: clockOf(start),
    end: clockOf(end),
    ends_on_later_day: listDays(start_dt, end_dt, time_zone).length > 1,
    clock_change: offsetAt(end, end_dt) - offsetAt(start, start_dt),
    confirmed,
    invited,
    expired: pending.filter(({ invitation }) => invitation === 'expired'),
    missing,
    open: Math.max(0, required_qty - confirmed.length - asked - not_asked),
  }
}

/** Returns the offset from UTC in minutes. */
function offsetAt(wall: string, iso: string): number {
  return Math.round((Date.parse(`${wall}Z`) - Date.parse(iso)) / MINUTE_MS)
}

function endOf({ shift }: { shift: ScheduledShift }): number {
  return Date.parse(shift.end_dt)
}

function toIso(minute: number): string {
  return new Date(minute * MINUTE_MS).toISOString()
}

function clockOf(wall: string): string {
  return wall === INVALID_DATE ? wall : wall.slice(11)
}

function byTime(a: ScheduledShift, b: ScheduledShift): number {
  return Date.parse(a.start_dt) - Date.parse(b.start_dt) || Date.parse(a.end_dt) - Date.parse(b.end_dt)
}
