import type { Event } from '@muster/contract/events'
import { useId } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/button.tsx'
import { CoverageBar } from '../../ui/coverage-bar.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { CountedShift, RoleGroup } from './group-shifts.ts'
import { cutInPieces, type Piece, useDrawnPiece } from './shift-pieces.ts'
import type { ShiftListProps } from './shift-table.tsx'
import { editShiftId, OpenPlaces, openShiftId, ShiftClock } from './shift-words.tsx'
import { useText } from './texts.ts'

/** Of a card and the gap above it: what a piece that was never drawn keeps free for each. */
const CARD_PX = 92

/** The table for narrow screens: a card each, under its role and its day. */
export function ShiftCards({ groups, ...list }: ShiftListProps) {
  const t = useText()
  return (
    <section aria-label={t('by_role')}>
      {groups.map((group) => (
        <RoleSection key={group.role_id} group={group} pieces={cutInPieces(group, groups)} {...list} />
      ))}
    </section>
  )
}

type CardListProps = Omit<ShiftListProps, 'groups'>

function RoleSection({
  group,
  pieces,
  ...list
}: CardListProps & { group: RoleGroup; pieces: readonly Piece[] }) {
  const t = useText()
  const id = useId()
  return (
    <section className="mt-10" aria-labelledby={id}>
      <h3 id={id} className="text-h3">
        {group.name}
      </h3>
      <p className="text-meta text-ink-2">
        {t('covered', { covered: group.covered, count: group.shifts.length })}
      </p>
      {pieces.map((piece) => (
        <PieceOfCards key={piece.first} piece={piece} before={group.shifts[piece.first - 1]} {...list} />
      ))}
    </section>
  )
}

function PieceOfCards({
  piece,
  before,
  ...list
}: CardListProps & { piece: Piece; before: CountedShift | undefined }) {
  const { day: dayOf } = useDateFormat(list.event.time_zone)
  const {
    ref,
    isDrawn,
    height = piece.shifts.length * CARD_PX,
  } = useDrawnPiece(piece, [list.openId, list.editedId])
  if (!isDrawn) return <div ref={ref} style={{ height }} />
  return (
    <div ref={ref}>
      {partByDay(piece, dayOf).map(({ day, shifts }, index) => (
        <div key={day}>
          {/* A day that goes on from the piece before has been named there. */}
          {!(index === 0 && before && dayOf(before.shift.start_dt) === day) && (
            <h4 className="mt-4 text-meta font-semibold text-ink-2">{day}</h4>
          )}
          <ul>
            {shifts.map((counted) => (
              <li key={counted.shift.id} className="card shift-card mt-2">
                {counted.shift.id === list.editedId ? (
                  <div className="p-4">{list.renderEditor(counted.shift)}</div>
                ) : (
                  <ShiftCard counted={counted} {...list} />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function ShiftCard({
  event,
  counted: { shift, coverage },
  openId,
  onToggle,
  onEdit,
  onDelete,
  renderPanel,
}: Omit<ShiftListProps, 'groups'> & { event: Event; counted: CountedShift }) {
  const t = useText()
  const isOpen = shift.id === openId
  return (
    <>
      <button
        type="button"
        id={openShiftId(shift)}
        className="chevron"
        aria-expanded={isOpen}
        onClick={() => onToggle(shift)}
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <b className="num text-lead [&>small]:ml-2 [&>small]:text-meta [&>small]:font-normal [&>small]:text-ink-3">
            <ShiftClock event={event} shift={shift} />
          </b>
          <span>
            <OpenPlaces coverage={coverage} />
          </span>
        </span>
        <span className="mt-2 flex items-center gap-3">
          <CoverageBar
            className="flex-1"
            needed={coverage.needed}
            confirmed={coverage.confirmed}
            pending={coverage.pending}
          />
          <span className="num" aria-hidden="true">
            {coverage.confirmed}/{coverage.needed}
          </span>
          <Icon name="down" />
        </span>
      </button>
      {isOpen && (
        <div className="bg-sunken px-3 pt-1 pb-3">
          <div className="mb-1 flex flex-wrap">
            <Button kind="quiet" id={editShiftId(shift)} onClick={() => onEdit(shift)}>
              {t('edit_shift')}
            </Button>
            <Button kind="quiet" onClick={() => onDelete(shift)}>
              {t('remove_shift')}
            </Button>
          </div>
          {renderPanel(shift)}
        </div>
      )}
    </>
  )
}

function partByDay(piece: Piece, dayOf: (iso: string) => string): { day: string; shifts: CountedShift[] }[] {
  const days = new Map<string, CountedShift[]>()
  for (const counted of piece.shifts) {
    const day = dayOf(counted.shift.start_dt)
    days.set(day, [...(days.get(day) ?? []), counted])
  }
  return [...days].map(([day, shifts]) => ({ day, shifts }))
}
