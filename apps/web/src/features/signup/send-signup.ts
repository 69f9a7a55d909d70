import type { SignupForm } from '@muster/contract/rules/contact'
import { isCountryCode } from '@muster/contract/rules/country-codes'
import { cleanText } from '@muster/contract/rules/text'
import type { SignedUp } from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import { call } from '../../api/call.ts'
import { internationalPhone } from './phone-rules.ts'

/** A phone in a tunnel gets no answer, and no error either. */
const PATIENCE_MS = 30_000

/** What was last sent for a shift, and under which key. */
let last = { content: '', key: '' }

/**
 * D16: one key for one content, however often it is sent: a second press, or a retry after the line went down,
 * cannot take a second place. Throws `ApiError`, or what the browser throws when no answer came in time.
 */
export function sendSignup(shift_id: string, form: SignupForm): Promise<SignedUp> {
  const body = {
    first_name: cleanText(form.first_name),
    last_name: cleanText(form.last_name),
    email: cleanText(form.email),
    phone: isCountryCode(form.countryCode) ? internationalPhone(form.phone, form.countryCode) : form.phone,
    terms_version: terms.version,
  }
  const content = JSON.stringify([shift_id, body])
  if (content !== last.content) last = { content, key: randomKey() }
  return call('signup', 'signUp', {
    params: { shiftId: shift_id },
    headers: { 'idempotency-key': last.key },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

/** Not `randomUUID`: that is missing on plain http, where a phone opens a laptop's address. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
