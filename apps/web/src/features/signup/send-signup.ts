import type { ContactForm, SignupForm } from '@muster/contract/rules/contact'
import { isCountryCode } from '@muster/contract/rules/country-codes'
import { cleanText } from '@muster/contract/rules/text'
import type { SignedUp } from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import { call, type Given } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { internationalPhone } from './phone-rules.ts'

export type SignupBody = Given<'signup', 'signUp'>['body']

let last = { content: '', key: '' }

/**
 * D16: one key for one content, so that a second press or a retry takes no second place. Throws `ApiError`, or a
 * `DOMException` when `signal` ends it.
 */
export function sendSignup(shift_id: string, body: SignupBody, signal: AbortSignal): Promise<SignedUp> {
  const content = JSON.stringify([shift_id, body])
  if (content !== last.content) last = { content, key: newKey() }
  return call('signup', 'signUp', {
    params: { shiftId: shift_id },
    headers: { 'idempotency-key': last.key },
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
