import type { Event } from '@muster/contract/events'
import { readTypedTime } from '@muster/contract/rules/typed-time'
import { useId } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { useDateFormat } from '../../../format/dates.ts'
import { Chip } from '../../../ui/controls/chip.tsx'
import { TimeField, useTimeFault } from '../../../ui/controls/clock/time-field.tsx'
import { labelClass } from '../../../ui/controls/field.tsx'
import { eventDays } from './day-chips.tsx'
import { type ShiftDraft, slotsOfDraft, unfittingOf } from './shift-draft.ts'
import { useText } from './texts.ts'

/** Longer events have "Other day" for the rest. */
const MOST_DAYS = 7

/** The same shift on other days, or one after the other. `hasDays`: the days are chosen elsewhere. */
export function RepeatFields({
  form,
  event,
  hasDays,
}: {
  form: UseFormReturn<ShiftDraft>
  event: Event
  hasDays: boolean
}) {
  const t = useText()
  const id = useId()
  const format = useDateFormat(event.time_zone)
  const { control, setValue } = form
  const [day, also, until] = useWatch({ control, name: ['day', 'also', 'until'] })
  const others = eventDays(event).filter((each) => each !== day)
  const offered = hasDays ? [] : [...new Set([...others.slice(0, MOST_DAYS), ...also])]
  const change = (change_: Partial<Pick<ShiftDraft, 'also' | 'until'>>) => {
    if (change_.also) setValue('also', change_.also, { shouldDirty: true })
    if ('until' in change_) setValue('until', change_.until ?? null, { shouldDirty: true })
  }
  return (
    <fieldset aria-labelledby={id}>
      <legend id={id} className={labelClass}>
        {t('repeat.legend')}
      </legend>
      <div className="chips">
        <Chip
          isOn={until === null && (hasDays || also.length === 0)}
          onClick={() => change(hasDays ? { until: null } : { also: [], until: null })}
        >
          {t(hasDays && also.length > 0 ? 'repeat.these' : 'repeat.once')}
        </Chip>
        {offered.map((each) => (
          <Chip
            key={each}
            isOn={also.includes(each)}
            onClick={() =>
              change({
                also: also.includes(each) ? also.filter((other) => other !== each) : [...also, each],
              })
            }
          >
            {t('repeat.also', { day: format.shortDay(each) })}
          </Chip>
        ))}
        <Chip isOn={until !== null} onClick={() => change({ until: until === null ? '' : null })}>
          {t('repeat.until')}
        </Chip>
      </div>
      {until !== null && <Until form={form} event={event} />}
    </fieldset>
  )
}

function Until({ form, event }: { form: UseFormReturn<ShiftDraft>; event: Event }) {
  const t = useText()
  const { control, getValues, formState } = form
  const fault = useTimeFault()
  const to = useWatch({ control, name: 'to' })
  const unfitting = useWatch({ control, compute: unfittingOf })
  const { field } = useController({
    control,
    name: 'until',
    rules: {
      validate: {
        time: (value) => fault(value ?? '', t('repeat.until_required'), true) ?? true,
        room: () => slotsOfDraft(getValues(), event.time_zone).length > 1 || t('repeat.one_fits'),
      },
    },
  })
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <TimeField
        {...field}
        className="w-26"
        label={t('repeat.until_label')}
        value={field.value ?? ''}
        isEnd
        after={readTypedTime(to, { isEnd: true })}
        error={formState.errors.until?.message}
      />
      <output className="text-meta text-ink-2">
        {unfitting !== undefined && t('repeat.unfitting', { start: unfitting })}
      </output>
    </div>
  )
}
