import type { PublicShift } from '../events.ts'
import type { EventJoined, ShiftsFrame } from '../live.ts'

/** A shift as a page knows it: until the channel is joined nobody has said how many are signing up. */
export type SeenShift = PublicShift & { signing_up?: number }

export type LiveState = {
  /** The number of the last frame; the answer to the join is 0. */
  n: number
  /** Database time of the reading. */
  as_of: string
  shifts: readonly SeenShift[]
}

/** The state after a join, which brings all and starts the count again. What is older than we have is dropped. */
export function applyJoin(state: LiveState, joined: EventJoined): LiveState {
  return isOlder(joined, state) ? { ...state, n: 0 } : { n: 0, ...joined }
}

/**
 * The state after a frame. Nothing is added or subtracted: a shift is replaced whole, so that a lost or
 * doubled frame cannot make a wrong number. `'gap'` when a number is missing: join again.
 */
export function applyFrame(state: LiveState, frame: ShiftsFrame): LiveState | 'gap' {
  if (frame.n <= state.n) return state
  if (frame.n > state.n + 1) return 'gap'
  if (isOlder(frame, state)) return { ...state, n: frame.n }
  return { n: frame.n, as_of: frame.as_of, shifts: merge(state.shifts, frame) }
}

export type ShiftChange = {
  spotsChanged: boolean
  /** `person_id` of those who were not there before; on public pages that is the assignment's id (D22). */
  newPeople: string[]
}

/** What to light up, by shift id. Shifts that did not change, or were not there before, are left out. */
export function diffShifts(
  before: readonly PublicShift[],
  after: readonly PublicShift[],
): Map<string, ShiftChange> {
  const known = new Map(before.map((shift) => [shift.id, shift]))
  const changes = new Map<string, ShiftChange>()
  for (const shift of after) {
    const old = known.get(shift.id)
    if (!old) continue
    const spotsChanged = old.spots_left !== shift.spots_left
    const newPeople = findNewPeople(old, shift)
    if (spotsChanged || newPeople.length > 0) changes.set(shift.id, { spotsChanged, newPeople })
  }
  return changes
}

/** A copy of the page kept on the way may be seconds older, or newer, than what the channel brings. */
function isOlder(reading: { as_of: string }, than: { as_of: string }): boolean {
  return Date.parse(reading.as_of) < Date.parse(than.as_of)
}

function merge(have: readonly SeenShift[], { shifts, removed }: ShiftsFrame): SeenShift[] {
  const byId = new Map(have.map((shift) => [shift.id, shift]))
  for (const shift of shifts) byId.set(shift.id, shift)
  for (const id of removed) byId.delete(id)
  return [...byId.values()]
}

function findNewPeople(before: PublicShift, after: PublicShift): string[] {
  const known = new Set(before.assigned_people.map(({ person_id }) => person_id))
  return after.assigned_people.map(({ person_id }) => person_id).filter((id) => !known.has(id))
}
