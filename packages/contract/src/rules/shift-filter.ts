import { instantToWall } from './zone.ts'

const TIMES_OF_DAY = ['morning', 'afternoon', 'evening', 'night'] as const
export type TimeOfDay = (typeof TIMES_OF_DAY)[number]

/** Filter of the public event page. Without a day it shows all days. */
export type ShiftFilter = {
  days: readonly string[]
  role: string | undefined
  time: TimeOfDay | undefined
  free: boolean
  by: 'role' | 'time'
}

/** The choices that an event offers. Other values are ignored, which limits the number of cached pages. */
export type FilterChoices = {
  days: readonly string[]
  roles: readonly string[]
  times: readonly TimeOfDay[]
} & {
  /** Whether only free shifts are shown at first. */
  free: boolean
}

type FilteredShift = { start_dt: string; role_id: string; spots_left: number }

/** Above this number of shifts, full ones are collapsed at first. */
const MANY = 12

export function listChoices(shifts: readonly FilteredShift[], timeZone: string): FilterChoices {
  const starts = shifts.map(({ start_dt }) => startOf(start_dt, timeZone))
  const times = new Set(starts.map(({ time }) => time))
  return {
    days: [...new Set(starts.map(({ day }) => day))].toSorted(),
    roles: [...new Set(shifts.map(({ role_id }) => role_id))],
    times: TIMES_OF_DAY.filter((time) => times.has(time)),
    free: shifts.length > MANY,
  }
}

export function readShiftFilter(search: URLSearchParams, choices: FilterChoices): ShiftFilter {
  const days = search.getAll('day')
  const free = search.get('free')
  return {
    days: choices.days.filter((day) => days.includes(day)),
    role: choices.roles.find((role) => role === search.get('role')),
    time: choices.times.find((time) => time === search.get('time')),
    free: free === '1' || (free !== '0' && choices.free),
    by: search.get('by') === 'time' ? 'time' : 'role',
  }
}

/** Writes each filter in one spelling, which is empty for the filter of an address without a query. */
export function writeShiftFilter(
  { days, role, time, free, by }: ShiftFilter,
  choices: Pick<FilterChoices, 'free'>,
): string {
  const search = new URLSearchParams()
  for (const day of days) search.append('day', day)
  if (role !== undefined) search.set('role', role)
  if (time !== undefined) search.set('time', time)
  if (free !== choices.free) search.set('free', free ? '1' : '0')
  if (by === 'time') search.set('by', by)
  return String(search)
}

/** Ignores `free`, so full shifts fit. The page collapses them. */
export function fitsFilter(
  shift: FilteredShift,
  { days, role, time }: Pick<ShiftFilter, 'days' | 'role' | 'time'>,
  timeZone: string,
): boolean {
  if (role !== undefined && shift.role_id !== role) return false
  if (days.length === 0 && time === undefined) return true
  const start = startOf(shift.start_dt, timeZone)
  return (days.length === 0 || days.includes(start.day)) && (time === undefined || start.time === time)
}

function startOf(start_dt: string, timeZone: string): { day: string; time: TimeOfDay } {
  const [day = '', wall = ''] = instantToWall(start_dt, timeZone).split('T')
  return { day, time: timeOfDay(wall) }
}

function timeOfDay(wall: string): TimeOfDay {
  if (wall < '05:00' || wall >= '22:00') return 'night'
  if (wall < '12:00') return 'morning'
  return wall < '17:00' ? 'afternoon' : 'evening'
}
