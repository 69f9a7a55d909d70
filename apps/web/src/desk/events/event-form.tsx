import { type ReactNode, useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '../../ui/controls/button.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { TextArea, TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useMaxLength } from '../../ui/hooks/use-max-length.ts'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
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
  form,
  zoneBefore,
  submit,
  busy,
  error,
  extra,
  onSubmit,
  onCancel,
}: {
  title: string
  form: UseFormReturn<EventDraft>
  /** Zone of the saved event. The form explains a change of it. */
  zoneBefore?: string
  submit: string
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
      <h2 id={id}>{title}</h2>
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
      </div>
    </form>
  )
}

type PartProps = { form: UseFormReturn<EventDraft> }

function NameField({
  form: {
    register,
    formState: { errors },
  },
}: PartProps) {
  const t = useEditorText()
  const atMost = useMaxLength()
  return (
    <TextField
      label={t('form.name')}
      autoComplete="off"
      error={errors.name?.message}
      {...register('name', {
        maxLength: atMost(100),
        validate: (name) => name.trim() !== '' || t('form.name_required'),
      })}
    />
  )
}

function LocationField({
  form: {
    register,
    formState: { errors },
  },
}: PartProps) {
  const t = useEditorText()
  const atMost = useMaxLength()
  return (
    <TextField
      label={t('form.location')}
      optional
      autoComplete="off"
      error={errors.location?.message}
      {...register('location', { maxLength: atMost(300) })}
    />
  )
}

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

function DescriptionAndNotes({
  form: {
    register,
    formState: { errors },
  },
}: {
  form: UseFormReturn<EventDraft>
}) {
  const t = useEditorText()
  const atMost = useMaxLength()
  return (
    <>
      <TextArea
        label={t('form.description')}
        optional
        rows={2}
        error={errors.description?.message}
        {...register('description', { maxLength: atMost(5_000) })}
      />
      <TextArea
        label={t('form.notes')}
        optional
        rows={4}
        hint={t('form.notes_hint')}
        error={errors.notes?.message}
        {...register('notes', { maxLength: atMost(5_000) })}
      />
    </>
  )
}
