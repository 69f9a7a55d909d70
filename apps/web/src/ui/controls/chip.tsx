import { type ComponentProps, type ReactNode, useContext } from 'react'
import { Icon, type IconName } from '../page/icon.tsx'
import { ReadOnly } from './read-only.ts'
import '../../styles/desk-forms.css'

type ChipProps = Omit<ComponentProps<'button'>, 'type' | 'aria-pressed'>

/** A choice that is on or off. */
export function Chip({ isOn, children, onClick, ...rest }: ChipProps & { isOn: boolean }) {
  const isReadOnly = useContext(ReadOnly)
  return (
    <button
      {...rest}
      type="button"
      className="chip"
      aria-pressed={isOn}
      onClick={isReadOnly ? undefined : onClick}
    >
      {isOn && <Icon name="check" size="small" />}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </button>
  )
}

/** Adds another choice beside the chips. */
export function AddChip({ icon, children, ...rest }: ChipProps & { icon: IconName; children: ReactNode }) {
  return (
    <button {...rest} type="button" className="chip" data-adds>
      <Icon name={icon} size="small" />
      {children}
    </button>
  )
}
