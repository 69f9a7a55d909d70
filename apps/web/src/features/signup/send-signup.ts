import type { ContactForm, SignupForm } from '@muster/contract/rules/contact'
import { isCountryCode } from '@muster/contract/rules/country-codes'
import { cleanText } from '@muster/contract/rules/text'
import type { SignedUpForSeveral } from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import { call, type Given } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { openRepeatKey } from '../../api/repeat-key.ts'
import { internationalPhone } from './phone-rules.ts'

export type SignupBody = Given<'signup', 'signUp'>['body']

type Sending = { event_id: string; shift_ids: readonly string[]; body: SignupBody; signal: AbortSignal }

const repeatKey = openRepeatKey('signup_key')
/** D13: random, for this page load only. */
const FORM = { 'form-id': newKey() }

/** Throws `ApiError`, or a `DOMException` when `signal` ends it. */
export async function sendSignup({
  event_id,
  shift_ids,
  body,
  signal,
}: Sending): Promise<SignedUpForSeveral> {
  const answer =
    shift_ids.length === 1
      ? await sendForOne({ event_id, shift_id: shift_ids[0] ?? '', body, signal })
      : await call('signup', 'signUpForSeveral', {
          params: { eventId: event_id },
          headers: { ...FORM, ...repeatKey.of(shift_ids, body) },
          body: { ...body, shift_ids: [...shift_ids] },
          signal,
        })
  repeatKey.forget()
  return answer
}

async function sendForOne({
  event_id,
  shift_id,
  body,
  signal,
}: Omit<Sending, 'shift_ids'> & { shift_id: string }): Promise<SignedUpForSeveral> {
  const signedUp = await call('signup', 'signUp', {
    params: { shiftId: shift_id },
    headers: { ...FORM, 'event-id': event_id, ...repeatKey.of(shift_id, body) },
    body,
    signal,
  })
  return { signed_up: [signedUp], refused: [] }
}

const joinKey = openRepeatKey('waiting_key')

/** D44, without the note. Throws like `sendSignup`. */
export async function joinWaitingList(shift_id: string, { note: _note, ...body }: SignupBody): Promise<void> {
  await call('waitingList', 'joinWaitingList', {
    params: { shiftId: shift_id },
    headers: joinKey.of(shift_id, body),
    body,
  })
  joinKey.forget()
}

export function signupBody(form: SignupForm): SignupBody {
  const { phone, countryCode } = form
  const note = cleanText(form.note)
  const contact = contactBody({
    ...form,
    phone: isCountryCode(countryCode) ? internationalPhone(phone, countryCode) : phone,
  })
  return note === '' ? contact : { ...contact, note }
}

/** The phone must have its calling code, because the server reads the number without a country (D23). */
export function contactBody({ first_name, last_name, email, phone }: ContactForm): SignupBody {
  return { first_name, last_name, email, phone, terms_version: terms.version }
}
