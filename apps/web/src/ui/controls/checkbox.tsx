import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../page/icon.tsx'
import { FieldError } from './field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, hint, error, className = '', ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className={className}>
      <label className="tick">
        <span className="tick-box">
          <input
            {...input}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
          />
          <Icon name="check" />
        </span>
        <span>
          {label}
          {hint && <span className="hint">{hint}</span>}
        </span>
      </label>
      <FieldError id={id} text={error} />
    </div>
  )
}
