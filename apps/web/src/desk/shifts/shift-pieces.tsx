import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { useDeferredValue } from 'react'
import { useCoverageLabel } from '../../ui/feedback/coverage-words.ts'
import { cutInPieces, FarItems, type Piece } from '../../ui/page/windowing.tsx'
import type { ListedGroup, ListedShift } from './group-shifts.ts'
import { useShiftName } from './shift-words.tsx'

export type ShiftListProps = RowProps & {
  groups: readonly ListedGroup[]
  /** Ids of shifts that others have just changed. */
  lit: ReadonlySet<string>
  openId: string | undefined
  ticked: ReadonlySet<string>
}

/** Stable between renders, so that unchanged shifts are not rendered again. */
export type RowProps = {
  event: Event
  now: string
  /** First names of several people, one a line. */
  shared: string
  /** What is searched for, or ''. */
  query: string
  /** `byKeyboard`: the focus follows into the sheet. */
  onToggle: (shift: Shift, byKeyboard: boolean) => void
  onEdit: (shift: Shift) => void
  /** D61: a press on an empty place. */
  onFill?: ((shift: Shift) => void) | undefined
  /** Undefined for those who may not change shifts. */
  onTick: Selection['onTick'] | undefined
}

/** `ticked`: ids, also of shifts that are not shown. */
export type Selection = {
  ticked: ReadonlySet<string>
  /** `isRange`: all from the one that was ticked before. Stable between renders. */
  onTick: (shift_id: string, how: { isOn: boolean; isRange: boolean }) => void
  onTickAll: (shift_ids: readonly string[], isOn: boolean) => void
}

export type ShiftPiece = Piece<ListedShift> & { group: ListedGroup; isAlwaysFull: boolean }

/** `openId`, `lit` and `ticked` are set only in pieces that show them, so that others are not rendered again. */
export type PieceProps = RowProps & {
  piece: ShiftPiece
  openId: string | undefined
  lit: ReadonlySet<string> | undefined
  ticked: ReadonlySet<string> | undefined
}

/** Shifts per piece. Measured with 500 shifts: "Edit" takes 160 ms with all in full, 90 ms in pieces. */
const PIECE = 20
/** Up to so many shifts all are rendered. */
const SHORT_LIST = 200

export function cutGroups(groups: readonly ListedGroup[]): { group: ListedGroup; pieces: ShiftPiece[] }[] {
  const isShort = groups.reduce((sum, { shifts }) => sum + shifts.length, 0) <= SHORT_LIST
  return groups.map((group, at) => ({
    group,
    pieces: cutInPieces(group.shifts, PIECE).map((piece) => ({
      ...piece,
      group,
      isAlwaysFull: isShort || (at < 2 && piece.first === 0),
    })),
  }))
}

/** Returns the id of the open shift if it is in the piece. */
export function openIdIn({ items }: ShiftPiece, openId: string | undefined): string | undefined {
  return items.some(({ counted: { shift } }) => shift.id === openId) ? openId : undefined
}

/** Returns the set if one of its ids is in the piece. */
export function partIn({ items }: ShiftPiece, ids: ReadonlySet<string>): ReadonlySet<string> | undefined {
  return items.some(({ counted }) => ids.has(counted.shift.id)) ? ids : undefined
}

export function FarShifts({ event, piece, height }: { event: Event; piece: ShiftPiece; height: number }) {
  const labelOf = useCoverageLabel()
  const shiftName = useShiftName(event)
  // After what is near is shown: with 5,000 shifts the texts take 40 % of the rendering (measured).
  const isDue = useDeferredValue(true, false)
  return (
    <FarItems height={height}>
      {piece.items.map(
        ({ counted: { shift, coverage }, isRepeat }) =>
          isDue &&
          !isRepeat && (
            <li key={shift.id}>
              {shiftName(shift)}, {labelOf(coverage)}
            </li>
          ),
      )}
    </FarItems>
  )
}
