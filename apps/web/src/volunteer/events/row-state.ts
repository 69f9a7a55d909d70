import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { hasStarted, isOver } from '@muster/contract/rules/shift-phase'
import { overlaps } from '@muster/contract/rules/time-conflict'
import { isOpenShift } from './shift-terms.ts'

export type RowState = {
  /**
   * `begun`: closed to sign-up (D13), or full without a waiting list (D44). `closed`: has free places, and the event takes
   * no sign-ups now (D49).
   */
  kind: 'free' | 'closed' | 'chosen' | 'own' | 'full' | 'begun' | 'over' | 'clash' | 'own_clash'
  /** Has begun. Sign-up may be open all the same (D49). */
  isRunning: boolean
  /** Of a clash: when the other shift is, one that is chosen, or one of somebody who is known to this browser. */
  when: string
}

type Visitor = {
  chosen: readonly string[]
  /** D45: ids of the visitor's assignments. */
  own: ReadonlySet<string>
  event: PublicEvent
  /** D49: the event takes sign-ups now. */
  is_open: boolean
  now: string
  whenOf: (shift: SeenShift) => string
}

/** One object per state, so that rows that did not change are not rendered again. */
const states = new Map<string, RowState>()

function stateOf(kind: RowState['kind'], isRunning: boolean, when = ''): RowState {
  const key = `${kind} ${isRunning} ${when}`
  const known = states.get(key) ?? { kind, isRunning, when }
  states.set(key, known)
  return known
}

/**
 * Returns the states by shift id. D14: a volunteer's shifts may touch, but not overlap. Whose shift it is that clashes is for the
 * server to say: several people may use one phone.
 */
export function listRowStates(
  shifts: readonly SeenShift[],
  { event, chosen, own, is_open, now, whenOf }: Visitor,
): ReadonlyMap<string, RowState> {
  const isOwn = (shift: SeenShift) => shift.assigned_people.some(({ person_id }) => own.has(person_id))
  const kindOf = (shift: SeenShift) => {
    if (isOwn(shift)) return 'own'
    if (isOver(shift, now)) return 'over'
    if (!isOpenShift(event, shift, now)) return 'begun'
    if (shift.spots_left === 0) return hasStarted(shift, now) || !is_open ? 'begun' : 'full'
    if (!is_open) return 'closed'
    return chosen.includes(shift.id) ? 'chosen' : 'free'
  }
  const ofKind = (kind: RowState['kind']) => shifts.filter((shift) => kindOf(shift) === kind)
  const [chosenShifts, ownShifts] = [ofKind('chosen'), ofKind('own')]
  const stateIn = (shift: SeenShift) => {
    const kind = kindOf(shift)
    const isRunning = hasStarted(shift, now)
    if (kind !== 'free') return stateOf(kind, isRunning)
    const overlapped = (among: readonly SeenShift[]) => among.find((each) => overlaps(each, shift))
    const [clash, ownClash] = [overlapped(chosenShifts), overlapped(ownShifts)]
    if (clash) return stateOf('clash', isRunning, whenOf(clash))
    return ownClash ? stateOf('own_clash', isRunning, whenOf(ownClash)) : stateOf('free', isRunning)
  }
  return new Map(shifts.map((shift) => [shift.id, stateIn(shift)]))
}

export const isFull = (state: RowState | undefined): boolean =>
  state?.kind === 'full' || state?.kind === 'begun'

export function isTakeable(state: RowState | undefined): boolean {
  return !isFull(state) && state?.kind !== 'over'
}
