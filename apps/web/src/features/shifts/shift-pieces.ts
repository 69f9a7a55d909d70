import { useNearScreen } from '../../ui/use-near-screen.ts'
import type { CountedShift, RoleGroup } from './group-shifts.ts'

/** Shifts that are drawn together, or not at all while they are far from the screen. */
export type Piece = { first: number; shifts: readonly CountedShift[]; isAlwaysDrawn: boolean }

/** Up to so many shifts are simply all drawn: they can be printed, and found by the browser's own search. */
const ALL_DRAWN = 100
/** About a screen high. Measured: 500 rows drawn at once make each press take 100–300 ms, in pieces 20–80. */
const PIECE = 20

/** A role's shifts in pieces, of which the first ones of the page are drawn at once. */
export function cutInPieces(group: RoleGroup, groups: readonly RoleGroup[]): Piece[] {
  const all = groups.reduce((sum, { shifts }) => sum + shifts.length, 0)
  const isTop = groups.slice(0, 2).includes(group)
  return Array.from({ length: Math.ceil(group.shifts.length / PIECE) }, (_, index) => ({
    first: index * PIECE,
    shifts: group.shifts.slice(index * PIECE, (index + 1) * PIECE),
    isAlwaysDrawn: all <= ALL_DRAWN || (isTop && index === 0),
  }))
}

/** Whether a piece is drawn; what somebody is at work on always is. `ref` goes on its element in either case. */
export function useDrawnPiece(
  { shifts, isAlwaysDrawn }: Piece,
  atWork: readonly (string | undefined)[],
): { ref: (element: HTMLElement | null) => void; isDrawn: boolean; height: number | undefined } {
  const { ref, isNear, height } = useNearScreen(isAlwaysDrawn)
  const isDrawn = isAlwaysDrawn || isNear || shifts.some(({ shift }) => atWork.includes(shift.id))
  return { ref, isDrawn, height }
}
