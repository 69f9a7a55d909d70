import { hasSensibleYear } from '@muster/contract/rules/sensible-year'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { zoneInWords } from '../../format/time-zones.ts'
import { ClockNote, NextDay } from '../../ui/controls/clock/clock-notes.tsx'
import { fieldsClass } from '../../ui/controls/field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { ZoneCombobox } from '../../ui/controls/zone-combobox.tsx'
import { LAST_WALL, useSensibleYear } from '../../ui/hooks/use-sensible-year.ts'
import { useEditorText } from './editor-texts.ts'
import { bodyOf, type EventDraft } from './event-draft.ts'

type TimeFieldsProps = {
  form: UseFormReturn<EventDraft>
  zoneBefore: string | undefined
}

export function StartAndEnd({ form }: Pick<TimeFieldsProps, 'form'>) {
  const t = useEditorText()
  const sensibleYear = useSensibleYear()
  const { register, control, getValues, setValue, formState } = form
  const { errors } = formState
  const [zone, starts, ends] = useWatch({ control, name: ['time_zone', 'starts', 'ends'] })
  return (
    <>
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
              after: () => isAfterStart(getValues()) || t('form.end_before_start'),
            },
          })}
        />
      </div>
      <ClockNote wall={starts} timeZone={zone} second={register('starts_second')} />
      <ClockNote wall={ends} timeZone={zone} second={register('ends_second')} />
      <NextDay
        {...{ starts, ends, timeZone: zone }}
        onAccept={(next) => setValue('ends', next, { shouldDirty: true, shouldValidate: true })}
      />
    </>
  )
}

export function ZoneField({ form: { control }, zoneBefore }: TimeFieldsProps) {
  const t = useEditorText()
  const zone = useWatch({ control, name: 'time_zone' })
  return (
    <div>
      <Controller
        control={control}
        name="time_zone"
        render={({ field }) => (
          <ZoneCombobox label={t('form.zone')} value={field.value} onChange={field.onChange} />
        )}
      />
      {zoneBefore !== undefined && zone !== zoneBefore && (
        <output className="mt-2 block rounded-small bg-info-soft px-3 py-2 text-meta text-info">
          {t('form.zone_changed', { before: zoneInWords(zoneBefore), after: zoneInWords(zone) })}
        </output>
      )}
    </div>
  )
}

function isAfterStart(draft: EventDraft): boolean {
  if (!hasSensibleYear(draft.starts)) return true
  const { event_date_start, event_date_end } = bodyOf(draft)
  return event_date_end > event_date_start
}
