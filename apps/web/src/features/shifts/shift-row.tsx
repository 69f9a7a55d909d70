import type { Shift } from '@muster/contract/shifts'
import { type MouseEvent, memo } from 'react'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { CoverageBar } from '../../ui/feedback/coverage-bar.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import type { CountedShift } from './group-shifts.ts'
import type { ShiftActions } from './shift-pieces.tsx'
import { editShiftId, OpenPlaces, openShiftId, ShiftClock, useShiftName } from './shift-words.tsx'
import { useText } from './texts.ts'

type ShiftRowProps = ShiftActions & { counted: CountedShift; day: string; isOpen: boolean }

// Kept while nothing of it changes: where a shift opens, the rows around it stay as they are.
export const ShiftRow = memo(function ShiftRow({
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

/** What an open row shows below itself. */
export function panelId({ id }: Shift): string {
  return `people-of-${id}`
}

/** A press on a button of the row is none on the row. */
function alone(run: () => void) {
  return (press: MouseEvent) => {
    press.stopPropagation()
    run()
  }
}
