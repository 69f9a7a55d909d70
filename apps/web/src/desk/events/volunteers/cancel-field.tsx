import { LONGEST_CANCEL_HOURS } from '@muster/contract/rules/answer-change'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { type EventDraft, OFFERED_CANCEL_HOURS } from '../event-draft.ts'
import { useVolunteerText } from './texts.ts'

/** D39 */
export function CancelField({
  form: {
    register,
    control,
    formState: { errors },
  },
}: {
  form: UseFormReturn<EventDraft>
}) {
  const t = useVolunteerText()
  const cancel_until = useWatch({ control, name: 'cancel_until' })
  return (
    <div className="grid grid-cols-1 gap-4">
      <NativeSelect label={t('cancel_until')} hint={t('cancel_until_hint')} {...register('cancel_until')}>
        <option value="0">{t('cancel_start')}</option>
        {OFFERED_CANCEL_HOURS.map((hours) => (
          <option key={hours} value={hours}>
            {t('cancel_hours', { count: Number(hours) })}
          </option>
        ))}
        <option value="other">{t('cancel_custom')}</option>
        <option value="never">{t('cancel_never')}</option>
      </NativeSelect>
      {cancel_until === 'other' && (
        <TextField
          label={t('cancel_number')}
          inputMode="numeric"
          autoComplete="off"
          error={errors.cancel_hours?.message}
          {...register('cancel_hours', {
            validate: (hours, { cancel_until: until }) =>
              until !== 'other' ||
              isHours(hours) ||
              t('cancel_number_invalid', { most: LONGEST_CANCEL_HOURS }),
          })}
        />
      )}
    </div>
  )
}

function isHours(typed: string): boolean {
  return /^\s*\d{1,3}\s*$/.test(typed) && Number(typed) <= LONGEST_CANCEL_HOURS
}
