import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { refusedShift } from './errors.ts'
import {
  about,
  email,
  id,
  idempotencyHeaders,
  instant,
  listOf,
  optionalText,
  phone,
  publicName,
} from './fields.ts'
import { because, type IssueText } from './issues.ts'
import { calendarFile, eventIdHeader, givenLinkKey, publicShift } from './public-event.ts'
import { givenAnswers } from './questions.ts'
import { identityKey } from './rules/fold.ts'
import { MOST_PEOPLE_AT_ONCE, MOST_SHIFTS_AT_ONCE } from './rules/shifts-at-once.ts'
import { LIMITS } from './rules/text.ts'
import { terms } from './terms.ts'

const c = initContract()

const volunteer = {
  first_name: publicName.meta(about.first_name),
  last_name: publicName.meta(about.last_name),
  email,
  /** Phone number, to which the page prepends the chosen country's calling code (D23). */
  phone: phone.meta({
    description: 'Phone number with its country code.',
    examples: about.phone.examples,
  }),
}

const terms_version = z
  .enum(terms.known_versions, because('not_version'))
  .describe('The version of the terms that was accepted. Without it the current one.')
  .optional()

/** V4 */
const note = optionalText(LIMITS.note)
  .meta({
    description: 'What the organizer should know. Not public.',
    examples: about.signup_note.examples,
  })
  .optional()

/** D13 */
export const seenTimes = z.strictObject({
  start_dt: instant.meta(about.start_dt),
  end_dt: instant.meta(about.end_dt),
})

const seen = seenTimes
  .describe('The times that were shown. Refused with `shift_moved` if the shift has others.')
  .optional()

export const signupBody = z
  .object({
    ...volunteer,
    note,
    shift_id: id.describe('Must equal the id in the path.').optional(),
    seen,
    answers: givenAnswers.optional(),
    terms_version,
    k: givenLinkKey,
  })
  .meta({ id: 'SignUp' })

/** D58 */
export const swapBody = signupBody.omit({ shift_id: true, k: true }).meta({ id: 'TakeOver' })

export const volunteerBody = z
  .object({ ...volunteer, terms_version, seen, k: givenLinkKey })
  .meta({ id: 'Volunteer' })

/** D54 */
const people = listOf(
  z.strictObject({
    first_name: publicName.meta(about.first_name),
    last_name: publicName.meta(about.last_name),
    minor: z
      .boolean()
      .describe(
        'Whether the person is under 16. The contact, who is not, answers for them as their guardian.',
      )
      .optional(),
    answers: givenAnswers.optional(),
  }),
  { min: 1, max: MOST_PEOPLE_AT_ONCE },
).describe(
  'Everybody who takes these shifts, 1 to 6, the contact of the fields above first. On each shift all of them are taken or nobody. Each answers the questions; the contact here or above. Without it the contact alone.',
)

export const severalSignupBody = z
  .object({
    shift_ids: listOf(id, { min: 1, max: MOST_SHIFTS_AT_ONCE }).describe(
      'Shifts of the event, 1 to 20. Two that overlap each other are refused with `validation`.',
    ),
    ...volunteer,
    people: people.optional(),
    note,
    seen: listOf(seenTimes.extend({ shift_id: id.describe('The shift.') }), {
      min: 0,
      max: MOST_SHIFTS_AT_ONCE,
    })
      .describe('The times that were shown. A shift that has others is refused with `shift_moved`.')
      .optional(),
    answers: givenAnswers.optional(),
    terms_version,
    k: givenLinkKey,
  })
  .superRefine(({ people: [contact, ...others] = [], first_name, last_name }, context) => {
    const refuse = (at: number, message: IssueText) =>
      context.addIssue({ code: 'custom', path: ['people', at], message: because(message) })
    if (!contact) return
    if (keyOf(contact) !== keyOf({ first_name, last_name }) || contact.minor) refuse(0, 'not_contact')
    const known = new Set([keyOf(contact)])
    for (const [at, each] of others.entries()) {
      if (known.has(keyOf(each))) refuse(at + 1, 'named_twice')
      known.add(keyOf(each))
    }
  })
  .meta({ id: 'SignUpForSeveral' })

const keyOf = (name: { first_name: string; last_name: string }) => identityKey({ ...name, email: '' })

export const aboutCorrectionKey = {
  description:
    'Lets whoever signed up correct the e-mail address for 30 minutes, with `correctEmail`. Opens nothing else.',
  examples: ['pJ3cQv0XkzGm1yT8wRbN5dUe'],
}

