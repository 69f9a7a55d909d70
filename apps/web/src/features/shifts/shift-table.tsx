import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { Fragment, type MouseEvent, memo, type ReactNode } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CoverageBar } from '../../ui/coverage-bar.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { CountedShift, RoleGroup } from './group-shifts.ts'
import { cutInPieces, type Piece, useDrawnPiece } from './shift-pieces.ts'
import { editShiftId, OpenPlaces, openShiftId, ShiftClock, useShiftName } from './shift-words.tsx'
import { useText } from './texts.ts'

/** What the table and the cards show alike, and what they ask for. */
export type ShiftListProps = {
  event: Event
  groups: readonly RoleGroup[]
  openId: string | undefined
  editedId: string | undefined
  onToggle: (shift: Shift) => void
  onEdit: (shift: Shift) => void
  onDelete: (shift: Shift) => void
  /** The form in place of the shift that is edited. */
  renderEditor: (shift: Shift) => ReactNode
  /** What lies below the shift that is open. */
  renderPanel: (shift: Shift) => ReactNode
}

const COLUMNS = 7
/** The heights of the style sheet, for what is not drawn yet. */
const ROW_PX = 58
const HEAD_PX = 68

export function ShiftTable({ groups, ...list }: ShiftListProps) {
  const t = useText()
  return (
    <section className="card shifts" aria-label={t('by_role')}>
      <table>
        <colgroup>
          <col className="w-[152px]" />
          <col className="w-[168px]" />
          <col className="w-[240px]" />
          <col className="w-[64px]" />
          <col />
          <col className="w-[104px]" />
          <col className="w-[58px]" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t('time')}
            </th>
            <th scope="col" colSpan={3}>
              {t('coverage')}
            </th>
            <th scope="col" colSpan={2}>
              <span className="sr-only">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        {groups.map((group) => (
          <RoleBodies key={group.role_id} group={group} pieces={cutInPieces(group, groups)} {...list} />
        ))}
      </table>
    </section>
  )
}

type RoleProps = Omit<ShiftListProps, 'groups'> & { group: RoleGroup }

function RoleBodies({ pieces, ...role }: RoleProps & { pieces: readonly Piece[] }) {
  return pieces.map((piece) => <PieceBody key={piece.first} piece={piece} {...role} />)
}

function PieceBody({ group, piece, ...list }: RoleProps & { piece: Piece }) {
  const t = useText()
  const { event, openId, editedId, onToggle, onEdit, onDelete, renderEditor, renderPanel } = list
  const format = useDateFormat(event.time_zone)
  const isTop = piece.first === 0
  const { ref, isDrawn, height } = useDrawnPiece(piece, [openId, editedId])
  if (!isDrawn) {
    return (
      <tbody ref={ref}>
        <tr
          aria-hidden="true"
          style={{ height: height ?? piece.shifts.length * ROW_PX + (isTop ? HEAD_PX : 0) }}
        />
      </tbody>
    )
  }
  return (
    <tbody ref={ref}>
      {isTop && (
        <tr className="group">
          <th scope="rowgroup" colSpan={COLUMNS}>
            {group.name}
            <small>{t('covered', { covered: group.covered, count: group.shifts.length })}</small>
          </th>
        </tr>
      )}
      {piece.shifts.map((counted, index) => {
        const { shift } = counted
        if (shift.id === editedId) {
          return (
            <tr className="inset whole" key={shift.id}>
              <td colSpan={COLUMNS}>{renderEditor(shift)}</td>
            </tr>
          )
        }
        const day = format.day(shift.start_dt)
        const before = group.shifts[piece.first + index - 1]
        const isOpen = shift.id === openId
        const isPlain = before?.shift.id !== openId && before?.shift.id !== editedId
        const isSaid = isPlain && before && format.day(before.shift.start_dt) === day
        return (
          <Fragment key={shift.id}>
            <ShiftRow
              event={event}
              counted={counted}
              // Only where it changes, and where the row above does not end in it.
              day={isSaid && !isOpen ? '' : day}
              isOpen={isOpen}
              onToggle={onToggle}
              onEdit={onEdit}
              onDelete={onDelete}
            />
            {isOpen && (
              <tr className="inset" id={panelId(shift)}>
                <td colSpan={COLUMNS}>{renderPanel(shift)}</td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </tbody>
  )
}

type ShiftRowProps = Pick<ShiftListProps, 'event' | 'onToggle' | 'onEdit' | 'onDelete'> & {
  counted: CountedShift
  day: string
  isOpen: boolean
}

// Kept while nothing of it changes: an event may have thousands of rows, and one opens at a time.
const ShiftRow = memo(function ShiftRow({
  event,
  counted: { shift, coverage },
  day,
  isOpen,
  onToggle,
  onEdit,
  onDelete,
}: ShiftRowProps) {
  const t = useText()
  const shiftName = useShiftName(event)
  const name = shiftName(shift)
  // The row answers the pointer; the button at its end does the same for the keyboard and says its state.
  return (
    <tr className={isOpen ? 'shift open' : 'shift'} onClick={() => onToggle(shift)}>
      <td>{day}</td>
      <td className="clock">
        <ShiftClock event={event} shift={shift} />
      </td>
      <td>
        <CoverageBar needed={coverage.needed} confirmed={coverage.confirmed} pending={coverage.pending} />
      </td>
      <td className="num pl-0! text-right">
        {coverage.confirmed}/{coverage.needed}
      </td>
      <td colSpan={2}>
        <RowActions {...{ shift, coverage, name, isOpen, onEdit, onDelete }} />
      </td>
      <td className="actions pr-0.5!">
        <IconButton
          id={openShiftId(shift)}
          className="chevron"
          label={t(isOpen ? 'close' : 'open', { shift: name })}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId(shift) : undefined}
          onClick={alone(() => onToggle(shift))}
        >
          <Icon name="down" />
        </IconButton>
      </td>
    </tr>
  )
})

type RowActionsProps = Pick<ShiftRowProps, 'isOpen' | 'onEdit' | 'onDelete'> & CountedShift & { name: string }

function RowActions({ shift, coverage, name, isOpen, onEdit, onDelete }: RowActionsProps) {
  const t = useText()
  return (
    <div className="open-row">
      <span>
        <OpenPlaces coverage={coverage} />
      </span>
      <span className="actions">
        <Button
          kind="quiet"
          id={editShiftId(shift)}
          aria-description={name}
          onClick={alone(() => onEdit(shift))}
        >
          {t(isOpen ? 'edit_shift' : 'edit')}
        </Button>
        {isOpen && (
          <Button kind="quiet" aria-description={name} onClick={alone(() => onDelete(shift))}>
            {t('remove_shift')}
          </Button>
        )}
      </span>
    </div>
  )
}

function panelId({ id }: Shift): string {
  return `people-of-${id}`
}

/** A press on a button of the row is none on the row. */
function alone(run: () => void) {
  return (press: MouseEvent) => {
    press.stopPropagation()
    run()
  }
}
