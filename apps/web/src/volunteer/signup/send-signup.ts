import type { ContactForm, SignupForm } from '@muster/contract/rules/contact'
import { isCountryCode } from '@muster/contract/rules/country-codes'
import type { GivenAnswer } from '@muster/contract/rules/questions'
import { cleanText } from '@muster/contract/rules/text'
import type { Requested, SignedUp, SignedUpForSeveral } from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import { call, type Given } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { createRepeatKey } from '../../api/repeat-key.ts'
import { linkKey } from '../../ui/hooks/navigation.ts'
import type { Answers } from '../answers/answers.ts'
import { internationalPhone } from './phone-rules.ts'

/** `people`: everybody, the contact first, if there are others (D54). */
export type SignupBody = Given<'signup', 'signUp'>['body'] &
  Pick<Given<'signup', 'signUpForSeveral'>['body'], 'people'>

/** A shift with the times that were shown (D13). */
export type Shown = { id: string; start_dt: string; end_dt: string }

type Sending = {
  event_id: string
  shift_ids: readonly string[]
  shown: readonly Shown[]
  body: SignupBody
  /** D58: token of a replacement link, whose place is taken. */
  swap?: string | undefined
  signal: AbortSignal
}

const repeatKey = createRepeatKey('signup_key')
/** D13: random, for this page load only. */
export const FORM = { 'form-id': newKey() }

/** Throws `ApiError`, or a `DOMException` when `signal` ends it. */
export async function sendSignup({
  event_id,
  shift_ids,
  shown,
  body: contact,
  swap,
  signal,
}: Sending): Promise<SignedUpForSeveral> {
  const [only] = shown
  const { people, ...alone } = contact
  const isSeveral = shift_ids.length > 1 || !only || people !== undefined
  const answer = isSeveral
    ? await sendForSeveral({ event_id, shift_ids, shown, body: contact, signal })
    : await sendForOne({
        event_id,
        shift_id: only.id,
        body: { ...alone, seen: timesOf(only) },
        swap,
        signal,
      })
  repeatKey.forget()
  return answer
}

const timesOf = ({ start_dt, end_dt }: Shown) => ({ start_dt, end_dt })

function sendForSeveral({
  event_id,
  shift_ids,
  shown,
  body: contact,
  signal,
}: Sending): Promise<SignedUpForSeveral> {
  const seen = shown.map((shift) => ({ shift_id: shift.id, ...timesOf(shift) }))
  const body = { ...contact, shift_ids: [...shift_ids], seen }
  return call('signup', 'signUpForSeveral', {
    params: { eventId: event_id },
    headers: { ...FORM, ...repeatKey.of(shift_ids, body) },
    body,
    signal,
  })
}

async function sendForOne({
  event_id,
  shift_id,
  body,
  swap,
  signal,
}: Pick<Sending, 'event_id' | 'swap' | 'signal'> & {
  body: Given<'signup', 'signUp'>['body']
  shift_id: string
}): Promise<SignedUpForSeveral> {
  if (swap !== undefined) {
    const takenOver = await call('swap', 'takeSwap', {
      params: { token: swap },
      headers: { ...FORM, ...repeatKey.of(swap, body) },
      body,
      signal,
    })
    return answerOfOne(takenOver)
  }
  const signedUp = await call('signup', 'signUp', {
    params: { shiftId: shift_id },
    headers: { ...FORM, 'event-id': event_id, ...repeatKey.of(shift_id, body) },
    body,
    signal,
  })
  return answerOfOne(signedUp)
}

/** D52: without a place an organizer answers first. */
const answerOfOne = (answer: SignedUp | Requested): SignedUpForSeveral =>
  'assignment_id' in answer
    ? { signed_up: [{ ...answer, person: 0 }], requested: [], refused: [] }
    : {
        signed_up: [],
        requested: [{ shift_id: answer.shift.id, request_id: answer.request_id, person: 0 }],
        refused: [],
      }

const joinKey = createRepeatKey('waiting_key')

/** D44, of the contact alone and without the note. Throws like `sendSignup`. */
export async function joinWaitingList(
  shift: Shown,
  { note: _note, people: _people, ...contact }: SignupBody,
): Promise<void> {
  const body = { ...contact, seen: timesOf(shift) }
  await call('waitingList', 'joinWaitingList', {
    params: { shiftId: shift.id },
    headers: joinKey.of(shift.id, body),
    body,
  })
  joinKey.forget()
}

/** D51 */
export const givenAnswers = (asked: readonly { id: string }[], answers: Answers): GivenAnswer[] =>
  asked.flatMap(({ id: question_id }) => {
    const value = answers[question_id]
    return value === undefined ? [] : { question_id, value }
  })

/** `asked`: the questions for these shifts, which each of the others answers, too. */
export function signupBody(form: SignupForm, asked: readonly { id: string }[]): SignupBody {
  const { phone, countryCode } = form
  const note = cleanText(form.note)
  const { first_name, last_name, others } = form
  const contact = contactBody({
    ...form,
    phone: isCountryCode(countryCode) ? internationalPhone(phone, countryCode) : phone,
  })
  return {
    ...contact,
    ...(note !== '' && { note }),
    ...(others.length > 0 && {
      people: [
        { first_name, last_name },
        ...others.map(({ answers, ...other }) => ({ ...other, answers: givenAnswers(asked, answers) })),
      ],
    }),
  }
}

/** The phone must have its calling code, because the server reads the number without a country (D23). */
export function contactBody({ first_name, last_name, email, phone }: ContactForm): SignupBody {
  const k = linkKey()
  return { first_name, last_name, email, phone, terms_version: terms.version, ...(k && { k }) }
}
