import type { ContactForm, SignupForm } from '@muster/contract/rules/contact'
import { isCountryCode } from '@muster/contract/rules/country-codes'
import { cleanText } from '@muster/contract/rules/text'
import type { SignedUp } from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import { call, type Given } from '../../api/call.ts'
import { openRepeatKey } from '../../api/repeat-key.ts'
import { internationalPhone } from './phone-rules.ts'

export type SignupBody = Given<'signup', 'signUp'>['body']

type Sending = { event_id: string; shift_id: string; body: SignupBody; signal: AbortSignal }

const repeatKey = openRepeatKey('signup_key')

/** Throws `ApiError`, or a `DOMException` when `signal` ends it. */
export async function sendSignup({ event_id, shift_id, body, signal }: Sending): Promise<SignedUp> {
  const answer = await call('signup', 'signUp', {
    params: { shiftId: shift_id },
    headers: { 'event-id': event_id, ...repeatKey.of(shift_id, body) },
    body,
    signal,
  })
  repeatKey.forget()
  return answer
}

export function signupBody(form: SignupForm): SignupBody {
  const { phone, countryCode } = form
  return contactBody({
    ...form,
    phone: isCountryCode(countryCode) ? internationalPhone(phone, countryCode) : phone,
  })
}

/** The server reads the number in the organisation's country (D23). */
export function contactBody({ first_name, last_name, email, phone }: ContactForm): SignupBody {
  return {
    first_name: cleanText(first_name),
    last_name: cleanText(last_name),
    email: cleanText(email),
    phone: cleanText(phone),
    terms_version: terms.version,
  }
}
