import { type ReactNode, useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../ui/controls/button.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { TextArea, TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useMaxLength } from '../../ui/hooks/use-max-length.ts'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { ContactFields } from './contact-fields.tsx'
import type { EventDraft } from './event-draft.ts'
import { useText } from './texts.ts'
import { TimeFields } from './time-fields.tsx'
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
  const t = useText()
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
        <NameAndLocation form={form} />
        <TimeFields form={form} zoneBefore={zoneBefore} />
        <DescriptionAndNotes form={form} />
        <PublicNamesField form={form} />
        <ContactFields form={form} />
        <VolunteerFields form={form} />
        {extra}
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

function NameAndLocation({
  form: {
    register,
    formState: { errors },
  },
}: {
  form: UseFormReturn<EventDraft>
}) {
  const t = useText()
  const atMost = useMaxLength()
  return (
    <>
      <TextField
        label={t('form.name')}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', {
          maxLength: atMost(100),
          validate: (name) => name.trim() !== '' || t('form.name_required'),
        })}
      />
      <TextField
        label={t('form.location')}
        optional
        autoComplete="off"
        error={errors.location?.message}
        {...register('location', { maxLength: atMost(300) })}
      />
    </>
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
  const t = useText()
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

function PublicNamesField({ form: { register } }: { form: UseFormReturn<EventDraft> }) {
  const t = useText()
  return (
    <NativeSelect
      label={t('form.public_names')}
      hint={t('form.public_names_hint')}
      {...register('public_names')}
    >
      <option value="full">{t('form.names_full')}</option>
      <option value="initial">{t('form.names_initial')}</option>
      <option value="hidden">{t('form.names_hidden')}</option>
    </NativeSelect>
  )
}
