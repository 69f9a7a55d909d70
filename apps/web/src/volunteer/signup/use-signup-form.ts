import type { PublicEvent } from '@muster/contract/public-event'
import { checkSignupForm, type SignupForm } from '@muster/contract/rules/contact'
import { countryFromTimeZone } from '@muster/contract/rules/country-codes'
import { questionsFor } from '@muster/contract/rules/questions'
import { useState } from 'react'
import { browserTimeZone } from '../../format/dates.ts'
import type { Answers } from '../answers/answers.ts'
import {
  forgetVolunteer,
  rememberedPerson,
  rememberVolunteer,
  useRememberedPerson,
} from '../events/remembered.ts'
import { loadPhoneRules, phoneRules } from './phone-rules.ts'
import { signupBody } from './send-signup.ts'
import { useSignup } from './use-signup.ts'

type Form = SignupForm & {
  remember: boolean
  answers: Answers
  /** Details are of a person: who is signed up after whoever is remembered leaves them as they are (D45). */
  isAnother: boolean
}

export type Field = keyof Form

export const contactFields = ['first_name', 'last_name', 'email', 'countryCode', 'phone'] as const
const fields = [
  ...contactFields,
  'others',
  'note',
  'answers',
  'acceptedTerms',
] as const satisfies readonly Field[]
/** D44: a place in line has no note, and is not asked. */
const fieldsOfWaiting = [...contactFields, 'acceptedTerms'] as const

export function useSignupForm({ id: event_id, roles, questions }: PublicEvent, shift_ids: readonly string[]) {
  const chosen = roles.filter(({ shifts }) => shifts.some(({ id }) => shift_ids.includes(id)))
  const asked = questionsFor(
    questions,
    chosen.map(({ id }) => id),
  )
  const [, setHasRules] = useState(false)
  const remembered = useRememberedPerson()
  const loadRules = async () => {
    await loadPhoneRules()
    setHasRules(true)
  }
  const signup = useSignup<Form, (typeof fields)[number]>({
    event_id,
    shift_ids,
    fields,
    fieldsOfWaiting,
    empty: emptyForm,
    check: (form) => ({
      ...checkSignupForm(form, phoneRules()),
      ...(form.others.some((other) => lacksAnswer(asked, other.answers)) && { others: 'required' }),
    }),
    bodyOf: (form) => signupBody(form, asked),
    asked,
    loadRules: phoneRules() ? undefined : loadRules,
    onDone: ({ signed_up }, { first_name, last_name, email, countryCode, phone, remember, isAnother }) => {
      if (isAnother) return
      const person = { first_name, last_name, email, countryCode, phone }
      const assignment_ids = signed_up.flatMap(({ assignment_id, person: which }) =>
        which === 0 ? assignment_id : [],
      )
      if (remember) rememberVolunteer(person, { event_id, assignment_ids })
      else forgetVolunteer()
    },
    draft: 'signup_form',
  })
  /** For somebody who is not remembered on this device; who is remembered stays so. */
  const beginAnother = (given: Partial<Form>) =>
    signup.begin({
      ...emptyForm(),
      first_name: '',
      last_name: '',
      ...given,
      remember: false,
      isAnother: true,
    })
  const { phone, countryCode } = signup.values
  const signUpAnother = (email: string) => beginAnother({ email, phone, countryCode })
  const signUpStranger = () => beginAnother({ email: '', phone: '' })
  const forget = () => {
    forgetVolunteer()
    signup.reset()
  }
  const { values } = signup
  /** False if the draft has other details or another choice. */
  const isRemembered =
    remembered !== undefined &&
    values.remember &&
    contactFields.every((field) => values[field] === remembered[field])
  return {
    ...signup,
    asked,
    chosen,
    loadRules,
    isRemembered,
    isAnother: values.isAnother,
    signUpAnother,
    signUpStranger,
    forget,
  }
}

const lacksAnswer = (asked: readonly { id: string; required: boolean }[], answers: Answers) =>
  asked.some(({ id, required }) => required && answers[id] === undefined)

function emptyForm(): Form {
  const remembered = rememberedPerson()
  const person = remembered ?? {
    first_name: '',
    last_name: '',
    email: '',
    countryCode: countryFromTimeZone(browserTimeZone()),
    phone: '',
  }
  return {
    ...person,
    note: '',
    answers: {},
    acceptedTerms: false,
    others: [],
    remember: remembered !== undefined,
    isAnother: false,
  }
}
