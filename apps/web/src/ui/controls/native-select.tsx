import { type ComponentProps, useContext } from 'react'
import { Icon } from '../page/icon.tsx'
import { controlClass, Field, type FieldProps } from './field.tsx'
import { ReadOnly } from './read-only.ts'

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

export function SelectBox({
  narrow = false,
  className = '',
  ...select
}: ComponentProps<'select'> & { narrow?: boolean }) {
  return (
    // A select has no `readOnly`. `inert` takes no focus here: no key in a select submits the form, so it is elsewhere.
    <div className={`relative ${className}`} inert={useContext(ReadOnly)}>
      <select
        {...select}
        className={controlClass({ className: `appearance-none ${narrow ? 'pr-8! pl-3!' : 'pr-10!'}` })}
      />
      <Icon
        name="down"
        size="medium"
        className={`pointer-events-none absolute top-[calc(50%-9px)] text-ink-3 ${narrow ? 'right-2.5' : 'right-3.5'}`}
      />
    </div>
  )
}
