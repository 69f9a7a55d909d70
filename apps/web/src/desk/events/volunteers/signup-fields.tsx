import { instantToWall } from '@muster/contract/rules/zone'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { now } from '../../../clock.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { fieldsClass } from '../../../ui/controls/field.tsx'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { Segmented } from '../../../ui/controls/radio-cards.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { LAST_WALL, useSensibleYear } from '../../../ui/hooks/use-sensible-year.ts'
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
      <Checkbox label={t('waiting_list')} hint={t('waiting_list_hint')} {...register('waiting_list')} />
      <Checkbox label={t('late_signup')} hint={t('late_signup_hint')} {...register('late_signup')} />
    </>
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

function SignupTimes({
  form: {
    register,
    formState: { errors },
  },
}: {
  form: UseFormReturn<EventDraft>
}) {
  const t = useVolunteerText()
  const sensibleYear = useSensibleYear()
  const isSensible = (wall: string) => wall === '' || sensibleYear(wall)
  return (
    <div>
      <div className={fieldsClass()}>
        <TextField
          label={t('signup.opens')}
          optional
          type="datetime-local"
          max={LAST_WALL}
          error={errors.opens?.message}
          {...register('opens', { validate: isSensible, deps: ['closes'] })}
        />
        <TextField
          label={t('signup.closes')}
          optional
          type="datetime-local"
          max={LAST_WALL}
          error={errors.closes?.message}
          {...register('closes', {
            validate: {
              isSensible,
              after: (closes, { opens }) => closes === '' || closes > opens || t('signup.backwards'),
            },
          })}
        />
      </div>
      <p className="mt-1.5 text-hint text-ink-3">{t('signup.times_hint')}</p>
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
