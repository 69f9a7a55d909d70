import type { ContactForm, SignupForm } from '@muster/contract/rules/contact'
import { isCountryCode } from '@muster/contract/rules/country-codes'
import { cleanText } from '@muster/contract/rules/text'
import type { SignedUp } from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import { call, type Given } from '../../api/call.ts'
import { openRepeatKey } from '../../api/repeat-key.ts'
import { internationalPhone } from './phone-rules.ts'

export type SignupBody = Given<'signup', 'signUp'>['body']

const repeatKey = openRepeatKey()

/** Throws `ApiError`, or a `DOMException` when `signal` ends it. */
export function sendSignup(shift_id: string, body: SignupBody, signal: AbortSignal): Promise<SignedUp> {
  return call('signup', 'signUp', {
    params: { shiftId: shift_id },
    headers: repeatKey.of(shift_id, body),
    body,
    signal,
  })
}

export function signupBody(form: SignupForm): SignupBody {
  const { phone, countryCode } = form
  return contactBody({
    ...form,
    phone: isCountryCode(countryCode) ? internationalPhone(phone, countryCode) : phone,
  })
}

/** The number goes as typed: the server reads it in the organisation's country (D23). */
export function contactBody({ first_name, last_name, email, phone }: ContactForm): SignupBody {
  return {
    first_name: cleanText(first_name),
    last_name: cleanText(last_name),
    email: cleanText(email),
    phone: cleanText(phone),
    terms_version: terms.version,
  }
}
