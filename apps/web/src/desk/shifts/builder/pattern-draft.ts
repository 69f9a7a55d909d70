import type { Event } from '@muster/contract/events'
import { MINUTE_MS } from '@muster/contract/rules/instants'
import type { SlotPattern } from '@muster/contract/rules/shift-slots'
import { shiftWalls } from '@muster/contract/rules/shift-times'
import { readTypedTime } from '@muster/contract/rules/typed-time'
import { instantToWall } from '@muster/contract/rules/zone'
import { clockOfDraft, type ShiftDraft } from '../form/shift-draft.ts'

export type PatternDraft = {
  role_ids: string[]
  /** `yyyy-mm-dd` */
  days: string[]
  /** `hh:mm`, or what was typed if it cannot be read. */
  from: string
  to: string
  /** Minutes. */
  length: number
  /** Minutes. Null: as long as each shift lasts. */
  every: number | null
  /** By role, as typed; a role that is not in it needs `usual`. */
  needed: Readonly<Record<string, string>>
  usual: string
}

const USUAL_LENGTH = 120
const MOST_PEOPLE = 10_000

/** Begins with the role, day, times and number of the form for one shift, and ends when the event does. */
export function firstPattern(event: Event, like: ShiftDraft): PatternDraft {
  const clock = clockOfDraft(like)
  const walls = clock && shiftWalls(clock)
  const length = walls ? (Date.parse(`${walls.ends}Z`) - Date.parse(`${walls.starts}Z`)) / MINUTE_MS : 0
  return {
    role_ids: like.role_id === '' ? [] : [like.role_id],
    days: [like.day, ...like.also],
    from: like.from,
    to: instantToWall(event.event_date_end, event.time_zone).slice(11),
    length: length > 0 && length <= 24 * 60 ? length : USUAL_LENGTH,
    every: null,
    needed: {},
    usual: like.required_qty,
  }
}

export function neededOf({ needed, usual }: PatternDraft, role_id: string): string {
  return needed[role_id] ?? usual
}

export function isNumberOfPeople(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_PEOPLE
}

/** Returns undefined until everything can be read and is chosen. Roles come in the event's order. */
export function patternOf(draft: PatternDraft, event: Event): SlotPattern | undefined {
  const from = readTypedTime(draft.from)
  const to = readTypedTime(draft.to, { isEnd: true })
  const roles = event.roles.filter(({ id }) => draft.role_ids.includes(id))
  if (from === undefined || to === undefined || roles.length === 0 || draft.days.length === 0)
    return undefined
  if (!roles.every(({ id }) => isNumberOfPeople(neededOf(draft, id)))) return undefined
  return {
    roles: roles.map(({ id }) => ({ role_id: id, required_qty: Number(neededOf(draft, id)) })),
    days: draft.days.toSorted(),
    from,
    to,
    length: draft.length,
    every: draft.every ?? draft.length,
  }
}
