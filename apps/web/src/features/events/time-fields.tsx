import { hasSensibleYear } from '@muster/contract/rules/sensible-year'
import { wallToInstant } from '@muster/contract/rules/zone'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { zoneInWords } from '../../format/time-zones.ts'
import { fieldsClass } from '../../ui/controls/field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { ZoneCombobox } from '../../ui/controls/zone-combobox.tsx'
import { LAST_WALL, useSensibleYear } from '../../ui/hooks/use-sensible-year.ts'
import type { EventDraft } from './event-draft.ts'
import { useText } from './texts.ts'

type TimeFieldsProps = {
  form: UseFormReturn<EventDraft>
  zoneBefore: string | undefined
}

export function TimeFields({ form, zoneBefore }: TimeFieldsProps) {
  return (
    <>
      <StartAndEnd form={form} />
      <ZoneField form={form} zoneBefore={zoneBefore} />
    </>
  )
}

function StartAndEnd({ form }: Pick<TimeFieldsProps, 'form'>) {
  const t = useText()
  const sensibleYear = useSensibleYear()
  const { register, control, getValues, formState } = form
  const { errors } = formState
  const zone = useWatch({ control, name: 'time_zone' })
  return (
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
  )
}

function ZoneField({ form: { control }, zoneBefore }: TimeFieldsProps) {
  const t = useText()
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

function isAfterStart(ends: string, { starts, time_zone }: EventDraft): boolean {
  return !hasSensibleYear(starts) || wallToInstant(ends, time_zone) > wallToInstant(starts, time_zone)
}
