import { REMINDER_HOURS } from '@muster/contract/rules/shift-reminder'
import { HOURS_KEPT, HOURS_TO_CONFIRM } from '@muster/contract/rules/unanswered-move'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { CancelField } from './cancel-field.tsx'
import type { EventDraft } from './event-draft.ts'
import { useText } from './texts.ts'

/** Settings for volunteers: cancelling, unanswered questions, reminders and waiting lists. */
export function VolunteerFields({ form }: { form: UseFormReturn<EventDraft> }) {
  const t = useText()
  const { register } = form
  return (
    <>
      <CancelField form={form} />
      <NativeSelect
        label={t('form.unanswered')}
        hint={t('form.unanswered_hint', { before: HOURS_KEPT })}
        {...register('unanswered')}
      >
        <option value="keep">{t('form.unanswered_keep')}</option>
        <option value="free">{t('form.unanswered_free', { hours: HOURS_TO_CONFIRM })}</option>
      </NativeSelect>
      <ReminderFields form={form} />
      <Checkbox
        label={t('form.waiting_list')}
        hint={t('form.waiting_list_hint')}
        {...register('waiting_list')}
      />
      <Checkbox
        label={t('form.late_signup')}
        hint={t('form.late_signup_hint')}
        {...register('late_signup')}
      />
    </>
  )
}

function ReminderFields({ form: { register, control } }: { form: UseFormReturn<EventDraft> }) {
  const t = useText()
  const reminder = useWatch({ control, name: 'reminder' })
  return (
    <>
      <NativeSelect label={t('form.reminder')} hint={t('form.reminder_hint')} {...register('reminder')}>
        {REMINDER_HOURS.map((hours) => (
          <option key={hours} value={hours}>
            {t('form.reminder_hours', { count: hours })}
          </option>
        ))}
        <option value="none">{t('form.reminder_none')}</option>
      </NativeSelect>
      {reminder !== 'none' && (
        <Checkbox
          label={t('form.reminder_sms')}
          hint={t('form.reminder_sms_hint')}
          {...register('reminder_sms')}
        />
      )}
    </>
  )
}
