import { type ReactNode, useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '../../ui/controls/button.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { DescriptionAndNotes, LocationField, NameField } from './basic-fields.tsx'
import { ContactFields } from './contact-fields.tsx'
import { useEditorText } from './editor-texts.ts'
import type { EventDraft } from './event-draft.ts'
import { FormSection } from './form-section.tsx'
import { useSectionValues } from './section-values.ts'
import { StartAndEnd, ZoneField } from './time-fields.tsx'
import { SignupFields } from './volunteers/signup-fields.tsx'
import { VolunteerFields } from './volunteers/volunteer-fields.tsx'

export function EventForm({
  title,
  isTitleHidden = false,
  form,
  zoneBefore,
  submit,
  next,
  busy,
  error,
  extra,
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
  /** What follows, said beside the button. */
  next?: string
  busy: boolean
  error: string | undefined
  extra?: ReactNode
  onSubmit: (draft: EventDraft) => void
  onCancel: () => void
}) {
  const t = useEditorText()
  const id = useId()
  return (
    <form
      className="grid grid-cols-1 content-start gap-4"
      noValidate
      aria-labelledby={id}
      onSubmit={form.handleSubmit(onSubmit)}
    >
      <h2 id={id} className={isTitleHidden ? 'sr-only' : ''}>
        {title}
      </h2>
      <ReadOnly value={busy}>
        <NameField form={form} />
        <StartAndEnd form={form} />
        <LocationField form={form} />
        {extra}
        <FormSections form={form} zoneBefore={zoneBefore} />
      </ReadOnly>
      <FormError text={error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy && t('form.saving')}>
          {submit}
        </Button>
        <CancelButton busy={busy} onClose={onCancel} />
        {next && <p className="flex-1 self-center text-compact text-ink-3">{next}</p>}
      </div>
    </form>
  )
}

type PartProps = { form: UseFormReturn<EventDraft> }

/** The rest of an event, folded: most events need none of it. */
function FormSections({ form, zoneBefore }: PartProps & { zoneBefore: string | undefined }) {
  const t = useEditorText()
  const values = useSectionValues(useWatch({ control: form.control }))
  return (
    <div className="border-t border-line">
      <FormSection form={form} title={t('form.texts')} value={values.texts} fields={['description', 'notes']}>
        <DescriptionAndNotes form={form} />
      </FormSection>
      <FormSection form={form} title={t('form.signup')} value={values.signup} fields={['opens', 'closes']}>
        <SignupFields form={form} />
      </FormSection>
      <FormSection
        form={form}
        title={t('form.volunteers')}
        value={values.volunteers}
        fields={['cancel_hours']}
      >
        <VolunteerFields form={form} />
      </FormSection>
      <FormSection
        form={form}
        title={t('form.contact')}
        value={values.contact}
        fields={['contact_email', 'contact_phone']}
      >
        <ContactFields form={form} />
      </FormSection>
      <FormSection form={form} title={t('form.zone')} value={values.zone} fields={['time_zone']}>
        <ZoneField form={form} zoneBefore={zoneBefore} />
      </FormSection>
    </div>
  )
}
