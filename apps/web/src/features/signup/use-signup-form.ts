import { checkSignupForm, type SignupForm } from '@muster/contract/rules/contact'
import { countryFromTimeZone } from '@muster/contract/rules/country-codes'
import { useState } from 'react'
import { browserTimeZone } from '../../format/dates.ts'
import { loadPhoneRules, phoneRules } from './phone-rules.ts'
import { signupBody } from './send-signup.ts'
import { useSignup } from './use-signup.ts'

export type Field = keyof SignupForm

const fields = [
  'first_name',
  'last_name',
  'email',
  'countryCode',
  'phone',
  'acceptedTerms',
] as const satisfies readonly Field[]

export function useSignupForm(event_id: string, shift_id: string) {
  const [, setHasRules] = useState(false)
  const loadRules = async () => {
    await loadPhoneRules()
    setHasRules(true)
  }
  const signup = useSignup<SignupForm>({
    event_id,
    shift_id,
    fields,
    empty: emptyForm,
    check: (form) => checkSignupForm(form, phoneRules()),
    bodyOf: signupBody,
    loadRules,
    draft: 'signup_form',
  })
  return { ...signup, loadRules }
}

function emptyForm(): SignupForm {
  return {
    first_name: '',
    last_name: '',
    email: '',
    countryCode: countryFromTimeZone(browserTimeZone()),
    phone: '',
    acceptedTerms: false,
  }
}
