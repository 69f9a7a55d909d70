import { type ReactNode, useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../ui/controls/button.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { LocationField, NameField } from './basic-fields.tsx'
import { useEditorText } from './editor-texts.ts'
import type { EventDraft } from './event-draft.ts'
import { TimeFields } from './time-fields.tsx'

export function EventForm({
  title,
  isTitleHidden = false,
  form,
  zoneBefore,
  submit,
  next,
  busy,
  error,
  children,
  onSubmit,
  onCancel,
}: {
  title: string
  /** Where the page has it. */
  isTitleHidden?: boolean
  form: UseFormReturn<EventDraft>
  /** Zone of the saved event. The form explains a change of it. */
  zoneBefore?: string
  submit: string
  /** Stands beside the buttons. */
  next?: ReactNode
  busy: boolean
  error: string | undefined
  /** The fields that follow the basics. */
  children: ReactNode
  onSubmit: (draft: EventDraft) => void
  onCancel: () => void
}) {
  const t = useEditorText()
  const id = useId()
  return (
    <form
      className="@container grid grid-cols-1 content-start gap-4"
      noValidate
      aria-labelledby={id}
      onSubmit={form.handleSubmit(onSubmit)}
    >
      <h2 id={id} className={isTitleHidden ? 'sr-only' : ''}>
        {title}
      </h2>
      <ReadOnly value={busy}>
        <NameField form={form} />
        <TimeFields form={form} zoneBefore={zoneBefore} />
        <LocationField form={form} />
        {children}
      </ReadOnly>
      <FormError text={error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy && t('form.saving')}>
          {submit}
        </Button>
        <CancelButton busy={busy} onClose={onCancel} />
        {next}
      </div>
    </form>
  )
}
