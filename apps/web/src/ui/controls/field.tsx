import { cva } from 'class-variance-authority'
import { type ReactNode, useId } from 'react'
import { useWords } from '../../i18n/words.ts'
import { ErrorText } from '../feedback/error-text.tsx'

export type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** The error replaces the hint, so that nothing below moves while it is being pressed. */
  errorReplacesHint?: boolean
  optional?: boolean
  className?: string
}

export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export const labelClass = 'mb-1.5 block w-fit text-meta/body font-semibold'

export const controlClass = cva([
  'block min-h-12 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3.5 py-2.75',
  'text-base/normal text-ellipsis text-ink desktop:pointer-fine:min-h-11 desktop:pointer-fine:py-2.25',
  'aria-invalid:border-miss-fill aria-invalid:inner-border-miss-fill',
  'in-data-waiting:bg-sunken in-data-waiting:text-ink-2 off:border-line off:bg-sunken off:text-ink-3',
])

/** Places the fields of a form beside each other where there is room. */
export const fieldsClass = cva('grid grid-cols-1 gap-x-3 gap-y-4 tablet:grid-cols-2')

export function Field({
  label,
  hint,
  error,
  errorReplacesHint = false,
  optional = false,
  className = '',
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const t = useWords()
  const id = useId()
  const isHintReplaced = errorReplacesHint && error !== undefined
  const described = [hint && !isHintReplaced ? `${id}-hint` : '', error ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ')
  return (
    <div className={className}>
      <label className={labelClass} htmlFor={id}>
        {label} {optional && <small className="text-meta font-normal text-ink-3">{t('optional')}</small>}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {/* Hint and error share one grid cell, which is as tall as the longer one. */}
      <div className={errorReplacesHint ? 'grid *:col-start-1 *:row-start-1' : 'contents'}>
        {hint && (
          <p
            className={`mt-1.5 text-hint text-ink-3 ${errorReplacesHint ? 'min-h-5' : ''} ${isHintReplaced ? 'invisible' : ''}`}
            id={`${id}-hint`}
          >
            {hint}
          </p>
        )}
        <ErrorText id={`${id}-error`} text={error} />
      </div>
    </div>
  )
}
