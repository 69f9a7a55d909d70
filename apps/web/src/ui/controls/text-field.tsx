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

export function TextArea({
  label,
  hint,
  error,
  optional = false,
  className = '',
  rows = 4,
  ...textarea
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => (
        <textarea
          rows={rows}
          {...textarea}
          {...control}
          // One long word must not widen the form.
          className={controlClass({ className: 'resize-y wrap-anywhere' })}
          // It grows with its text; this size ignores `rows`.
          style={{ fieldSizing: 'content', minHeight: `calc(${rows}lh + 1.5rem)`, maxHeight: '25rem' }}
        />
      )}
    </Field>
  )
}
