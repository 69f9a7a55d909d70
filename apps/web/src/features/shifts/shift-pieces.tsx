import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import type { ReactNode } from 'react'
import { useIsPaper } from '../../ui/hooks/use-is-paper.ts'
import type { CountedShift, RoleGroup } from './group-shifts.ts'
import { useShiftName } from './shift-words.tsx'
import { useText } from './texts.ts'
import { useNearScreen } from './use-near-screen.ts'

/** What the table and the cards show alike, and what they ask for. */
export type ShiftListProps = ShiftActions &
  Work & {
    groups: readonly RoleGroup[]
  }

/** The same at every drawing, so that a shift of which nothing changes is not drawn again. */
export type ShiftActions = {
  event: Event
  onToggle: (shift: Shift) => void
  onEdit: (shift: Shift) => void
  onDelete: (shift: Shift) => void
}

/** What somebody is at: the shift that is open, the one that is edited, and what they show. */
export type Work = {
  openId: string | undefined
  editedId: string | undefined
  /** The form in place of the shift that is edited. */
  editor: ReactNode
  /** What lies below the shift that is open. */
  renderPanel: (shift: Shift) => ReactNode
}

/** Shifts of a role that are drawn together. */
export type Piece = {
  group: RoleGroup
  shifts: readonly CountedShift[]
  /** The shift above the first of them. */
  before: CountedShift | undefined
  isAlwaysDrawn: boolean
}

/** What a piece is given of the work: all where it is done, nothing elsewhere, so that only there it is drawn anew. */
export type PieceProps = ShiftActions & { piece: Piece; work: Work | undefined }

/** Up to so many shifts are simply all drawn. */
const ALL_DRAWN = 100
/** About a screen high. Measured with 500 shifts: all drawn in full, "Edit" works 160 ms; in pieces, 90. */
const PIECE = 20

/** The roles' shifts in pieces, of which the first ones of the page are drawn at once. */
export function cutInPieces(groups: readonly RoleGroup[]): { group: RoleGroup; pieces: Piece[] }[] {
  const all = groups.reduce((sum, { shifts }) => sum + shifts.length, 0)
  return groups.map((group, place) => ({
    group,
    pieces: Array.from({ length: Math.ceil(group.shifts.length / PIECE) }, (_, index) => ({
      group,
      shifts: group.shifts.slice(index * PIECE, (index + 1) * PIECE),
      before: group.shifts[index * PIECE - 1],
      isAlwaysDrawn: all <= ALL_DRAWN || (place < 2 && index === 0),
    })),
  }))
}

/** The work, if it is done in this piece or just above it. */
export function workIn({ shifts, before }: Piece, work: Work): Work | undefined {
  const isAt = ({ shift }: CountedShift) => shift.id === work.openId || shift.id === work.editedId
  return (before && isAt(before)) || shifts.some(isAt) ? work : undefined
}

/** Whether a piece is drawn; what somebody is at work on always is, and on paper everything. `ref` goes on its element in either case. */
export function useDrawnPiece({ piece: { isAlwaysDrawn }, work }: Pick<PieceProps, 'piece' | 'work'>): {
  ref: (element: HTMLElement | null) => void
  isDrawn: boolean
  height: number | undefined
} {
  const { ref, isNear, height } = useNearScreen(isAlwaysDrawn)
  const isPaper = useIsPaper()
  return { ref, isDrawn: isAlwaysDrawn || isNear || isPaper || work !== undefined, height }
}

/** What is far from the screen: a line of text each. So it is found and read out all the same. */
export function FarShifts({ event, piece, height }: { event: Event; piece: Piece; height: number }) {
  const t = useText()
  const shiftName = useShiftName(event)
  return (
    <ul className="overflow-clip [content-visibility:auto]" style={{ height }}>
      {piece.shifts.map(({ shift, coverage }) => (
        <li key={shift.id}>
          {shiftName(shift)}, {coverage.confirmed}/{coverage.needed}
          {coverage.missing > 0 && `, ${t('missing', { count: coverage.missing })}`}
        </li>
      ))}
    </ul>
  )
}
