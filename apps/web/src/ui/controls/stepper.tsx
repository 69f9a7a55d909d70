import { type Ref, useContext } from 'react'
import { useWords } from '../../i18n/words.ts'
import { Icon } from '../page/icon.tsx'
import { Field, type FieldProps } from './field.tsx'
import { ReadOnly } from './read-only.ts'
import '../../styles/desk-forms.css'

/** A whole number that is typed, or changed by one. `value` is the text as typed. */
export function Stepper({
  ref,
  value,
  onChange,
  onBlur,
  min,
  max,
  hideLabel = false,
  ...field
}: Omit<FieldProps, 'optional'> & {
  ref?: Ref<HTMLInputElement>
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  min: number
  max: number
  hideLabel?: boolean
}) {
  const t = useWords()
  const isReadOnly = useContext(ReadOnly)
  const step = (by: number) => {
    const number = /^\d+$/.test(value) ? Number(value) : min
    if (!isReadOnly) onChange(String(Math.min(max, Math.max(min, number + by))))
  }
  return (
    <Field {...field} className={`${hideLabel ? 'label-hidden' : ''} ${field.className ?? ''}`}>
      {(control) => (
        <div className="stepper">
          <button
            type="button"
            aria-label={t('fewer')}
            aria-disabled={Number(value) <= min}
            // The arrow keys do the same in the field.
            tabIndex={-1}
            onClick={() => step(-1)}
          >
            <Icon name="minus" size="small" />
          </button>
          <input
            {...control}
            ref={ref}
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            step={1}
            readOnly={isReadOnly}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onBlur={onBlur}
          />
          <button
            type="button"
            aria-label={t('more')}
            aria-disabled={Number(value) >= max}
            tabIndex={-1}
            onClick={() => step(1)}
          >
            <Icon name="plus" size="small" />
          </button>
        </div>
      )}
    </Field>
  )
}
