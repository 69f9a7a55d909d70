import type { Event } from '@muster/contract/events'
import { isLongShift, shiftWalls } from '@muster/contract/rules/shift-times'
import { readTypedTime } from '@muster/contract/rules/typed-time'
import { addDays } from '@muster/contract/rules/wall-time'
import { useState } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { useDateFormat } from '../../../format/dates.ts'
import { formatDuration } from '../../../format/duration.ts'
import { zoneInWords } from '../../../format/time-zones.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { ClockNote } from '../../../ui/controls/clock/clock-notes.tsx'
import { TimeField, useTimeFault } from '../../../ui/controls/clock/time-field.tsx'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { Stepper } from '../../../ui/controls/stepper.tsx'
import { clockOfDraft, moveStart, type ShiftDraft, timesOfDraft } from './shift-draft.ts'
import { useText } from './texts.ts'
import { useWordsOfEnd } from './words-of-end.ts'

const MAX_NEEDED = 10_000
/** Days after the start on which a shift may be said to end. */
const MOST_NIGHTS = 14

/** From, to and the number of people. Moving the start keeps the length. */
export function WhenFields({ form, event }: { form: UseFormReturn<ShiftDraft>; event: Event }) {
  const t = useText()
  const { time_zone: timeZone } = event
  const { control, register, getValues, setValue, formState } = form
  const draft = useWatch({ control, compute: (values: ShiftDraft) => values })
  const fault = useTimeFault()
  const words = useWordsOfEnd(timeZone)
  const from = useController({
    control,
    name: 'from',
    rules: { validate: (value) => fault(value, t('start_required')) ?? true, deps: ['to'] },
  })
  const to = useController({
    control,
    name: 'to',
    rules: {
      validate: {
        time: (value) => fault(value, t('end_required'), true) ?? true,
        after: () => isAfter(getValues(), timeZone) || t('end_before_start'),
      },
    },
  })
  const needed = useController({
    control,
    name: 'required_qty',
    rules: {
      validate: {
        whole: (value) => (/^\d+$/.test(value) && Number(value) >= 1 ? true : t('needed_required')),
        max: (value) => Number(value) <= MAX_NEEDED || t('needed_max'),
      },
    },
  })
  const [isManyDays, setIsManyDays] = useState(false)
  const hasEndDay = isManyDays || draft.end_day !== ''
  const clock = clockOfDraft(draft)
  const times = timesOfDraft(draft, timeZone)

  const changeStart = (value: string) => {
    const moved = moveStart(getValues(), value, timeZone)
    from.field.onChange(value)
    setValue('from_second', false, { shouldDirty: true })
    if (!moved) return
    for (const name of ['to', 'end_day', 'to_second'] as const)
      setValue(name, moved[name], { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
    <>
      <div className="when">
        <TimeField
          {...from.field}
          label={t('from')}
          error={formState.errors.from?.message}
          onChange={changeStart}
        />
        <span className="text-ink-3" aria-hidden="true">
          –
        </span>
        <TimeField
          {...to.field}
          label={t('to')}
          isEnd
          after={readTypedTime(draft.from)}
          hintOf={(each) => words.hint(draft, each)}
          error={formState.errors.to?.message}
          onChange={(value) => {
            to.field.onChange(value)
            setValue('to_second', false, { shouldDirty: true })
          }}
        />
        <p className="pl-2 text-meta/snug text-ink-2">{times && clock && words.length(times)}</p>
        <Stepper
          {...needed.field}
          label={t('needed')}
          min={1}
          max={MAX_NEEDED}
          error={formState.errors.required_qty?.message}
        />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-hint text-ink-3">
        {t('times_in', { zone: zoneInWords(timeZone) })}
        {!hasEndDay && (
          <button type="button" className="link-button" onClick={() => setIsManyDays(true)}>
            {t('ends_later')}
          </button>
        )}
      </p>
      {clock && (
        <>
          <ClockNote wall={shiftWalls(clock).starts} timeZone={timeZone} second={register('from_second')} />
          <ClockNote wall={shiftWalls(clock).ends} timeZone={timeZone} second={register('to_second')} />
        </>
      )}
      {hasEndDay && <EndDay form={form} draft={draft} timeZone={timeZone} />}
      {times && isLongShift(times) && (
        <Checkbox
          label={t('long', {
            length: formatDuration(Date.parse(times.end_dt) - Date.parse(times.start_dt)),
            until: words.until(times),
          })}
          error={formState.errors.is_long?.message}
          {...register('is_long', { validate: (is_long) => is_long || t('long_required') })}
        />
      )}
    </>
  )
}

/** For a shift over several days. '' is the first time the clock shows `to`. */
function EndDay({
  form: { register },
  draft: { day, end_day },
  timeZone,
}: {
  form: UseFormReturn<ShiftDraft>
  draft: ShiftDraft
  timeZone: string
}) {
  const t = useText()
  const format = useDateFormat(timeZone)
  const later = Array.from({ length: MOST_NIGHTS + 1 }, (_, at) => addDays(day, at))
  const days = new Set([...later, end_day].filter(Boolean))
  return (
    <NativeSelect label={t('end_day')} {...register('end_day', { deps: ['to'] })}>
      <option value="">{t('end_day_first')}</option>
      {[...days].map((each) => (
        <option key={each} value={each}>
          {format.calendarDay(each)}
        </option>
      ))}
    </NativeSelect>
  )
}

/** True until both times can be read: then it is said what is wrong with them. */
function isAfter(draft: ShiftDraft, timeZone: string): boolean {
  const times = timesOfDraft(draft, timeZone)
  return !times || times.end_dt > times.start_dt
}
