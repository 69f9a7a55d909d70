import { isEmail } from '@muster/contract/rules/contact'
import { REMINDER_HOURS } from '@muster/contract/rules/shift-reminder'
import { HOURS_KEPT, HOURS_TO_CONFIRM } from '@muster/contract/rules/unanswered-move'
import { hasSensibleYear, wallToInstant } from '@muster/contract/rules/zone'
import { type ReactNode, useId } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { listTimeZones, zoneInWords } from '../../format/time-zones.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Combobox } from '../../ui/controls/combobox.tsx'
import { fieldsClass } from '../../ui/controls/field.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { TextArea, TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useMaxLength } from '../../ui/hooks/use-max-length.ts'
import { LAST_WALL, useSensibleYear } from '../../ui/hooks/use-sensible-year.ts'
import { CancelField } from './cancel-field.tsx'
import type { EventDraft } from './event-draft.ts'
import { useText } from './texts.ts'

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
  /** Zone of the saved event: the form explains a change. */
  zoneBefore?: string
  submit: string
  busy: boolean
  error: string | undefined
  extra?: ReactNode
  onSubmit: (draft: EventDraft) => void
  onCancel: () => void
}) {
  const t = useText()
  const words = useWords()
  const atMost = useMaxLength()
  const sensibleYear = useSensibleYear()
  const id = useId()
  const { register, handleSubmit, control, getValues, formState } = form
  const reminder = useWatch({ control, name: 'reminder' })
  const { errors } = formState
  const zone = useWatch({ control, name: 'time_zone' })

  return (
    <form
      className="grid grid-cols-1 content-start gap-4"
      noValidate
      aria-labelledby={id}
      onSubmit={handleSubmit(onSubmit)}
    >
      <h2 id={id}>{title}</h2>
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
      <div className={fieldsClass()}>
        <TextField
          label={t('form.starts')}
          type="datetime-local"
          max={LAST_WALL}
          hint={t('form.times_in', { zone: zoneInWords(zone) })}
          error={errors.starts?.message}
          {...register('starts', {
            required: t('form.start_required'),
            validate: sensibleYear,
            deps: ['ends'],
          })}
        />
        <TextField
          label={t('form.ends')}
          type="datetime-local"
          max={LAST_WALL}
          error={errors.ends?.message}
          {...register('ends', {
            required: t('form.end_required'),
            validate: {
              sensibleYear,
              after: (ends) => isAfterStart(ends, getValues()) || t('form.end_before_start'),
            },
          })}
        />
      </div>
      <div>
        <Controller
          control={control}
          name="time_zone"
          render={({ field }) => (
            <Combobox
              label={t('form.zone')}
              items={listTimeZones(field.value)}
              value={field.value}
              onChange={field.onChange}
              keyOf={(name) => name}
              textOf={zoneInWords}
            />
          )}
        />
        {zoneBefore !== undefined && zone !== zoneBefore && (
          <output className="mt-2 block rounded-small bg-info-soft px-3 py-2 text-meta text-info">
            {t('form.zone_changed', { before: zoneInWords(zoneBefore), after: zoneInWords(zone) })}
          </output>
        )}
      </div>
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
        error={errors.notes?.message}
        {...register('notes', { maxLength: atMost(5_000) })}
      />
      <NativeSelect
        label={t('form.public_names')}
        hint={t('form.public_names_hint')}
        {...register('public_names')}
      >
        <option value="full">{t('form.names_full')}</option>
        <option value="initial">{t('form.names_initial')}</option>
        <option value="hidden">{t('form.names_hidden')}</option>
      </NativeSelect>
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
          maxLength={40}
          error={errors.contact_phone?.message}
          {...register('contact_phone')}
        />
      </div>
      <CancelField form={form} />
      <NativeSelect
        label={t('form.unanswered')}
        hint={t('form.unanswered_hint', { before: HOURS_KEPT })}
        {...register('unanswered')}
      >
        <option value="keep">{t('form.unanswered_keep')}</option>
        <option value="free">{t('form.unanswered_free', { hours: HOURS_TO_CONFIRM })}</option>
      </NativeSelect>
      <NativeSelect label={t('form.reminder')} hint={t('form.reminder_hint')} {...register('reminder')}>
        {REMINDER_HOURS.map((hours) => (
          <option key={hours} value={hours}>
            {t('form.reminder_hours', { count: hours })}
          </option>
        ))}
        <option value="none">{t('form.reminder_none')}</option>
      </NativeSelect>
      {reminder !== 'none' && (
        <Checkbox
          label={t('form.reminder_sms')}
          hint={t('form.reminder_sms_hint')}
          {...register('reminder_sms')}
        />
      )}
      <Checkbox
        label={t('form.waiting_list')}
        hint={t('form.waiting_list_hint')}
        {...register('waiting_list')}
      />
      {extra}
      <FormError text={error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy && t('form.saving')}>
          {submit}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {words('cancel')}
        </Button>
      </div>
    </form>
  )
}

function isAfterStart(ends: string, { starts, time_zone }: EventDraft): boolean {
  return !hasSensibleYear(starts) || wallToInstant(ends, time_zone) > wallToInstant(starts, time_zone)
}
