import type { SeenShift } from '@muster/contract/rules/live-diff'
import { isOver } from '@muster/contract/rules/shift-phase'
import { overlaps } from '@muster/contract/rules/time-conflict'

export type RowState =
  | { kind: 'free' | 'chosen' | 'own' | 'full' | 'over' }
  /** With another shift of the visitor, of this time. */
  | { kind: 'clash'; when: string }

type Visitor = {
  chosen: readonly string[]
  /** D45: ids of the visitor's assignments. */
  own: ReadonlySet<string>
  now: string
  whenOf: (shift: SeenShift) => string
}

/** One object per state, so that rows that did not change are not rendered again. */
const states = new Map<string, RowState>()

function stateOf(kind: RowState['kind'], when = ''): RowState {
  const key = `${kind} ${when}`
  const known = states.get(key) ?? (kind === 'clash' ? { kind, when } : { kind })
  states.set(key, known)
  return known
}

/** By shift id. D14: a volunteer's shifts may touch, not overlap. */
export function listRowStates(
  shifts: readonly SeenShift[],
  { chosen, own, now, whenOf }: Visitor,
): ReadonlyMap<string, RowState> {
  const isOwn = (shift: SeenShift) => shift.assigned_people.some(({ person_id }) => own.has(person_id))
  const taken = shifts.filter((shift) => chosen.includes(shift.id) || isOwn(shift))
  return new Map(
    shifts.map((shift) => {
      const find = () => {
        if (isOwn(shift)) return stateOf('own')
        if (isOver(shift, now)) return stateOf('over')
        if (shift.spots_left === 0) return stateOf('full')
        if (chosen.includes(shift.id)) return stateOf('chosen')
        const other = taken.find((each) => each.id !== shift.id && overlaps(each, shift))
        return other ? stateOf('clash', whenOf(other)) : stateOf('free')
      }
      return [shift.id, find()]
    }),
  )
}
