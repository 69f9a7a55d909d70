import type { Event } from '@muster/contract/events'
import { DEFAULT_CANCEL_HOURS } from '@muster/contract/rules/answer-change'
import { isEmail } from '@muster/contract/rules/contact'
import { DEFAULT_REMINDER_HOURS, REMINDER_HOURS } from '@muster/contract/rules/shift-reminder'
import { hasSensibleYear, instantToWall, wallToInstant } from '@muster/contract/rules/zone'
import { type ReactNode, useId } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Combobox } from '../../ui/controls/combobox.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useMaxLength } from '../../ui/hooks/use-max-length.ts'
import { LAST_WALL, useSensibleYear } from '../../ui/hooks/use-sensible-year.ts'
import type { EventChange } from './api.ts'
import { CancelField, cancelDraftOf, cancelHoursOf } from './cancel-field.tsx'
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
      <div className="grid grid-cols-1 gap-x-3 gap-y-4 tablet:grid-cols-2">
        <TextField
          label={t('form.starts')}
          type="datetime-local"
          max={LAST_WALL}
          hint={t('form.times_in', { zone: inWords(zone) })}
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
              items={timeZones(field.value)}
              value={field.value}
              onChange={field.onChange}
              keyOf={(name) => name}
              textOf={inWords}
            />
          )}
        />
        {zoneBefore !== undefined && zone !== zoneBefore && (
          <output className="mt-2 block rounded-small bg-info-soft px-3 py-2 text-meta text-info">
            {t('form.zone_changed', { before: inWords(zoneBefore), after: inWords(zone) })}
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
      <div className="grid grid-cols-1 gap-x-3 gap-y-4 tablet:grid-cols-2">
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
          type="tel"
          autoComplete="off"
          maxLength={40}
          error={errors.contact_phone?.message}
          {...register('contact_phone')}
        />
      </div>
      <CancelField form={form} />
      <NativeSelect label={t('form.reminder')} hint={t('form.reminder_hint')} {...register('reminder')}>
        {REMINDER_HOURS.map((hours) => (
          <option key={hours} value={hours}>
            {t('form.reminder_hours', { count: hours })}
          </option>
        ))}
        <option value="none">{t('form.reminder_none')}</option>
      </NativeSelect>
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

export function emptyDraft(time_zone: string): EventDraft {
  return {
    name: '',
    location: '',
    starts: '',
    ends: '',
    time_zone,
    description: '',
    notes: '',
    public_names: 'full',
    contact_email: '',
    contact_phone: '',
    ...cancelDraftOf(DEFAULT_CANCEL_HOURS),
    reminder: `${DEFAULT_REMINDER_HOURS}`,
    waiting_list: true,
    shifts: '',
  }
}

export function draftOf(event: Event): EventDraft {
  return {
    name: event.name,
    location: event.location ?? '',
    starts: instantToWall(event.event_date_start, event.time_zone),
    ends: instantToWall(event.event_date_end, event.time_zone),
    time_zone: event.time_zone,
    description: event.description ?? '',
    notes: event.notes ?? '',
    public_names: event.public_names,
    contact_email: event.contact_email ?? '',
    contact_phone: event.contact_phone ?? '',
    ...cancelDraftOf(event.cancel_until_hours),
    reminder: event.reminder_hours === null ? 'none' : `${event.reminder_hours}`,
    waiting_list: event.waiting_list,
    shifts: '',
  }
}

export function bodyOf(draft: EventDraft) {
  const { starts, ends, shifts: _shifts, cancel_until, cancel_hours, reminder, ...given } = draft
  return {
    ...given,
    cancel_until_hours: cancelHoursOf({ cancel_until, cancel_hours }),
    reminder_hours: REMINDER_HOURS.find((hours) => `${hours}` === reminder) ?? null,
    event_date_start: wallToInstant(starts, given.time_zone),
    event_date_end: wallToInstant(ends, given.time_zone),
  }
}

export const issueFields = {
  name: 'name',
  location: 'location',
  event_date_start: 'starts',
  event_date_end: 'ends',
  description: 'description',
  notes: 'notes',
  contact_email: 'contact_email',
  contact_phone: 'contact_phone',
  cancel_until_hours: 'cancel_hours',
} as const satisfies Record<string, keyof EventDraft>

/** A changed zone is sent without times, which then keep their wall clocks (D25). */
export function changeOf(
  draft: EventDraft,
  changed: Partial<Record<keyof EventDraft, boolean>>,
): EventChange {
  const body = bodyOf(draft)
  return {
    ...(changed.name && { name: body.name }),
    ...(changed.location && { location: body.location }),
    ...(changed.starts && { event_date_start: body.event_date_start }),
    ...(changed.ends && { event_date_end: body.event_date_end }),
    ...(changed.time_zone && { time_zone: body.time_zone }),
    ...(changed.description && { description: body.description }),
    ...(changed.notes && { notes: body.notes }),
    ...(changed.public_names && { public_names: body.public_names }),
    ...(changed.contact_email && { contact_email: body.contact_email }),
    ...(changed.contact_phone && { contact_phone: body.contact_phone }),
    ...((changed.cancel_until || changed.cancel_hours) && {
      cancel_until_hours: body.cancel_until_hours,
    }),
    ...(changed.waiting_list && { waiting_list: body.waiting_list }),
    ...(changed.reminder && { reminder_hours: body.reminder_hours }),
    ...(draft.shifts === 'move' && { move_shifts: true }),
  }
}

function isAfterStart(ends: string, { starts, time_zone }: EventDraft): boolean {
  return !hasSensibleYear(starts) || wallToInstant(ends, time_zone) > wallToInstant(starts, time_zone)
}

function timeZones(chosen: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  // The browser's list lacks older zone names, which are valid.
  return known.includes(chosen) ? known : [chosen, ...known]
}

function inWords(zone: string): string {
  return zone.replaceAll('_', ' ')
}
