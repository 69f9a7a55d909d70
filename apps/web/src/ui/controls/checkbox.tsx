import { cva } from 'class-variance-authority'
import { type ComponentProps, type MouseEvent, type ReactNode, useContext, useId } from 'react'
import { ErrorText } from '../feedback/error-text.tsx'
import { Icon } from '../page/icon.tsx'
import { ReadOnly } from './read-only.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

export const boxClass = cva([
  'peer absolute inset-0 size-6 cursor-[inherit] appearance-none rounded-small border-[1.5px] border-line-strong bg-surface',
  'checked:border-primary checked:bg-primary aria-invalid:border-2 aria-invalid:border-miss-fill',
  // Printers omit backgrounds: a ticked box would look empty.
  '[print-color-adjust:exact]',
  // Forced colours would show the check of an empty box.
  'forced-colors:appearance-auto',
])

export const signClass =
  'pointer-events-none relative text-transparent peer-checked:text-on-primary forced-colors:hidden'

/** A checkbox has no `readOnly`. React calls `onChange` even for a click whose default is prevented. */
const readOnlyBox = {
  'aria-readonly': true,
  onClick: (click: MouseEvent) => click.preventDefault(),
  onChange: () => undefined,
}

export function Checkbox({ label, hint, error, className = '', ...input }: CheckboxProps) {
  const id = useId()
  const isReadOnly = useContext(ReadOnly)
  return (
    <div className={className}>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 leading-snug">
        <span className="relative grid size-6 flex-none place-items-center">
          <input
            {...input}
            {...(isReadOnly && readOnlyBox)}
            type="checkbox"
            className={boxClass()}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
          />
          <Icon name="check" size="small" className={signClass} />
        </span>
        <span className="min-w-0 wrap-anywhere">
          {label}
          {hint && <span className="mt-px block text-hint text-ink-3">{hint}</span>}
        </span>
      </label>
      <ErrorText id={id} text={error} />
    </div>
  )
}
