import { type ComponentProps, useContext } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'
import { ReadOnly } from './read-only.ts'

export function TextField({
  label,
  hint,
  error,
  optional = false,
  className = '',
  readOnly,
  ...input
}: FieldProps & ComponentProps<'input'>) {
  const isReadOnly = useContext(ReadOnly)
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => (
        <input readOnly={readOnly || isReadOnly} {...input} {...control} className={controlClass()} />
      )}
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
  readOnly,
  ...textarea
}: FieldProps & ComponentProps<'textarea'>) {
  const isReadOnly = useContext(ReadOnly)
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => (
        <textarea
          rows={rows}
          readOnly={readOnly || isReadOnly}
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
