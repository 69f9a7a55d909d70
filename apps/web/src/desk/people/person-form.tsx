import { type Language, languages } from '@muster/contract/language'
import type { Person } from '@muster/contract/people'
import { isEmail } from '@muster/contract/rules/contact'
import { foldAddress } from '@muster/contract/rules/fold'
import { isPossiblePhone, toE164 } from '@muster/contract/rules/phone'
import { findPhoneFault } from '@muster/contract/rules/typed-phone'
import type { ReactNode } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { languageNames, useLanguage } from '../../i18n/language.ts'
import { Field } from '../../ui/controls/field.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { TextArea, TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useMaxLength } from '../../ui/hooks/use-max-length.ts'
import { TagEditor } from '../tags/tag-editor.tsx'
import type { PersonChange } from './api.ts'
import { readTags, writeTags } from './tags-cell.ts'
import { useText } from './texts.ts'

/** The form's values as typed. Without a language that of the organisation is used (D32). */
export type PersonDraft = {
  first_name: string
  last_name: string
  email: string
  phone: string
  child_team: string
  notes: string
  /** In one text, as `writeTags` writes them. */
  tags: string
  language: Language | ''
}

export function PersonForm({
  id,
  form,
  country,
  extra,
  hasTeam,
  error,
  onSubmit,
}: {
  id: string
  form: UseFormReturn<PersonDraft>
  /** D23: country of the organisation. Null until one is chosen. */
  country: string | null
  hasTeam: boolean
  extra?: ReactNode
  error: string | undefined
  onSubmit: (draft: PersonDraft) => void
}) {
  const t = useText()
  const atMost = useMaxLength()
  const countries = new Intl.DisplayNames(useLanguage(), { type: 'region' })
  const { control, register, handleSubmit, formState, getValues, watch } = form
  const { errors } = formState
  const { field: typed } = useController({ name: 'tags', control })
  const tags = readTags(typed.value)

  return (
    <form id={id} className="grid gap-4" noValidate onSubmit={handleSubmit(onSubmit)}>
      <TextField
        label={t('form.first_name')}
        autoComplete="off"
        error={errors.first_name?.message}
        {...register('first_name', {
          maxLength: atMost(100),
          validate: (text) => isFilled(text) || t('form.first_name_required'),
        })}
      />
      <TextField
        label={t('form.last_name')}
        autoComplete="off"
        error={errors.last_name?.message}
        {...register('last_name', {
          maxLength: atMost(100),
          validate: (text) => isFilled(text) || t('form.last_name_required'),
        })}
      />
      <TextField
        label={t('form.email')}
        type="email"
        autoComplete="off"
        hint={
          watch('email') === '' ? t(watch('phone') === '' ? 'form.contact_hint' : 'form.sms_only') : undefined
        }
        error={errors.email?.message}
        {...register('email', {
          maxLength: atMost(254),
          deps: ['phone'],
          validate: (text) => {
            if (isFilled(text)) return isEmail(text) || t('form.email_invalid')
            return isFilled(getValues('phone')) || t('form.contact_required')
          },
        })}
      />
      <TextField
        label={t('form.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint={
          country
            ? t('form.phone_hint', { country: countries.of(country) ?? country })
            : t('form.phone_hint_no_country')
        }
        error={errors.phone?.message}
        {...register('phone', {
          maxLength: atMost(40),
          validate: (text) =>
            !isFilled(text) ||
            isPossiblePhone(text, country) ||
            t(`form.${findPhoneFault(text) ?? (country ? 'phone_invalid' : 'phone_needs_code')}`),
        })}
      />
      {hasTeam && (
        <TextField
          label={t('form.child_team')}
          optional
          autoComplete="off"
          error={errors.child_team?.message}
          {...register('child_team', { maxLength: atMost(100) })}
        />
      )}
      <TextArea
        label={t('form.notes')}
        optional
        rows={3}
        hint={t('form.notes_hint')}
        error={errors.notes?.message}
        {...register('notes', { maxLength: atMost(5_000) })}
      />
      <Field label={t('form.tags')} optional error={errors.tags?.message}>
        {({ id: fieldId }) => (
          <TagEditor
            id={fieldId}
            tags={tags}
            onAdd={(name) => typed.onChange(writeTags([...tags, name]))}
            onRemove={(name) => typed.onChange(writeTags(tags.filter((each) => each !== name)))}
          />
        )}
      </Field>
      <NativeSelect label={t('form.language')} optional {...register('language')}>
        <option value="">{t('form.language_default')}</option>
        {languages.map((language) => (
          <option key={language} value={language}>
            {languageNames[language]}
          </option>
        ))}
      </NativeSelect>
      {extra}
      <FormError text={error} />
    </form>
  )
}

export function draftOf(person: Person | undefined): PersonDraft {
  return {
    first_name: person?.first_name ?? '',
    last_name: person?.last_name ?? '',
    email: person?.email ?? '',
    phone: person?.phone ?? '',
    child_team: person?.child_team ?? '',
    notes: person?.notes ?? '',
    tags: writeTags(person?.tags ?? []),
    language: person?.language ?? '',
  }
}

export function bodyOf({ tags, language, ...draft }: PersonDraft) {
  return { ...draft, tags: readTags(tags), language: language === '' ? null : language }
}

export function changeOf(
  draft: PersonDraft,
  changed: Partial<Record<keyof PersonDraft, boolean>>,
): PersonChange {
  const body = bodyOf(draft)
  return {
    ...(changed.first_name && { first_name: body.first_name }),
    ...(changed.last_name && { last_name: body.last_name }),
    ...(changed.email && { email: body.email }),
    ...(changed.phone && { phone: body.phone }),
    ...(changed.child_team && { child_team: body.child_team }),
    ...(changed.notes && { notes: body.notes }),
    ...(changed.tags && { tags: body.tags }),
    ...(changed.language && { language: body.language }),
  }
}

/** Compares as the server does: another spelling of a number, or another case of an e-mail, is the same. */
export function contactsDiffer(
  { email, phone }: Pick<PersonDraft, 'email' | 'phone'>,
  before: Pick<Person, 'email' | 'phone'>,
  country: string | null,
): { email: boolean; phone: boolean } {
  return {
    email: foldAddress(email) !== foldAddress(before.email ?? ''),
    phone: (toE164(phone, country ?? undefined) ?? phone) !== (before.phone ?? ''),
  }
}

function isFilled(text: string): boolean {
  return text.trim() !== ''
}
