import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  about,
  email,
  id,
  idempotencyHeaders,
  language,
  optionalPhone,
  optionalText,
  timestamp,
} from './fields.ts'
import { workedShift } from './hours.ts'
import { organizerContact, publicOrganization } from './organizations.ts'
import { getsReminders, invitation, stopped } from './personal-shift.ts'
import { calendarFile } from './public-event.ts'
import { givenAnswers, questions, storedValue } from './questions.ts'
import { LIMITS } from './rules/text.ts'
import { aboutToken } from './shifts.ts'
import { seenTimes } from './signup.ts'

const c = initContract()

/** D41 */
export const organizer = z
  .object({
    organization: publicOrganization,
    contact: organizerContact,
    event: z.object({ id, name: z.string().meta(about.event_name) }).describe('The event.'),
  })
  .meta({ id: 'Organizer', description: 'Whom to ask about a personal link, also when it has expired.' })

export type Organizer = z.infer<typeof organizer>

const certificate = z
  .object({
    organization: publicOrganization,
    person: workedShift.shape.person.omit({ id: true, language: true }).describe('Who has worked.'),
    language: language.describe('Of the certificate.'),
    time_zone: z.string().meta(about.time_zone),
    shifts: z.array(workedShift.omit({ person: true })).describe('That were worked at the event, by start.'),
  })
  .meta({ id: 'Certificate', description: 'What a certificate of volunteer work says.' })

export type Certificate = z.infer<typeof certificate>

/** D51 */
const ownAnswers = z
  .object({
    organization: publicOrganization,
    questions,
    answers: z
      .array(z.object({ question_id: id.describe('The question.'), value: storedValue }))
      .describe('The newest to each question, where it still fits the question.'),
  })
  .meta({ id: 'OwnAnswers', description: 'What the person of a personal link is asked and has answered.' })

export type OwnAnswers = z.infer<typeof ownAnswers>

const messageLanguage = language.describe('Of messages to the person.')

const maskedEmail = { description: 'The address, masked.', examples: ['a•••@festival.example'] }

/** V3 */
const ownDetails = z
  .object({
    email: z
      .string()
      .meta({ ...maskedEmail, description: 'The address, masked. Null: none (D59).' })
      .nullable(),
    phone: z
      .string()
      .meta({ description: 'The number, masked. Null: none.', examples: ['•••05'] })
      .nullable(),
    language: messageLanguage,
    unconfirmed: z
      .object({
        fields: z
          .array(z.enum(['phone', 'language', 'email']))
          .meta({ description: 'What would change.', examples: [['phone']] }),
        expires_at: timestamp.describe('Until when it can be confirmed (ISO 8601, UTC).'),
      })
      .describe('What was asked for and is not confirmed from the mailbox yet. Null: nothing.')
      .nullable(),
    unconfirmed_email: z
      .object({
        email: z.string().meta(maskedEmail),
        expires_at: timestamp.describe('Until when it can be confirmed (ISO 8601, UTC).'),
      })
      .describe('The new address, which has a link to confirm it. Null: none.')
      .nullable(),
  })
  .meta({ id: 'OwnDetails', description: 'How the person of a personal link is reached.' })

export type OwnDetails = z.infer<typeof ownDetails>

const calendarFeed = z.object({
  feed_url: z.string().meta({
    description: 'Its address. Whoever has it sees the shifts.',
    examples: ['https://muster.example/calendar/feed/AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE.ics'],
  }),
})

const seen = seenTimes.describe(
  'The times that were shown. With a yes: refused with `shift_moved` if the shift has others.',
)

/** Token of 43 base64url characters. The schema accepts others, so that they are answered 404, not 400 (D17). */
const byToken = z.object({ token: z.string().max(200).meta(aboutToken) })

