import { wallToInstant } from '@muster/contract/rules/wall-time'
import { useState } from 'react'
import { Controller, type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { zoneInWords } from '../../format/time-zones.ts'
import { ClockNote, NextDay } from '../../ui/controls/clock/clock-notes.tsx'
import { isWall } from '../../ui/controls/clock/wall.ts'
import { useWallFault, WallField, WallPair } from '../../ui/controls/clock/wall-field.tsx'
import { ZoneCombobox } from '../../ui/controls/zone-combobox.tsx'
import { useEditorText } from './editor-texts.ts'
import type { EventDraft } from './event-draft.ts'

type TimeFieldsProps = {
  form: UseFormReturn<EventDraft>
  /** Zone of the saved event, of which a change is explained. */
  zoneBefore?: string | undefined
}

/** Start and end by the clock of the event's zone (D25), and that zone. */
export function TimeFields({ form, zoneBefore }: TimeFieldsProps) {
  const t = useEditorText()
  const fault = useWallFault()
  const { register, control, setValue, formState } = form
  const { errors } = formState
  const [zone, starts, ends] = useWatch({ control, name: ['time_zone', 'starts', 'ends'] })
  const start = useController({
    control,
    name: 'starts',
    rules: { validate: (wall) => fault(wall, t('form.start_required')) ?? true, deps: ['ends'] },
  })
  const end = useController({
    control,
    name: 'ends',
    rules: {
      validate: (wall, draft) =>
        fault(wall, t('form.end_required')) ?? (isAfterStart(draft) || t('form.end_before_start')),
    },
  })
  return (
    <div className="grid grid-cols-1 gap-2">
      <WallPair
        from={
          <WallField
            {...start.field}
            label={t('form.starts')}
            timeLabel={t('form.start_time')}
            error={errors.starts?.message}
          />
        }
        to={
          <WallField
            {...end.field}
            label={t('form.ends')}
            timeLabel={t('form.end_time')}
            error={errors.ends?.message}
          />
        }
      />
      <ClockNote wall={starts} timeZone={zone} second={register('starts_second')} />
      <ClockNote wall={ends} timeZone={zone} second={register('ends_second')} />
      <NextDay
        {...{ starts, ends, timeZone: zone }}
        onAccept={(next) => setValue('ends', next, { shouldDirty: true, shouldValidate: true })}
      />
      <Zone form={form} zoneBefore={zoneBefore} />
    </div>
  )
}

/** A line that names the zone, and the field for another one. */
function Zone({ form: { control }, zoneBefore }: TimeFieldsProps) {
  const t = useEditorText()
  const zone = useWatch({ control, name: 'time_zone' })
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-hint text-ink-3">
        {t('form.times_in', { zone: zoneInWords(zone) })}
        <button
          type="button"
          className="link-button"
          aria-expanded={isOpen}
          aria-label={t('form.change_zone')}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('form.change')}
        </button>
      </p>
      {isOpen && (
        <Controller
          control={control}
          name="time_zone"
          render={({ field }) => (
            <ZoneCombobox label={t('form.zone')} value={field.value} onChange={field.onChange} />
          )}
        />
      )}
      {zoneBefore !== undefined && zone !== zoneBefore && (
        <output className="block rounded-small bg-info-soft px-3 py-2 text-meta text-info">
          {t('form.zone_changed', { before: zoneInWords(zoneBefore), after: zoneInWords(zone) })}
        </output>
      )}
    </>
  )
}

/** True until both can be read: then it is said what is wrong with them. */
function isAfterStart({ starts, ends, starts_second, ends_second, time_zone }: EventDraft): boolean {
  if (!isWall(starts) || !isWall(ends)) return true
  return wallToInstant(ends, time_zone, ends_second) > wallToInstant(starts, time_zone, starts_second)
}
