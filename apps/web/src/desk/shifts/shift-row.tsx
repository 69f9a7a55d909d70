import type { Shift } from '@muster/contract/shifts'
import { cva } from 'class-variance-authority'
import { type MouseEvent, memo } from 'react'
import { useMay } from '../../api/rights.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { CoverageBar } from '../../ui/feedback/coverage-bar.tsx'
import { OpenPlaces } from '../../ui/feedback/open-places.tsx'
import { Chevron } from '../../ui/page/chevron.tsx'
import type { CountedShift } from './group-shifts.ts'
import type { ShiftActions } from './shift-pieces.tsx'
import { editShiftId, openShiftId, ShiftClock, ShiftNotes, useShiftName } from './shift-words.tsx'
import { useText } from './texts.ts'

type ShiftRowProps = ShiftActions & {
  counted: CountedShift
  day: string
  dayName: string
  isOpen: boolean
  isLit: boolean
}

const rowClass = cva('group cursor-pointer *:h-14.5', {
  variants: {
    open: {
      true: '*:bg-sunken *:first:rounded-tl-card *:last:rounded-tr-card',
      false: 'not-last:cells-line-100',
    },
    lit: { true: '*:bg-primary-soft!', false: '' },
  },
})

const actionClass = 'max-wide:px-2! max-wide:text-compact'

export const ShiftRow = memo(function ShiftRow({
  event,
  counted: { shift, coverage },
  day,
  dayName,
  isOpen,
  isLit,
  onToggle,
  onEdit,
  onDelete,
}: ShiftRowProps) {
  const t = useText()
  const shiftName = useShiftName(event)
  const name = shiftName(shift)
  // The click is for pointers; the button at the row's end does the same for the keyboard.
  return (
    <tr className={rowClass({ open: isOpen, lit: isLit })} onClick={() => onToggle(shift)}>
      <td className="pl-3 text-compact whitespace-nowrap text-ink-2">{dayName}</td>
      <td className="px-3 font-semibold whitespace-nowrap tabular-nums group-hover:text-primary">
        <ShiftClock event={event} shift={shift} day={day} />
      </td>
      <td className="px-3">
        <CoverageBar {...coverage} />
      </td>
      <td className="pr-3 text-right tabular-nums">
        {coverage.confirmed}/{coverage.needed}
      </td>
      <td colSpan={2} className="px-3">
        <RowActions {...{ shift, coverage, name, isOpen, onEdit, onDelete }} />
      </td>
      <td className="pr-0.5 pl-3 text-right whitespace-nowrap">
        <IconButton
          id={openShiftId(shift)}
          label={t(isOpen ? 'close' : 'open', { shift: name })}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId(shift) : undefined}
          onClick={alone(() => onToggle(shift))}
        >
          <Chevron />
        </IconButton>
      </td>
    </tr>
  )
})

type RowActionsProps = Pick<ShiftRowProps, 'isOpen' | 'onEdit' | 'onDelete'> & CountedShift & { name: string }

function RowActions({ shift, coverage, name, isOpen, onEdit, onDelete }: RowActionsProps) {
  const t = useText()
  const mayPlan = useMay('plan')
  return (
    <div className={`-mr-3 flex flex-wrap items-center ${isOpen ? 'py-1.75' : ''}`}>
      <span className="flex-[1_1_96px] leading-snug">
        <OpenPlaces coverage={coverage} />
        <ShiftNotes shift={shift} isFirst={coverage.missing === 0 && coverage.pending === 0} />
      </span>
      {mayPlan && (
        <span className="ml-auto flex flex-wrap whitespace-nowrap">
          <Button
            kind="quiet"
            className={actionClass}
            id={editShiftId(shift)}
            aria-description={name}
            onClick={alone(() => onEdit(shift))}
          >
            {t(isOpen ? 'edit_shift' : 'edit')}
          </Button>
          {isOpen && (
            <Button
              kind="quiet"
              className={actionClass}
              aria-description={name}
              onClick={alone(() => onDelete(shift))}
            >
              {t('remove_shift')}
            </Button>
          )}
        </span>
      )}
    </div>
  )
}

export function panelId({ id }: Shift): string {
  return `people-of-${id}`
}

function alone(run: () => void) {
  return (press: MouseEvent) => {
    press.stopPropagation()
    run()
  }
}
