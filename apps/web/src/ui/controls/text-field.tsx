import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

export function TextField({
  label,
  hint,
  error,
  optional = false,
  className = '',
  ...input
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => <input {...input} {...control} className={controlClass()} />}
    </Field>
  )
}
