import type { UseFormReturn } from 'react-hook-form'
import { TextArea, TextField } from '../../ui/controls/text-field.tsx'
import { useMaxLength } from '../../ui/hooks/use-max-length.ts'
import { useEditorText } from './editor-texts.ts'
import type { EventDraft } from './event-draft.ts'

type PartProps = { form: UseFormReturn<EventDraft> }

export function NameField({
  form: {
    register,
    formState: { errors },
  },
}: PartProps) {
  const t = useEditorText()
  const atMost = useMaxLength()
  const name = register('name', {
    maxLength: atMost(100),
    validate: (typed) => typed.trim() !== '' || t('form.name_required'),
  })
  return (
    <TextField
      label={t('form.name')}
      autoComplete="off"
      error={errors.name?.message}
      {...name}
      // It has the focus first: who begins elsewhere has not yet left it empty.
      onBlur={(blur) => (blur.target.value === '' ? undefined : name.onBlur(blur))}
    />
  )
}

export function LocationField({
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

export function DescriptionAndNotes({
  form: {
    register,
    formState: { errors },
  },
}: PartProps) {
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