export const personalPage = c.router({
  getAssignment: endpoint('GET /assignment/:token', {
    access: 'open',
    summary: 'Get the assignment behind a personal link',
    description: 'For the volunteer. An answered link stays open until 30 days after the shift.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired'],
    pathParams: byToken,
    responses: { 200: invitation },
  }),
  getOrganizer: endpoint('GET /assignment/:token/organizer', {
    access: 'open',
    summary: 'Get the organizer of a personal link',
    description: 'Also once the link is closed.',
    refuses: ['link_invalid', 'link_replaced'],
    pathParams: byToken,
    responses: { 200: organizer },
  }),
  getCertificate: endpoint('GET /assignment/:token/certificate', {
    access: 'open',
    summary: 'Get the certificate of a volunteer',
    description: 'Of the shifts worked at the event of the link, where the event gives certificates.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired', 'certificate_not_given'],
    pathParams: byToken,
    responses: { 200: certificate },
  }),
  getOwnAnswers: endpoint('GET /assignment/:token/answers', {
    access: 'open',
    summary: 'Get the questions of the event, with the answers given',
    description: 'Questions for everybody, and for the roles of the shifts on which the person is CONFIRMED.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired'],
    pathParams: byToken,
    responses: { 200: ownAnswers },
  }),
  changeOwnAnswers: endpoint('PUT /assignment/:token/answers', {
    access: 'open',
    summary: 'Change the answers',
    description:
      'Replaces all answers of the person to these questions. One that is left out is deleted; refused with `validation` where it is required.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired'],
    pathParams: byToken,
    body: z.object({ answers: givenAnswers }).meta({ id: 'OwnAnswersChange' }),
    responses: { 200: ownAnswers },
  }),
  answerInvitation: endpoint('POST /assignment/:token/confirm', {
    access: 'open',
    summary: 'Answer an invitation',
    description: 'Once. Who confirms gets a confirmation by e-mail.',
    refuses: [
      'link_invalid',
      'link_replaced',
      'link_expired',
      'shift_over',
      'already_answered',
      'place_taken',
      'shift_full',
      'shift_moved',
      'schedule_conflict',
    ],
    pathParams: byToken,
    headers: idempotencyHeaders,
    body: z.object({
      confirm: z.boolean().describe('`true` confirms, `false` declines.'),
      seen: seen.optional(),
    }),
    responses: { 200: invitation },
  }),
  changeAnswer: endpoint('POST /assignment/:token/change', {
    access: 'open',
    summary: 'Change an earlier answer',
    description:
      'Gives a confirmed place up, takes a declined shift again, or with `agreed_to` says yes to its new times. To the status that it has already, it changes nothing. The first answer is `POST /assignment/{token}/confirm`. One person can take shifts again twenty times an hour.',
    refuses: [
      'link_invalid',
      'link_replaced',
      'link_expired',
      'not_answered',
      'shift_started',
      'cancelling_closed',
      'shift_full',
      'too_many_shifts',
      'schedule_conflict',
      'shift_moved',
    ],
    pathParams: byToken,
    body: z.object({
      status: z
        .enum(['CONFIRMED', 'DECLINED'])
        .describe('`CONFIRMED` takes the shift again, `DECLINED` cancels.'),
      reason: optionalText(LIMITS.reason)
        .meta({
          description: 'Why the person cancels, for the organizer. Stored with `DECLINED` only.',
          examples: ['I have a cold.'],
        })
        .optional(),
      agreed_to: seenTimes
        .describe(
          'With `CONFIRMED`: the times that the person has seen and says yes to. Refused with `shift_moved` if the shift has others.',
        )
        .optional(),
    }),
    responses: { 200: invitation },
  }),
  stopMessages: endpoint('POST /assignment/:token/messages', {
    access: 'open',
    summary: 'Stop or resume messages',
    description: 'What the organization sends to the person of the link. Also once the link is closed.',
    refuses: ['link_invalid', 'link_replaced'],
    pathParams: byToken,
    body: z.object({ stop: z.boolean().describe('`true` stops, `false` resumes.') }),
    responses: { 200: z.object({ messages_stopped: stopped }) },
  }),
  setReminders: endpoint('POST /assignment/:token/reminders', {
    access: 'open',
    summary: 'Switch reminders on or off',
    description: 'Of all shifts of the person of the link in the organization.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired'],
    pathParams: byToken,
    body: z.object({ on: z.boolean().describe('`true` reminds, `false` does not.') }),
    responses: { 200: z.object({ gets_reminders: getsReminders }) },
  }),
  getDetails: endpoint('GET /assignment/:token/details', {
    access: 'open',
    summary: 'Get how the person of a personal link is reached',
    description: 'For the volunteer. Addresses are masked.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired'],
    pathParams: byToken,
    responses: { 200: ownDetails },
  }),
  changeDetails: endpoint('PUT /assignment/:token/details', {
    access: 'open',
    summary: 'Change how the person of a personal link is reached',
    description:
      'Asks for it: the person gets an e-mail with a link, and the details change when it is confirmed there, within 24 hours. What is left out stays; `null` or an empty text removes the phone number. An earlier request ends. Five requests an hour and ten a day for one person.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired', 'mailbox_unreachable'],
    pathParams: byToken,
    body: z.object({
      phone: optionalPhone.meta(about.typed_phone).optional(),
      language: messageLanguage.optional(),
    }),
    responses: {
      200: ownDetails.extend({
        token: z.string().meta({
          description: 'The token of the link.',
          examples: aboutToken.examples,
        }),
      }),
    },
  }),
  changeEmail: endpoint('PUT /assignment/:token/email', {
    access: 'open',
    summary: 'Ask for another e-mail address of the person of a personal link',
    description:
      'Asks for it: the person gets an e-mail with a link at the present address. Once it is confirmed there, within 24 hours, a link goes to the new address, which changes when it is confirmed there too. The former address is told then, and can take the change back for seven days. The answer is the same whether others have the address or not. An earlier request ends; `null` only ends it. Counted with the other details.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired', 'mailbox_unreachable'],
    pathParams: byToken,
    body: z.object({ email: email.nullable() }),
    responses: { 200: ownDetails },
  }),
  sendLinks: endpoint('POST /links', {
    access: 'open',
    summary: 'Send the personal links of an address to it',
    description:
      'One e-mail with all coming shifts of the address, of all organizations. The answer is the same for every address.',
    body: z.object({ email }),
    responses: { 204: c.noBody() },
  }),
  getCalendarFeed: endpoint('GET /assignment/:token/calendar-feed', {
    access: 'open',
    summary: 'Get the address of the calendar feed',
    description:
      'A calendar program that subscribes to it shows all confirmed shifts of the person at the event. The address opens nothing else.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired'],
    pathParams: byToken,
    responses: { 200: calendarFeed },
  }),
  renewCalendarFeed: endpoint('POST /assignment/:token/calendar-feed', {
    access: 'open',
    summary: 'Make a new address of the calendar feed',
    description: 'The one before stops working.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired'],
    pathParams: byToken,
    body: c.noBody(),
    responses: { 200: calendarFeed },
  }),
  sendCalendarFeed: endpoint('POST /assignment/:token/calendar-feed/send', {
    access: 'open',
    summary: 'Send the address of the calendar feed of all events',
    description:
      'To the e-mail address of the person, because a personal link does not reach beyond its event. Three times an hour and ten times a day for one person.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired', 'mailbox_unreachable'],
    pathParams: byToken,
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  readCalendarFeed: endpoint('GET /calendar/feed/:file', {
    access: 'open',
    summary: 'Read a calendar feed',
    description:
      'The confirmed shifts of a person, at one event or all of them, that are not over for more than 30 days. It names no person.',
    refuses: ['link_invalid'],
    has_etag: true,
    pathParams: z.object({
      file: z
        .string()
        .max(200)
        .meta({
          description:
            'The file of `feed_url`: a signed id, for the feed of one event a dot and its id, and `.ics`.',
          examples: ['AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE.ics'],
        }),
    }),
    responses: { 200: c.otherResponse({ contentType: 'text/calendar; charset=utf-8', body: calendarFile }) },
  }),
  getAssignmentCalendar: endpoint('GET /assignment/:token/calendar.ics', {
    access: 'open',
    summary: 'Get the calendar entry of an assignment',
    description: 'The entry names the personal link.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired'],
    pathParams: byToken,
    responses: { 200: c.otherResponse({ contentType: 'text/calendar; charset=utf-8', body: calendarFile }) },
  }),
})
