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
  children: ReactNode
}

/** Part of a form that is folded to a line with its present value, and opens for its errors. */
export function FormSection({ form, title, value, fields, children }: FormSectionProps) {
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
    <details ref={details} className="group border-b border-line">
      <summary className="flex min-h-14 cursor-pointer items-center gap-3 marker:hidden">
        <b className="flex-none">{title}</b>
        <span className="min-w-0 flex-1 truncate text-right text-ink-2">{value}</span>
        <Icon name="down" className="text-ink-3 transition-[rotate] group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-1 pb-5">{children}</div>
    </details>
  )
}
