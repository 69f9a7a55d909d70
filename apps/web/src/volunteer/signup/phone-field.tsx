import { COUNTRIES } from '@muster/contract/rules/country-codes'
import { controlClass, Field } from '../../ui/controls/field.tsx'
import { SelectBox } from '../../ui/controls/native-select.tsx'
import { phoneRules } from './phone-rules.ts'
import { useText } from './texts.ts'
import type { useSignupForm } from './use-signup-form.ts'

export function PhoneField({
  form: { values, change, touch, loadRules },
  error,
}: {
  form: ReturnType<typeof useSignupForm>
  error: string | undefined
}) {
  const t = useText()
  return (
    <Field label={t('phone')} hint={t('phone_hint')} error={error} errorReplacesHint>
      {(control) => (
        <div className="flex flex-wrap gap-2.5">
          <SelectBox
            narrow
            className="w-[7em] flex-none"
            name="countryCode"
            aria-label={t('countryCode')}
            autoComplete="tel-country-code"
            value={values.countryCode}
            onChange={(event) => change('countryCode', event.currentTarget.value)}
            onBlur={() => touch('countryCode')}
          >
            {COUNTRIES.map(({ code, calling_code }) => (
              <option key={code} value={code}>
                {code} {calling_code}
              </option>
            ))}
          </SelectBox>
          <input
            {...control}
            className={controlClass({ className: 'flex-1 basis-28' })}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            aria-required
            value={values.phone}
            onChange={({ currentTarget }) => {
              change('phone', currentTarget.value)
              // Said at once: what was pasted stays as it is.
              if (phoneRules()?.findFault(currentTarget.value)) touch('phone')
            }}
            onFocus={() => void loadRules()}
            onBlur={() => touch('phone')}
          />
        </div>
      )}
    </Field>
  )
}
