import type { MouseEvent } from 'react'
import { boxClass, signClass } from '../../ui/controls/checkbox.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'

export const isOnBox = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('.row-box') !== null

/** The box that selects a row, or all rows of a head. It shows itself under the pointer, the focus, or once any is ticked. */
export function RowBox({
  name,
  isTicked,
  isMixed = false,
  onTick,
}: {
  name: string
  isTicked: boolean
  /** Some of the rows are ticked. */
  isMixed?: boolean
  onTick: (how: { isOn: boolean; isRange: boolean }) => void
}) {
  const t = useText()
  const tick = (press: MouseEvent) => onTick({ isOn: !isTicked, isRange: press.shiftKey })
  return (
    <label className="row-box">
      <span className="relative grid size-5 place-items-center">
        <input
          type="checkbox"
          className={boxClass({ className: 'size-5! indeterminate:border-primary indeterminate:bg-primary' })}
          aria-label={t('select', { name })}
          checked={isTicked}
          ref={(box) => {
            if (box) box.indeterminate = isMixed
          }}
          onChange={() => undefined}
          onClick={tick}
        />
        <Icon
          name={isMixed ? 'minus' : 'check'}
          size="tiny"
          className={
            isMixed ? 'pointer-events-none relative text-on-primary forced-colors:hidden' : signClass
          }
        />
      </span>
    </label>
  )
}
