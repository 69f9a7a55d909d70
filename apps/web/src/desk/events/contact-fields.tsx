import { isEmail } from '@muster/contract/rules/contact'
import type { UseFormReturn } from 'react-hook-form'
import { fieldsClass } from '../../ui/controls/field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { useEditorText } from './editor-texts.ts'
import type { EventDraft } from './event-draft.ts'

export function ContactFields({
  form: {
    register,
    formState: { errors },
  },
}: {
  form: UseFormReturn<EventDraft>
}) {
  const t = useEditorText()
  return (
    <div className={fieldsClass()}>
      <TextField
        label={t('form.contact_email')}
        optional
        hint={t('form.contact_hint')}
        type="email"
        autoComplete="off"
        maxLength={254}
        error={errors.contact_email?.message}
        {...register('contact_email', {
          validate: (email) => email.trim() === '' || isEmail(email) || t('form.contact_email_invalid'),
        })}
      />
      <TextField
        label={t('form.contact_phone')}
        optional
        hint={t('form.contact_hint')}
        type="tel"
        autoComplete="off"
        error={errors.contact_phone?.message}
        {...register('contact_phone')}
      />
    </div>
  )
}
