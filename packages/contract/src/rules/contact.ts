import { type CountryCode, isCountryCode } from './country-codes.ts'
import type { AnswerValue } from './questions.ts'
import { cleanLine, cleanText, isNameLongEnough, LIMITS } from './text.ts'
import type { PhoneFault } from './typed-phone.ts'

// PostgreSQL refuses control characters. Two parts of the domain that match the same dot would take quadratic time.
const EMAIL_PATTERN =
  /^(?!.*\p{DI})[^\s@()<>[\]:;,\\"\p{Cc}\p{Cs}]+@[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+$/u
const SIGNUP_PHONE_DIGITS = 5

export type ContactProblem =
  | 'required'
  | 'name_too_short'
  | 'name_too_long'
  | 'email_invalid'
  | 'email_too_long'
  | 'phone_too_short'
  | 'phone_invalid'
  | PhoneFault
  | 'note_too_long'
  | 'terms_required'

export type SignupForm = {
  first_name: string
  last_name: string
  email: string
  countryCode: string
  phone: string
  note: string
  acceptedTerms: boolean
  /** D54: who is signed up with the contact. */
  others: readonly OtherPerson[]
}

export type OtherPerson = {
  first_name: string
  last_name: string
  minor: boolean
  /** By the question's id (D51). */
  answers: Readonly<Record<string, AnswerValue | undefined>>
}
export type ContactForm = Pick<SignupForm, 'first_name' | 'last_name' | 'email' | 'phone'>

export type FormProblems<Form> = Partial<Record<keyof Form, ContactProblem>>

/** The rules of phone numbers, which the page loads when the field is focused. The server checks the rest (D23). */
export type PhoneRules = {
  readPhone: (phone: string, countryCode: CountryCode) => string | undefined
  findFault: (phone: string) => PhoneFault | undefined
}

/** Returns `{}` if valid. */
export function checkSignupForm(form: SignupForm, rules?: PhoneRules): FormProblems<SignupForm> {
  return withoutGaps({
    ...checkNamesAndEmail(form),
    countryCode: isCountryCode(form.countryCode) ? undefined : 'required',
    phone: checkSignupPhone(form, rules),
    note: cleanText(form.note).length > LIMITS.note ? 'note_too_long' : undefined,
    others: form.others
      .flatMap(({ first_name, last_name }) => [checkName(first_name), checkName(last_name)])
      .find((problem) => problem !== undefined),
    acceptedTerms: form.acceptedTerms ? undefined : 'terms_required',
  })
}

/** Cleans an address as it is pasted (D4): from a link, or from a mail program as "Name <address>;". */
export function cleanEmail(text: string): string {
  // The lookbehind keeps this linear.
  const typed = cleanLine(text)
    .replace(/\p{DI}/gu, '')
    .replace(/(?<![\s,;.])[\s,;.]+$/u, '')
  const [, name = '', bracketed = ''] = /^([^<>]*)<([^<>]*)>$/u.exec(typed) ?? []
  const address = !name.includes('@') || name.trim() === bracketed ? bracketed || typed : typed
  return address.trim().replace(/^mailto:([^?]*).*/iu, '$1')
}

/** Refuses other spellings of an address: quotes, brackets, invisible or full-width characters of a domain (D28). */
export function isEmail(text: string): boolean {
  const email = cleanEmail(text)
  if (!EMAIL_PATTERN.test(email)) return false
  const domain = email.slice(email.indexOf('@') + 1)
  return domain === domain.normalize('NFKC')
}

/** Returns undefined if the person has neither e-mail nor phone. */
export function inviteMethodFor(person: {
  email?: string | null | undefined
  phone?: string | null | undefined
}): 'BOTH' | 'EMAIL' | 'SMS' | undefined {
  if (person.email && person.phone) return 'BOTH'
  if (person.email) return 'EMAIL'
  return person.phone ? 'SMS' : undefined
}

export function checkNamesAndEmail({ first_name, last_name, email }: ContactForm) {
  return { first_name: checkName(first_name), last_name: checkName(last_name), email: checkEmail(email) }
}

export function checkName(name: string): ContactProblem | undefined {
  if (isBlank(name)) return 'required'
  const cleaned = cleanLine(name)
  if (cleaned.length > LIMITS.name) return 'name_too_long'
  return isNameLongEnough(cleaned) ? undefined : 'name_too_short'
}

function checkEmail(email: string): ContactProblem | undefined {
  if (isBlank(email)) return 'required'
  if (cleanEmail(email).length > LIMITS.email) return 'email_too_long'
  return isEmail(email) ? undefined : 'email_invalid'
}

function checkSignupPhone(
  { phone, countryCode }: SignupForm,
  rules: PhoneRules | undefined,
): ContactProblem | undefined {
  if (isBlank(phone)) return 'required'
  const fault = rules?.findFault(phone)
  if (fault) return fault
  if (phone.replace(/\P{Nd}/gu, '').length < SIGNUP_PHONE_DIGITS) return 'phone_too_short'
  if (phone.length > LIMITS.phone) return 'phone_invalid'
  if (rules && isCountryCode(countryCode) && !rules.readPhone(phone, countryCode)) return 'phone_invalid'
  return undefined
}

export function isBlank(text: string): boolean {
  return cleanText(text) === ''
}

export function withoutGaps<Field extends string>(
  problems: Record<Field, ContactProblem | undefined>,
): Partial<Record<Field, ContactProblem>> {
  const found: Partial<Record<Field, ContactProblem>> = {}
  for (const field in problems) {
    const problem = problems[field]
    if (problem) found[field] = problem
  }
  return found
}
