import { approvals } from '@muster/contract/rules/approval'
import { swapModes } from '@muster/contract/rules/swap'
import { LONGEST_REST_HOURS, MOST_SHIFTS_OF_ONE } from '@muster/contract/rules/volunteer-limits'
import { instantToWall } from '@muster/contract/rules/zone'
import { Controller, type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { now } from '../../../clock.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { ClockNote } from '../../../ui/controls/clock/clock-notes.tsx'
import { useWallFault, WallField, WallPair } from '../../../ui/controls/clock/wall-field.tsx'
import { fieldsClass } from '../../../ui/controls/field.tsx'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { Segmented } from '../../../ui/controls/radio-cards.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { useEditorText } from '../editor-texts.ts'
import type { EventDraft } from '../event-draft.ts'
import { useVolunteerText } from './texts.ts'

/** D49: the fields for the times of sign-up, the waiting list and the names on the public page. */
export function SignupFields({ form }: { form: UseFormReturn<EventDraft> }) {
  const t = useVolunteerText()
  const { register } = form
  return (
    <>
      <SignupState form={form} />
      <SignupTimes form={form} />
      <PublicNamesField form={form} />
      <ApprovalField form={form} />
      <LimitFields form={form} />
      <Checkbox label={t('waiting_list')} hint={t('waiting_list_hint')} {...register('waiting_list')} />
      <Checkbox label={t('late_signup')} hint={t('late_signup_hint')} {...register('late_signup')} />
      <SwapField form={form} />
      <Checkbox label={t('certificates')} hint={t('certificates_hint')} {...register('certificates')} />
    </>
  )
}

/** D52 */
function ApprovalField({ form: { control } }: { form: UseFormReturn<EventDraft> }) {
  const t = useVolunteerText()
  const { field } = useController({ control, name: 'approval' })
  return (
    <div className="@container">
      <Segmented
        legend={t('approval.legend')}
        choices={approvals.map((value) => ({ value, label: t(`approval.${value}`) }))}
        value={field.value}
        onChange={field.onChange}
      />
      <p className="mt-1.5 text-hint text-ink-3">{t(`approval.${field.value}_hint`)}</p>
    </div>
  )
}

/** D58 */
function SwapField({ form: { control } }: { form: UseFormReturn<EventDraft> }) {
  const t = useVolunteerText()
  const { field } = useController({ control, name: 'swap' })
  return (
    <div className="@container">
      <Segmented
        legend={t('swap.legend')}
        choices={swapModes.map((value) => ({ value, label: t(`swap.${value}`) }))}
        value={field.value}
        onChange={field.onChange}
      />
      <p className="mt-1.5 text-hint text-ink-3">{t(`swap.${field.value}_hint`)}</p>
    </div>
  )
}

/** D50 */
function LimitFields({ form: { register, formState } }: { form: UseFormReturn<EventDraft> }) {
  const t = useVolunteerText()
  const upTo = (most: number) => (typed: string) =>
    typed.trim() === '' ||
    (/^\d+$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= most) ||
    t('limits.invalid', { most })
  return (
    <div className={fieldsClass()}>
      <TextField
        label={t('limits.max_shifts')}
        hint={t('limits.max_shifts_hint')}
        optional
        inputMode="numeric"
        autoComplete="off"
        error={formState.errors.max_shifts?.message}
        {...register('max_shifts', { validate: upTo(MOST_SHIFTS_OF_ONE) })}
      />
      <TextField
        label={t('limits.min_rest_hours')}
        hint={t('limits.min_rest_hours_hint')}
        optional
        inputMode="numeric"
        autoComplete="off"
        error={formState.errors.min_rest_hours?.message}
        {...register('min_rest_hours', { validate: upTo(LONGEST_REST_HOURS) })}
      />
    </div>
  )
}

function SignupState({ form: { control, getValues, setValue } }: { form: UseFormReturn<EventDraft> }) {
  const t = useVolunteerText()
  const signup = useWatch({ control, name: 'signup' })
  const change = (name: 'opens' | 'closes', value: string) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: true })
  const choose = (chosen: EventDraft['signup']) => {
    const { opens, closes, time_zone } = getValues()
    const at = instantToWall(now().toISOString(), time_zone)
    if (chosen === 'closed') {
      change('closes', at)
      if (opens >= at) change('opens', '')
    } else if (signup === 'closed' && closes <= at) change('closes', '')
  }
  return (
    <div className="@container">
      <Controller
        control={control}
        name="signup"
        render={({ field: { value, onChange } }) => (
          <Segmented
            legend={t('signup.state')}
            choices={(['draft', 'open', 'closed'] as const).map((each) => ({
              value: each,
              label: t(`signup.${each}`),
            }))}
            value={value}
            onChange={(chosen) => {
              choose(chosen)
              onChange(chosen)
            }}
          />
        )}
      />
      <p className="mt-1.5 text-hint text-ink-3">{t(`signup.${signup}_hint`)}</p>
    </div>
  )
}

/** Either may be empty. */
function SignupTimes({ form: { control, formState } }: { form: UseFormReturn<EventDraft> }) {
  const t = useVolunteerText()
  const fault = useWallFault()
  const { errors } = formState
  const faultOf = (wall: string) => (wall === '' ? undefined : fault(wall, ''))
  const opens = useController({
    control,
    name: 'opens',
    rules: { validate: (wall) => faultOf(wall) ?? true, deps: ['closes'] },
  })
  const closes = useController({
    control,
    name: 'closes',
    rules: {
      validate: (wall, draft) =>
        faultOf(wall) ?? (wall === '' || wall > draft.opens || t('signup.backwards')),
    },
  })
  const timeZone = useWatch({ control, name: 'time_zone' })
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <WallPair
        from={
          <WallField
            {...opens.field}
            label={t('signup.opens')}
            timeLabel={t('signup.opens_time')}
            optional
            error={errors.opens?.message}
          />
        }
        to={
          <WallField
            {...closes.field}
            label={t('signup.closes')}
            timeLabel={t('signup.closes_time')}
            optional
            error={errors.closes?.message}
          />
        }
      />
      <ClockNote wall={opens.field.value} timeZone={timeZone} />
      <ClockNote wall={closes.field.value} timeZone={timeZone} />
      <p className="text-hint text-ink-3">{t('signup.times_hint')}</p>
    </div>
  )
}

function PublicNamesField({ form: { register } }: { form: UseFormReturn<EventDraft> }) {
  const t = useEditorText()
  return (
    <NativeSelect
      label={t('form.public_names')}
      hint={t('form.public_names_hint')}
      {...register('public_names')}
    >
      <option value="full">{t('form.names_full')}</option>
      <option value="initial">{t('form.names_initial')}</option>
      <option value="hidden">{t('form.names_hidden')}</option>
    </NativeSelect>
  )
}
