import type { Event } from '@muster/contract/events'
import { daysMoved } from '@muster/contract/rules/event-dates'
import { wallToInstant } from '@muster/contract/rules/wall-time'
import { type Control, Controller } from 'react-hook-form'
import { isWall } from '../../ui/controls/clock/wall.ts'
import { RadioCards } from '../../ui/controls/radio-cards.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useEditorText } from './editor-texts.ts'
import type { EventDraft } from './event-draft.ts'

export function ShiftsQuestion({ control, days }: { control: Control<EventDraft>; days: number }) {
  const t = useEditorText()
  const count = Math.abs(days)
  return (
    <Controller
      control={control}
      name="shifts"
      rules={{ required: t('shifts.required') }}
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <div>
          <RadioCards
            legend={t('shifts.question')}
            choices={[
              {
                value: 'move',
                label: t(days > 0 ? 'move_later' : 'move_earlier', { count }),
                help: t('shifts.move_help'),
              },
              { value: 'leave', label: t('shifts.leave'), help: t('shifts.leave_help') },
            ]}
            value={value}
            onChange={onChange}
          />
          <FormError text={error?.message} />
        </div>
      )}
    />
  )
}

export function daysOfDraft(
  { starts, time_zone }: Pick<EventDraft, 'starts' | 'time_zone'>,
  event: Event,
): number {
  if (!isWall(starts)) return 0
  return daysMoved(event, { event_date_start: wallToInstant(starts, time_zone), time_zone })
}
