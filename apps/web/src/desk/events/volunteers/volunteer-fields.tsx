import { REMINDER_HOURS } from '@muster/contract/rules/shift-reminder'
import { HOURS_KEPT, HOURS_TO_CONFIRM } from '@muster/contract/rules/unanswered-move'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import type { EventDraft } from '../event-draft.ts'
import { CancelField } from './cancel-field.tsx'
import { useVolunteerText } from './texts.ts'

/** Settings for volunteers: cancelling, unanswered questions and reminders. */
export function VolunteerFields({ form }: { form: UseFormReturn<EventDraft> }) {
  const t = useVolunteerText()
  const { register } = form
  return (
    <>
      <CancelField form={form} />
      <NativeSelect
        label={t('unanswered')}
        hint={t('unanswered_hint', { before: HOURS_KEPT })}
        {...register('unanswered')}
      >
        <option value="keep">{t('unanswered_keep')}</option>
        <option value="free">{t('unanswered_free', { hours: HOURS_TO_CONFIRM })}</option>
      </NativeSelect>
      <ReminderFields form={form} />
    </>
  )
}

function ReminderFields({ form: { register, control } }: { form: UseFormReturn<EventDraft> }) {
  const t = useVolunteerText()
  const reminder = useWatch({ control, name: 'reminder' })
  return (
    <>
      <NativeSelect label={t('reminder')} hint={t('reminder_hint')} {...register('reminder')}>
        {REMINDER_HOURS.map((hours) => (
          <option key={hours} value={hours}>
            {t('reminder_hours', { count: hours })}
          </option>
        ))}
        <option value="none">{t('reminder_none')}</option>
      </NativeSelect>
      {reminder !== 'none' && (
        <Checkbox label={t('reminder_sms')} hint={t('reminder_sms_hint')} {...register('reminder_sms')} />
      )}
    </>
  )
}
