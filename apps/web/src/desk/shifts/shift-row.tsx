import type { Shift } from '@muster/contract/shifts'
import { type MouseEvent, memo } from 'react'
import { useMay } from '../../api/rights.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { StateBar } from '../../ui/feedback/state-bar.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import type { CountedShift } from './group-shifts.ts'
import { NameList } from './name-list.tsx'
import { pressShift } from './press-gap.ts'
import { isOnBox, RowBox } from './row-box.tsx'
import type { RowProps } from './shift-pieces.tsx'
import { barId, openShiftId, ShiftClock, ShiftNotes, useShiftName } from './shift-words.tsx'
import { useText } from './texts.ts'

type ShiftRowProps = RowProps & {
  counted: CountedShift
  day: string
  dayName: string
  /** In a list by time: the role, and whether the row above begins at the same time. */
  role?: string | undefined
  isSameStart: boolean
  isOpen: boolean
  isLit: boolean
  isTicked: boolean
}

const iconClass = 'size-9! rounded-small! pointer-coarse:size-11!'

export const ShiftRow = memo(function ShiftRow({
  event,
  counted,
  day,
  dayName,
  role,
  isSameStart,
  isOpen,
  isLit,
  isTicked,
  now,
  shared,
  query,
  onToggle,
  onEdit,
  onFill,
  onTick,
}: ShiftRowProps) {
  const { shift, coverage } = counted
  const t = useText()
  const mayPlan = useMay('plan')
  const shiftName = useShiftName(event)
  const name = shiftName(shift)
  // The click is for pointers; the button at the row's end does the same for the keyboard.
  return (
    <tr
      data-row=""
      data-open={isOpen || undefined}
      data-lit={isLit || undefined}
      data-ticked={isTicked || undefined}
      className="group"
      onClick={(press) => isOnBox(press) || pressShift(press, counted, { onFill, onOpen: onToggle })}
    >
      <td className="relative pr-0! pl-10! text-meta whitespace-nowrap text-ink-2 @max-list:pl-9!">
        {onTick && <RowBox name={name} isTicked={isTicked} onTick={(how) => onTick(shift.id, how)} />}
        {dayName}
      </td>
      <td
        className={`@max-list:px-1! whitespace-nowrap tabular-nums ${isSameStart ? 'text-ink-2' : 'font-semibold'} ${role === undefined ? '' : 'pl-0!'}`}
      >
        <ShiftClock event={event} shift={shift} day={day} />
      </td>
      {role !== undefined && <td className="truncate pl-0! text-compact text-ink-2">{role}</td>}
      <td id={barId(shift)} className="@max-list:px-2!">
        <StateBar coverage={coverage} />
      </td>
      <td className="px-0! text-compact tabular-nums">
        {coverage.confirmed}/{coverage.needed}
      </td>
      <td className="@max-list:px-2!">
        <NameList {...{ shift, now, shared, query }} />
      </td>
      <td className="px-1! text-right text-compact whitespace-nowrap @max-list:text-meta">
        <OpenText counted={counted} />
        <ShiftNotes shift={shift} />
      </td>
      <td className="pr-3! pl-0! text-right whitespace-nowrap @max-list:pr-1!">
        {mayPlan && (
          <IconButton
            className={`${iconClass} text-ink-3! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 @max-list:hidden`}
            label={t('edit')}
            aria-description={name}
            onClick={alone(() => onEdit(shift))}
          >
            <Icon name="pencil" size="small" />
          </IconButton>
        )}
        <IconButton
          id={openShiftId(shift)}
          className={`${iconClass} scroll-mt-30 scroll-mb-20 text-ink-3!`}
          label={t(isOpen ? 'close' : 'open', { shift: name })}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId(shift) : undefined}
          onClick={alone((press) => onToggle(shift, press.detail === 0))}
        >
          <Icon name="right" size="medium" />
        </IconButton>
      </td>
    </tr>
  )
})

/** "3 missing" or "1 too many". What the chips say in colour is read too. */
function OpenText({ counted: { coverage } }: { counted: CountedShift }) {
  const t = useText()
  const { openParts } = useCoverageWords()
  const extra = coverage.confirmed - coverage.needed
  return (
    <>
      {openParts(coverage).map(({ kind, text }) => (
        <span key={kind} className={kind === 'missing' ? 'font-semibold text-miss' : 'sr-only'}>
          {text}
        </span>
      ))}
      {extra > 0 && <span className="font-semibold text-wait">{t('too_many', { count: extra })}</span>}
    </>
  )
}

export function panelId({ id }: Shift): string {
  return `people-of-${id}`
}

function alone(run: (press: MouseEvent) => void) {
  return (press: MouseEvent) => {
    press.stopPropagation()
    run(press)
  }
}
