import {
  type ContactForm,
  type ContactProblem,
  checkNamesAndEmail,
  type FormProblems,
  isBlank,
  type PhoneRules,
  withoutGaps,
} from './contact.ts'
import { cleanLine, LIMITS } from './text.ts'

const FEWEST_CHARACTERS = 10

export function checkContactForm(form: ContactForm, rules?: PhoneRules): FormProblems<ContactForm> {
  return withoutGaps({ ...checkNamesAndEmail(form), phone: checkContactPhone(form.phone, rules) })
}

function checkContactPhone(phone: string, rules: PhoneRules | undefined): ContactProblem | undefined {
  if (isBlank(phone)) return 'required'
  const fault = rules?.findFault(phone)
  if (fault) return fault
  const number = cleanLine(phone).replace(/^\+/u, '')
  if (/[^\p{Nd}\s()-]/u.test(number) || number.length > LIMITS.phone) return 'phone_invalid'
  return number.length < FEWEST_CHARACTERS ? 'phone_too_short' : undefined
}
