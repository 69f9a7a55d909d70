import {
  type ContactProblem,
  checkSignupForm,
  filterPhoneInput,
  type SignupForm,
} from '@muster/contract/rules/contact'
import { countryFromTimeZone } from '@muster/contract/rules/country-codes'
import { useState } from 'react'
import { browserTimeZone } from '../../format/dates.ts'
import { loadPhoneRules, phoneRules } from './phone-rules.ts'

export type Field = keyof SignupForm
export type Problem = ContactProblem | 'refused'
export type Problems = Partial<Record<Field, Problem>>

/** In the order of the page. */
export const fields = [
  'first_name',
  'last_name',
  'email',
  'countryCode',
  'phone',
  'acceptedTerms',
] as const satisfies readonly Field[]

/** What was typed and not sent: who finds a shift full goes on to the next without typing it again. */
let draft: SignupForm | undefined

/** The form's values, and of its problems those that are to be shown: on blur, on submit, on change once touched. */
export function useSignupForm() {
  const [values, setValues] = useState(() => draft ?? emptyForm())
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set())
  const [refused, setRefused] = useState<ReadonlySet<Field>>(new Set())
  // Drawn again when the phone's rules have come.
  const [, setHasRules] = useState(false)

  const loadRules = async () => {
    await loadPhoneRules()
    setHasRules(true)
  }

  const problems: Problems = checkSignupForm(values, phoneRules())
  for (const field of refused) problems[field] ??= 'refused'

  return {
    values,
    problemOf: (field: Field) => (touched.has(field) || refused.has(field) ? problems[field] : undefined),
    change: (field: Field, value: string | boolean) => {
      const next = { ...values, [field]: field === 'phone' ? filterPhoneInput(String(value)) : value }
      draft = next
      setValues(next)
      setRefused((now) => new Set([...now].filter((each) => each !== field)))
    },
    touch: (field: Field) => setTouched((now) => new Set([...now, field])),
    loadRules,
    /** Shows all problems; `{}` when the form may be sent. */
    check: async (): Promise<Problems> => {
      await loadRules()
      setTouched(new Set(fields))
      return checkSignupForm(values, phoneRules())
    },
    refuse: (paths: readonly string[]) =>
      setRefused(new Set(fields.filter((field) => paths.includes(field)))),
    forget: () => {
      draft = undefined
    },
  }
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
