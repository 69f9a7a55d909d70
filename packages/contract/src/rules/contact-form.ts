import {
  type ContactForm,
  type ContactProblem,
  checkNamesAndEmail,
  type FormProblems,
  isBlank,
  withoutGaps,
} from './contact.ts'
import { LIMITS } from './text.ts'
import { cleanPhone, findPhoneFault } from './typed-phone.ts'

const FEWEST_CHARACTERS = 10

export function checkContactForm(form: ContactForm): FormProblems<ContactForm> {
  return withoutGaps({ ...checkNamesAndEmail(form), phone: checkContactPhone(form.phone) })
}

function checkContactPhone(typed: string): ContactProblem | undefined {
  if (isBlank(typed)) return 'required'
  const fault = findPhoneFault(typed)
  if (fault) return fault
  const number = cleanPhone(typed).replace(/^\+/u, '')
  if (/[^\d\s()-]/u.test(number) || number.length > LIMITS.phone) return 'phone_invalid'
  return number.length < FEWEST_CHARACTERS ? 'phone_too_short' : undefined
}
