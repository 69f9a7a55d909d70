import { LONGEST_CANCEL_HOURS } from '@muster/contract/rules/answer-change'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import type { CancelUntil, EventDraft } from './event-draft.ts'
import { useText } from './texts.ts'

const OFFERED = ['24', '48', '72'] as const satisfies readonly CancelUntil[]

type CancelDraft = Pick<EventDraft, 'cancel_until' | 'cancel_hours'>

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
  const t = useText()
  const cancel_until = useWatch({ control, name: 'cancel_until' })
  return (
    <div className="grid grid-cols-1 gap-4">
      <NativeSelect
        label={t('form.cancel_until')}
        hint={t('form.cancel_until_hint')}
        {...register('cancel_until')}
      >
        <option value="0">{t('form.cancel_start')}</option>
        {OFFERED.map((hours) => (
          <option key={hours} value={hours}>
            {t('form.cancel_hours', { count: Number(hours) })}
          </option>
        ))}
        <option value="other">{t('form.cancel_custom')}</option>
        <option value="never">{t('form.cancel_never')}</option>
      </NativeSelect>
      {cancel_until === 'other' && (
        <TextField
          label={t('form.cancel_number')}
          inputMode="numeric"
          autoComplete="off"
          error={errors.cancel_hours?.message}
          {...register('cancel_hours', {
            validate: (hours, { cancel_until: until }) =>
              until !== 'other' ||
              isHours(hours) ||
              t('form.cancel_number_invalid', { most: LONGEST_CANCEL_HOURS }),
          })}
        />
      )}
    </div>
  )
}

export function cancelDraftOf(hours: number | null): CancelDraft {
  if (hours === null) return { cancel_until: 'never', cancel_hours: '' }
  const offered = (['0', ...OFFERED] as const).find((each) => Number(each) === hours)
  return { cancel_until: offered ?? 'other', cancel_hours: offered ? '' : String(hours) }
}

export function cancelHoursOf({ cancel_until, cancel_hours }: CancelDraft): number | null {
  if (cancel_until === 'never') return null
  return Number(cancel_until === 'other' ? cancel_hours : cancel_until)
}

function isHours(typed: string): boolean {
  return /^\s*\d{1,3}\s*$/.test(typed) && Number(typed) <= LONGEST_CANCEL_HOURS
}
