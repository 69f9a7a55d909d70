import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

export function TextArea({
  label,
  hint,
  error,
  optional = false,
  className = '',
  ...textarea
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => (
        <textarea rows={4} {...textarea} {...control} className={controlClass({ className: 'resize-y' })} />
      )}
    </Field>
  )
}
