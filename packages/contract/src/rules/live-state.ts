import type { EventJoined, ShiftsFrame } from '../live.ts'
import type { SeenShift } from './live-diff.ts'

export type LiveState = {
  n: number
  as_of: string
  shifts: readonly SeenShift[]
}

export function applyJoin(state: LiveState, joined: EventJoined): LiveState {
  if (isOlder(joined, state)) return keepNewer(state, joined)
  const known = new Map(state.shifts.map((shift) => [shift.id, shift]))
  const shifts = joined.shifts.map((shift) => keepUnchanged(known.get(shift.id), shift))
  return { n: joined.n, as_of: joined.as_of, shifts }
}

/** Replaces shifts whole, so a repeated frame changes no count. After `'gap'`, a missing frame, join again. */
export function applyFrame(state: LiveState, frame: ShiftsFrame): LiveState | 'gap' {
  if (frame.n <= state.n) return state
  if (frame.n > state.n + 1) return 'gap'
  if (isOlder(frame, state)) return keepNewer(state, frame)
  return { n: frame.n, as_of: frame.as_of, shifts: merge(state.shifts, frame) }
}

/** Compares two readings, because a cached page may be older or newer than the channel's state. */
function isOlder(reading: { as_of: string }, than: { as_of: string }): boolean {
  return Date.parse(reading.as_of) < Date.parse(than.as_of)
}

/** Returns the same object if nothing has changed, so that its row is not rendered again. */
function keepUnchanged(before: SeenShift | undefined, now: SeenShift): SeenShift {
  const isSame = JSON.stringify({ signing_up: 0, ...before }) === JSON.stringify({ signing_up: 0, ...now })
  return before && isSame ? before : now
}

/** Takes only `signing_up` from the older state, because HTTP answers do not have it. */
function keepNewer(state: LiveState, older: EventJoined & Pick<ShiftsFrame, 'signing_up'>): LiveState {
  const counts = Object.fromEntries(older.shifts.map(({ id, signing_up }) => [id, signing_up]))
  return { ...state, n: older.n, shifts: count(state.shifts, { ...counts, ...older.signing_up }) }
}

function merge(have: readonly SeenShift[], { shifts, removed, signing_up }: ShiftsFrame): SeenShift[] {
  const byId = new Map(have.map((shift) => [shift.id, shift]))
  for (const shift of shifts) byId.set(shift.id, shift)
  for (const id of removed) byId.delete(id)
  return count([...byId.values()], signing_up)
}

function count(shifts: readonly SeenShift[], counts: ShiftsFrame['signing_up'] = {}): SeenShift[] {
  return shifts.map((shift) => {
    const signing_up = counts[shift.id]
    return signing_up === undefined ? shift : { ...shift, signing_up }
  })
}
