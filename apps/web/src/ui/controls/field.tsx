import { type ReactNode, useId } from 'react'
import { useWords } from '../../i18n/words.ts'
import { Icon } from '../page/icon.tsx'

export type FieldProps = {
  label: string
  hint?: ReactNode
  /** What is wrong and how to mend it; read out with the field. */
  error?: string | undefined
  /** Says "(optional)" after the label. */
  optional?: boolean
  className?: string
}

/** What the control inside a field carries, so that its label, hint and error belong to it. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label above, hint and error below, wired to the one control that `children` draws. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  className = '',
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const t = useWords()
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label className="label" htmlFor={id}>
        {label} {optional && <small>{t('optional')}</small>}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p className="hint under" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return text ? (
    <p className="error" id={id}>
      <Icon name="alert" />
      <span>{text}</span>
    </p>
  ) : null
}
