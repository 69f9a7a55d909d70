import type { Event } from '@muster/contract/events'
import { DAY_MS } from '@muster/contract/rules/instants'
import { LIMITS } from '@muster/contract/rules/text'
import { addDays } from '@muster/contract/rules/wall-time'
import { useState } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { TextArea, TextField } from '../../../ui/controls/text-field.tsx'
import { useSensibleYear } from '../../../ui/hooks/use-sensible-year.ts'
import { Disclosure } from '../../../ui/page/disclosure.tsx'
import { DayChips } from './day-chips.tsx'
import { RoleChips } from './role-chips.tsx'
import type { ShiftDraft } from './shift-draft.ts'
import { useText } from './texts.ts'
import { WhenFields } from './when-fields.tsx'

/** What a new shift and an edit have in common. Fills its container, from 320 px on. */
export function ShiftFields({
  form,
  event,
  hasManyDays = false,
}: {
  form: UseFormReturn<ShiftDraft>
  event: Event
  /** Several days may be chosen at once. */
  hasManyDays?: boolean
}) {
  const t = useText()
  const { control, formState } = form
  const { field } = useController({ control, name: 'role_id', rules: { required: t('role_required') } })
  const { ref, value: role_id, onChange } = field
  return (
    <>
      <RoleChips
        ref={ref}
        event={event}
        legend={t('role')}
        chosen={[role_id]}
        error={formState.errors.role_id?.message}
        onToggle={onChange}
      />
      <DayField form={form} event={event} hasManyDays={hasManyDays} />
      <WhenFields form={form} event={event} />
      <WordFields form={form} />
      <Checkbox label={t('only_link')} hint={t('only_link_hint')} {...form.register('only_link')} />
    </>
  )
}

/** D68: folded, with what it says now. */
function WordFields({ form }: { form: UseFormReturn<ShiftDraft> }) {
  const t = useText()
  const { register, formState, getValues, control } = form
  const { errors } = formState
  const [isOpen] = useState(() => getValues('meeting_point') !== '' || getValues('note') !== '')
  const meeting_point = useWatch({ control, name: 'meeting_point' })
  return (
    <Disclosure
      summary={`${t('words')} · ${meeting_point || t('words_for')}`}
      open={isOpen || errors.meeting_point !== undefined || errors.note !== undefined}
    >
      <div className="grid gap-4 pt-2 pb-1">
        <TextField
          label={t('meeting_point')}
          maxLength={LIMITS.location}
          error={errors.meeting_point?.message}
          {...register('meeting_point')}
        />
        <TextArea label={t('note')} rows={3} error={errors.note?.message} {...register('note')} />
      </div>
    </Disclosure>
  )
}

function DayField({
  form,
  event,
  hasManyDays,
}: {
  form: UseFormReturn<ShiftDraft>
  event: Event
  hasManyDays: boolean
}) {
  const t = useText()
  const { control, getValues, setValue, formState } = form
  const sensibleYear = useSensibleYear()
  const { field } = useController({ control, name: 'day', rules: { validate: sensibleYear } })
  const { ref, value: chosen, onChange } = field
  const also = useWatch({ control, name: 'also' })
  const setAlso = (days: readonly string[]) => setValue('also', [...days], { shouldDirty: true })
  const move = (day: string) => {
    const { day: before, end_day } = getValues()
    onChange(day)
    for (const name of ['from_second', 'to_second'] as const) setValue(name, false, { shouldDirty: true })
    if (end_day === '') return
    // The number of nights stays.
    const days = (Date.parse(day) - Date.parse(before)) / DAY_MS
    setValue('end_day', addDays(end_day, days), { shouldDirty: true })
  }
  const toggle = (day: string) => {
    const others = also.filter((other) => other !== day)
    if (!hasManyDays) {
      move(day)
      setAlso(others)
    } else if (day !== chosen) setAlso(others.length < also.length ? others : [...also, day])
    else if (also[0] !== undefined) {
      move(also[0])
      setAlso(also.slice(1))
    }
  }
  return (
    <DayChips
      ref={ref}
      event={event}
      legend={t('day')}
      chosen={hasManyDays ? [chosen, ...also] : [chosen]}
      error={formState.errors.day?.message}
      onToggle={toggle}
    />
  )
}

/** Fields of the form by path of the server. */
export const issueFields = {
  role_id: 'role_id',
  start_dt: 'from',
  end_dt: 'to',
  required_qty: 'required_qty',
  meeting_point: 'meeting_point',
  note: 'note',
} as const satisfies Record<string, keyof ShiftDraft>

/** The same of the first new row of a batch (D46). */
export const rowIssueFields: Readonly<Record<string, keyof ShiftDraft>> = Object.fromEntries(
  Object.entries(issueFields).map(([path, field]) => [`create.0.${path}`, field]),
)
