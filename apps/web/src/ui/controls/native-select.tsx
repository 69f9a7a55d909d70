import type { ComponentProps } from 'react'
import { Icon } from '../page/icon.tsx'
import { Field, type FieldProps } from './field.tsx'

/** A choice from a short list with its label; the system's own list opens. Options are the children. */
export function NativeSelect({
  label,
  hint,
  error,
  optional = false,
  className = '',
  ...select
}: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => <SelectBox {...select} {...control} />}
    </Field>
  )
}

/** The list alone, for a field that has a label of its own. */
export function SelectBox({ className = '', ...select }: ComponentProps<'select'>) {
  return (
    <div className={`select ${className}`}>
      <select {...select} className="field" />
      <Icon name="down" />
    </div>
  )
}
