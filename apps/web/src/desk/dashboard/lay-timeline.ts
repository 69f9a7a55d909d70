import { HOUR_MS } from '@muster/contract/rules/instants'
import { wallToInstant } from '@muster/contract/rules/wall-time'
import { INVALID_DATE, instantToWall } from '@muster/contract/rules/zone'
import type { CountedShift, RoleGroup } from '../shifts/group-shifts.ts'

const COLUMN_MS = 15 * 60_000
/** Limits a shift that lasts for weeks. */
const LONGEST_MS = 48 * HOUR_MS

/** Columns are CSS grid lines. */
export type Block = { counted: CountedShift; from: number; to: number; row: number }
export type Lane = { role_id: string; name: string; blocks: Block[] }

/** Instants in ms since epoch. */
export type TimelineDay = {
  midnight: number
  start: number
  end: number
  columns: number
  hours: number[]
  lanes: Lane[]
}

/**
 * Places the shifts that touch a day. One from the day before begins at midnight, one over midnight extends to its
 * end (D25). `room`: ms that stay free before and after them, within the day.
 */
export function layTimeline(
  groups: readonly RoleGroup[],
  { day, timeZone, room }: { day: string; timeZone: string; room: number },
): TimelineDay | undefined {
  const shifts = groups.flatMap((group) => group.shifts.map(({ shift }) => shift))
  if (shifts.length === 0 || day === INVALID_DATE) return undefined
  const midnight = Date.parse(wallToInstant(`${day}T00:00`, timeZone))
  const earliest = Math.min(...shifts.map(({ start_dt }) => Date.parse(start_dt)))
  const first = Math.max(midnight, earliest - room)
  // Some zones are offset by half hours from UTC.
  const start = first - msIntoHour(first, timeZone)
  // The end of a shift may be one that cannot be read.
  const ends = shifts.map(({ end_dt }) => Date.parse(end_dt) || first + HOUR_MS)
  const last = Math.min(start + LONGEST_MS, Math.max(...ends) + room)
  const end = last + ((HOUR_MS - msIntoHour(last, timeZone)) % HOUR_MS)
  return {
    midnight,
    start,
    end,
    columns: Math.round((end - start) / COLUMN_MS),
    hours: Array.from({ length: Math.round((end - start) / HOUR_MS) }, (_, hour) => start + hour * HOUR_MS),
    lanes: groups
      .filter((group) => group.shifts.length > 0)
      .map(({ role_id, name, shifts: list }) => ({ role_id, name, blocks: stack(list, start, last) })),
  }
}

function stack(shifts: readonly CountedShift[], start: number, last: number): Block[] {
  const ends: number[] = []
  return shifts.map((counted) => {
    const { start_dt, end_dt } = counted.shift
    const from = Math.floor((Math.max(start, Date.parse(start_dt)) - start) / COLUMN_MS) + 1
    const end = Math.min(last, Date.parse(end_dt) || last)
    const to = Math.max(from + 1, Math.ceil((end - start) / COLUMN_MS) + 1)
    const free = ends.findIndex((taken) => taken <= from)
    const row = free === -1 ? ends.length : free
    ends[row] = to
    return { counted, from, to, row: row + 1 }
  })
}

function msIntoHour(ms: number, timeZone: string): number {
  const minutes = Number(instantToWall(new Date(ms).toISOString(), timeZone).slice(14, 16))
  return minutes * 60_000 + (ms % 60_000)
}
