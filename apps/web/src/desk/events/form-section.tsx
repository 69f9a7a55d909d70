import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Icon } from '../../ui/page/icon.tsx'
import type { EventDraft } from './event-draft.ts'

type FormSectionProps = {
  form: UseFormReturn<EventDraft>
  title: string
  /** The present values, as one line of text. */
  value: string
  /** Fields that may be wrong. */
  fields: readonly (keyof EventDraft)[]
  className?: string
  id?: string
  isOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/** Part of a form that is folded to a line with its present value, and opens for its errors. */
export function FormSection({
  form,
  title,
  value,
  fields,
  className = 'border-b border-line',
  id,
  isOpen,
  onToggle,
  children,
}: FormSectionProps) {
  // A section of a page has a heading.
  const Title = id ? 'h2' : 'b'
  const details = useRef<HTMLDetailsElement>(null)
  const { errors, submitCount } = form.formState
  const wrong = fields.find((name) => errors[name])
  const { setFocus } = form
  const showWrong = useEffectEvent(() => {
    if (!wrong || !details.current || details.current.open) return
    details.current.open = true
    // The form could not focus a folded field when it was sent.
    if (!document.activeElement?.matches('[aria-invalid]')) setFocus(wrong)
  })
  useEffect(() => {
    if (wrong || submitCount > 0) showWrong()
  }, [wrong, submitCount])
  return (
    <details
      ref={details}
      id={id}
      open={isOpen}
      onToggle={onToggle && ((toggle) => onToggle(toggle.currentTarget.open))}
      className={`group ${className}`}
    >
      <summary
        id={id && `${id}-title`}
        className="flex min-h-12 cursor-pointer items-center gap-3 marker:hidden"
      >
        <Title className="flex-none text-base! font-bold! tablet:w-49">{title}</Title>
        <span className="min-w-0 flex-1 truncate text-compact text-ink-2 group-open:invisible max-tablet:text-right">
          {value}
        </span>
        <Icon name="down" className="text-ink-3 transition-[rotate] group-open:rotate-180" />
      </summary>
      <div className="@container grid grid-cols-1 gap-4 pt-1 pb-5">{children}</div>
    </details>
  )
}
