import { addDays } from '@muster/contract/rules/wall-time'
import { type UseFormReturn, useController } from 'react-hook-form'
import { zoneInWords } from '../../../format/time-zones.ts'
import { ClockNote } from '../../../ui/controls/clock/clock-notes.tsx'
import { TimeField, useTimeFault } from '../../../ui/controls/clock/time-field.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { useMaxLength } from '../../../ui/hooks/use-max-length.ts'
import { LAST_WALL, useSensibleYear } from '../../../ui/hooks/use-sensible-year.ts'
import { TemplateChoice, useTemplateChoices } from '../../templates/template-choice.tsx'
import { type TemplateName, templates } from '../../templates/templates.ts'
import { endDayAfter, eventTimesOf, type FirstDraft, wallsOf } from './first-draft.ts'
import { useText } from './texts.ts'

type BasicFieldsProps = {
  form: UseFormReturn<FirstDraft>
  draft: FirstDraft
  zone: string
  template: TemplateName | undefined
  onTemplate: (template: TemplateName | undefined) => void
}

export function BasicFields({ form, draft, zone, template, onTemplate }: BasicFieldsProps) {
  const t = useText()
  const choices = useTemplateChoices()
  const atMost = useMaxLength()
  const { register, setValue, formState } = form
  const { errors, dirtyFields } = formState
  const walls = wallsOf(draft)

  const chooseTemplate = (name: TemplateName) => {
    onTemplate(name)
    const { from, to, days } = templates[name]
    // Times that were typed stay.
    if (!dirtyFields.starts) form.resetField('starts', { defaultValue: from })
    if (!dirtyFields.ends) form.resetField('ends', { defaultValue: to })
    if (!dirtyFields.ends_day)
      form.resetField('ends_day', { defaultValue: addDays(draft.starts_day, days - 1) })
  }
  return (
    <div className="grid gap-3">
      <TemplateChoice
        legend={t('planning')}
        look="tiles"
        choices={choices}
        value={template}
        onChoose={chooseTemplate}
      />
      <p className="text-hint text-ink-3">
        {t('something_else')}{' '}
        <button
          type="button"
          className="link-button"
          aria-pressed={template === undefined}
          onClick={() => onTemplate(undefined)}
        >
          {t('from_nothing')}
        </button>
      </p>
      <TextField
        label={t('name')}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', {
          maxLength: atMost(100),
          validate: (name) => name.trim() !== '' || t('name_required'),
        })}
      />
      <DayAndTime
        form={form}
        which="starts"
        onDay={(day) =>
          setValue('ends_day', endDayAfter(draft, day), { shouldValidate: formState.isSubmitted })
        }
      />
      <DayAndTime form={form} which="ends" zone={zone} />
      <ClockNote wall={walls.starts} timeZone={zone} second={register('starts_second')} />
      <ClockNote wall={walls.ends} timeZone={zone} second={register('ends_second')} />
      <TextField
        label={t('location')}
        optional
        autoComplete="off"
        error={errors.location?.message}
        {...register('location', { maxLength: atMost(300) })}
      />
    </div>
  )
}

function DayAndTime({
  form: { control, register, getValues, formState },
  which,
  zone,
  onDay,
}: {
  form: UseFormReturn<FirstDraft>
  which: 'starts' | 'ends'
  /** Of the end, which must be after the start. */
  zone?: string
  onDay?: (day: string) => void
}) {
  const t = useText()
  const fault = useTimeFault()
  const sensibleYear = useSensibleYear()
  const day_name = `${which}_day` as const
  const time = useController({
    control,
    name: which,
    rules: {
      validate: (typed) => fault(typed, t('time_required')) ?? true,
      deps: ['ends_day'],
    },
  })
  return (
    <div className="first-times">
      <TextField
        label={t(which)}
        type="date"
        max={LAST_WALL.slice(0, 10)}
        hint={zone && t('times_in', { zone: zoneInWords(zone) })}
        error={formState.errors[day_name]?.message}
        {...register(day_name, {
          required: t('day_required'),
          validate: {
            sensibleYear,
            after: () => zone === undefined || isAfterStart(getValues(), zone) || t('ends_before'),
          },
          onChange: ({ target }) => onDay?.(target.value),
        })}
      />
      <TimeField
        {...time.field}
        className="label-hidden"
        label={t(`${which}_time`)}
        error={formState.errors[which]?.message}
      />
    </div>
  )
}

/** True until both can be read: then it is said what is wrong with them. */
function isAfterStart(draft: FirstDraft, zone: string): boolean {
  const { starts, ends } = wallsOf(draft)
  if (starts === '' || ends === '') return true
  const { event_date_start, event_date_end } = eventTimesOf(draft, zone)
  return event_date_end > event_date_start
}
