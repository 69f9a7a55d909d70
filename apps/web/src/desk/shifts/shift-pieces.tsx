import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import type { ReactNode } from 'react'
import { useCoverageLabel } from '../../ui/feedback/coverage-words.ts'
import { cutInPieces, FarItems, type Piece, SHORT_LIST } from '../../ui/page/windowing.tsx'
import type { ListedGroup, ListedShift } from './group-shifts.ts'
import { useShiftName } from './shift-words.tsx'

export type ShiftListProps = ShiftActions &
  OpenParts & {
    groups: readonly ListedGroup[]
    /** Ids of shifts that others have just changed. */
    lit: ReadonlySet<string>
  }

/** Stable between renders, so that unchanged shifts are not rendered again. */
export type ShiftActions = {
  event: Event
  onToggle: (shift: Shift) => void
  onEdit: (shift: Shift) => void
  onDelete: (shift: Shift) => void
}

export type OpenParts = {
  openId: string | undefined
  editedId: string | undefined
  editor: ReactNode
  renderPanel: (shift: Shift) => ReactNode
}

export type ShiftPiece = Piece<ListedShift> & { group: ListedGroup; isAlwaysFull: boolean }

/** `open` and `lit` are set only in pieces that show them, so that others are not rendered again. */
export type PieceProps = ShiftActions & {
  piece: ShiftPiece
  open: OpenParts | undefined
  lit: ReadonlySet<string> | undefined
}

/** Shifts per piece. Measured with 500 shifts: "Edit" takes 160 ms with all in full, 90 ms in pieces. */
const PIECE = 20

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

/** Returns the open parts if the open or edited shift is in the piece or directly before it. */
export function openPartsIn({ items, before }: ShiftPiece, open: OpenParts): OpenParts | undefined {
  const isOpen = ({ counted: { shift } }: ListedShift) =>
    shift.id === open.openId || shift.id === open.editedId
  return (before && isOpen(before)) || items.some(isOpen) ? open : undefined
}

export function litIn({ items }: ShiftPiece, lit: ReadonlySet<string>): ReadonlySet<string> | undefined {
  return items.some(({ counted }) => lit.has(counted.shift.id)) ? lit : undefined
}

export function FarShifts({ event, piece, height }: { event: Event; piece: ShiftPiece; height: number }) {
  const labelOf = useCoverageLabel()
  const shiftName = useShiftName(event)
  return (
    <FarItems height={height}>
      {piece.items.map(
        ({ counted: { shift, coverage }, isRepeat }) =>
          !isRepeat && (
            <li key={shift.id}>
              {shiftName(shift)}, {labelOf(coverage)}
            </li>
          ),
      )}
    </FarItems>
  )
}