export const signedUp = z
  .object({
    assignment_id: id.describe('The place that was taken.'),
    shift: publicShift,
    calendar_url: z.string().meta({
      description: 'Address of the calendar file.',
      format: 'uri',
      examples: ['https://muster.example/calendar/AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE.ics'],
    }),
    correction_key: z.string().meta(aboutCorrectionKey),
  })
  .meta({ id: 'SignedUp' })

export type SignedUp = z.infer<typeof signedUp>

/** D52 */
const request_id = id.describe(
  'The request, or another id for who was taken without one: the answer is the same.',
)

export const requested = z
  .object({
    request_id,
    shift: publicShift.describe('The shift before the answer. A request holds no place.'),
  })
  .meta({ id: 'Requested' })

export type Requested = z.infer<typeof requested>

/** D54 */
const person = z
  .int()
  .meta({ description: 'Which of `people`, from 0. Without `people` the contact, 0.', examples: [0] })

export const signedUpForSeveral = z
  .object({
    signed_up: z
      .array(signedUp.extend({ person }))
      .describe('The places that were taken, in the order of their start, of each person.'),
    requested: z
      .array(z.object({ shift_id: id.describe('The shift.'), request_id, person }))
      .describe('What an organizer answers first (D52), of each person.'),
    refused: z.array(refusedShift).describe('The shifts on which no place was taken, with the reason.'),
  })
  .meta({ id: 'SignedUpForSeveral' })

export type SignedUpForSeveral = z.infer<typeof signedUpForSeveral>

/** D13: limits one visitor before everybody behind the same address. */
export const formHeader = {
  'form-id': z
    .string()
    .min(8)
    .max(100)
    .meta({
      description:
        'Random text of one form and page load. Refusals are limited for each before they are for the whole address.',
      examples: ['1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'],
    })
    .optional(),
}

export const signup = c.router({
  signUp: endpoint('POST /shifts/:shiftId/signup', {
    access: 'open',
    summary: 'Take a place on a shift',
    description:
      'For volunteers, without an account. Open until the start of the shift, with `late_signup` until its end. The person gets a confirmation by e-mail. Where an organizer answers first, the answer is 202, and the same for everybody. The refusals are asked in this order: not found (also of a draft), not open yet, closed, over, full, already signed up, moved, too young, too many shifts, conflict.',
    refuses: [
      'shift_not_found',
      'signup_not_open',
      'signup_closed',
      'shift_over',
      'signup_paused',
      'shift_full',
      'already_signed_up',
      'shift_moved',
      'too_many_shifts',
      'schedule_conflict',
    ],
    pathParams: z.object({ shiftId: id.describe('The shift.') }),
    headers: { ...idempotencyHeaders, ...eventIdHeader, ...formHeader },
    body: signupBody,
    responses: { 201: signedUp, 202: requested },
  }),
  signUpForSeveral: endpoint('POST /events/:eventId/signup', {
    access: 'open',
    summary: 'Take places on several shifts of an event',
    description:
      'What is free is taken, in one transaction; the rest is named in `refused`, with the codes of `signUp` and in its order. The contact gets one confirmation by e-mail. 202 when nothing was taken and something is asked for. When nothing could be taken or asked for, the refusal is `none_taken`, with `refused`.',
    refuses: ['event_not_found', 'signup_not_open', 'signup_closed', 'signup_paused', 'none_taken'],
    pathParams: z.object({ eventId: id.describe('The event.') }),
    headers: { ...idempotencyHeaders, ...formHeader },
    body: severalSignupBody,
    responses: { 201: signedUpForSeveral, 202: signedUpForSeveral },
  }),
  askForOpeningMail: endpoint('POST /events/:eventId/opening-mail', {
    access: 'open',
    summary: 'Ask for one e-mail when sign-up opens',
    description:
      'One e-mail for each event and address, when sign-up is open, also if the opening is moved. The answer is the same for every address, above the limits, and when sign-up is open or closed already, when no e-mail is sent.',
    refuses: ['event_not_found'],
    pathParams: z.object({ eventId: id.describe('The event.') }),
    body: z.object({ email }),
    responses: { 204: c.noBody() },
  }),
  getSignupCalendar: endpoint('GET /calendar/:file', {
    access: 'open',
    summary: 'Get the calendar entry of a sign-up',
    description: 'Public data only. Closed 30 days after the shift.',
    refuses: ['link_invalid'],
    pathParams: z.object({
      file: z
        .string()
        .max(100)
        .meta({
          description: 'The file of `calendar_url`: a signed id and `.ics`.',
          examples: ['AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE.ics'],
        }),
    }),
    responses: { 200: c.otherResponse({ contentType: 'text/calendar; charset=utf-8', body: calendarFile }) },
  }),
})
