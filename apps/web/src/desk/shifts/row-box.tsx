import type { MouseEvent } from 'react'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'

/** The box that selects a row, or all rows of a head. It shows itself under the pointer, the focus, or once any is ticked. */
export function RowBox({
  name,
  isTicked,
  isMixed = false,
  className = '',
  onTick,
}: {
  name: string
  isTicked: boolean
  /** Some of the rows are ticked. */
  isMixed?: boolean
  className?: string
  onTick: (how: { isOn: boolean; isRange: boolean }) => void
}) {
  const t = useText()
  const tick = (press: MouseEvent) => onTick({ isOn: !isTicked, isRange: press.shiftKey })
  return (
    // The row opens at a press beside the box.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <label className={`row-box ${className}`} onClick={(press) => press.stopPropagation()}>
      <input
        type="checkbox"
        aria-label={t('select', { name })}
        checked={isTicked}
        ref={(box) => {
          if (box) box.indeterminate = isMixed
        }}
        onChange={() => undefined}
        onClick={tick}
      />
      <Icon name={isMixed ? 'minus' : 'check'} size="tiny" />
    </label>
  )
}
