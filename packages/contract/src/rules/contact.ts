import { type CountryCode, isCountryCode } from './country-codes.ts'
import { cleanText, LIMITS } from './text.ts'

// PostgreSQL refuses control characters. Two parts of the domain that match the same dot would take quadratic time.
const EMAIL_PATTERN =
  /^(?!.*\p{DI})[^\s@()<>[\]:;,\\"\p{Cc}\p{Cs}]+@[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+$/u
const SIGNUP_PHONE_DIGITS = 5
const CONTACT_PHONE_LENGTH = 10

export type ContactProblem =
  | 'required'
  | 'name_too_short'
  | 'name_too_long'
  | 'email_invalid'
  | 'email_too_long'
  | 'phone_too_short'
  | 'phone_invalid'
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
}
export type ContactForm = Pick<SignupForm, 'first_name' | 'last_name' | 'email' | 'phone'>

export type FormProblems<Form> = Partial<Record<keyof Form, ContactProblem>>

/** Returns `{}` if valid. `readPhone` is `toE164`, which the page loads lazily; the server always checks it (D23). */
export function checkSignupForm(
  form: SignupForm,
  readPhone?: (phone: string, countryCode: CountryCode) => string | undefined,
): FormProblems<SignupForm> {
  return withoutGaps({
    ...checkNamesAndEmail(form),
    countryCode: isCountryCode(form.countryCode) ? undefined : 'required',
    phone: checkSignupPhone(form, readPhone),
    note: cleanText(form.note).length > LIMITS.note ? 'note_too_long' : undefined,
    acceptedTerms: form.acceptedTerms ? undefined : 'terms_required',
  })
}

export function checkContactForm(form: ContactForm): FormProblems<ContactForm> {
  return withoutGaps({ ...checkNamesAndEmail(form), phone: checkContactPhone(form.phone) })
}

export function filterPhoneInput(text: string): string {
  return text.replace(/[^\d +-]/gu, '')
}

/** Refuses other spellings of an address: quotes, brackets, invisible or full-width characters of a domain (D28). */
export function isEmail(text: string): boolean {
  const email = cleanText(text)
  if (!EMAIL_PATTERN.test(email)) return false
  const domain = email.slice(email.indexOf('@') + 1)
  return domain === domain.normalize('NFKC')
}

/** Counts characters after NFC, because a decomposed Å is one character (D4). */
export function isName(text: string): boolean {
  return Array.from(cleanText(text)).length >= LIMITS.name_min
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

function checkNamesAndEmail({ first_name, last_name, email }: ContactForm) {
  return { first_name: checkName(first_name), last_name: checkName(last_name), email: checkEmail(email) }
}

function checkName(name: string): ContactProblem | undefined {
  if (isBlank(name)) return 'required'
  if (cleanText(name).length > LIMITS.name) return 'name_too_long'
  return isName(name) ? undefined : 'name_too_short'
}

function checkEmail(email: string): ContactProblem | undefined {
  if (isBlank(email)) return 'required'
  if (cleanText(email).length > LIMITS.email) return 'email_too_long'
  return isEmail(email) ? undefined : 'email_invalid'
}

function checkSignupPhone(
  { phone, countryCode }: SignupForm,
  readPhone?: (phone: string, countryCode: CountryCode) => string | undefined,
): ContactProblem | undefined {
  if (isBlank(phone)) return 'required'
  if (phone.replace(/\D/gu, '').length < SIGNUP_PHONE_DIGITS) return 'phone_too_short'
  if (filterPhoneInput(phone) !== phone || phone.length > LIMITS.phone) return 'phone_invalid'
  if (readPhone && isCountryCode(countryCode) && !readPhone(phone, countryCode)) return 'phone_invalid'
  return undefined
}

function checkContactPhone(phone: string): ContactProblem | undefined {
  if (isBlank(phone)) return 'required'
  const number = cleanText(phone).replace(/^\+/u, '')
  if (/[^\d\s()-]/u.test(number) || number.length > LIMITS.phone) return 'phone_invalid'
  return number.length < CONTACT_PHONE_LENGTH ? 'phone_too_short' : undefined
}

function isBlank(text: string): boolean {
  return cleanText(text) === ''
}

function withoutGaps<Field extends string>(
  problems: Record<Field, ContactProblem | undefined>,
): Partial<Record<Field, ContactProblem>> {
  const found: Partial<Record<Field, ContactProblem>> = {}
  for (const field in problems) {
    const problem = problems[field]
    if (problem) found[field] = problem
  }
  return found
}
