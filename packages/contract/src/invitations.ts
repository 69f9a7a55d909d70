import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import {
  about,
  email,
  id,
  idempotencyHeaders,
  instant,
  language,
  optionalPhone,
  optionalText,
  timestamp,
} from './fields.ts'
import { organizerContact, publicOrganization } from './organizations.ts'
import { getsReminders, invitation, stopped } from './personal-page.ts'
import { calendarFile } from './public-event.ts'
import { refuses } from './refusals.ts'
import { routes } from './routes.ts'
import { LIMITS } from './rules/text.ts'
import { aboutToken } from './shifts.ts'

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

const messageLanguage = language.describe('Of messages to the person.')

/** V3 */
const ownDetails = z
  .object({
    email: z.string().meta(about.email),
    phone: z.string().meta(about.phone).nullable(),
    language: messageLanguage,
    unconfirmed_email: z
      .object({
        email: z.string().meta(about.email),
        expires_at: timestamp.describe('Until when it can be confirmed (ISO 8601, UTC).'),
      })
      .describe('The address that was asked for and is not confirmed yet. Null: none.')
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

/** Token of 43 base64url characters. The schema accepts others, so that they are answered 404, not 400 (D17). */
const byToken = z.object({ token: z.string().max(200).meta(aboutToken) })

export const invitations = c.router({
  getAssignment: {
    ...routes.invitations.getAssignment,
    summary: 'Get the assignment behind a personal link',
    description: 'For the volunteer. An answered link stays open until 30 days after the shift.',
    metadata: refuses('link_invalid', 'link_expired'),
    pathParams: byToken,
    responses: { 200: invitation },
  },
  getOrganizer: {
    ...routes.invitations.getOrganizer,
    summary: 'Get the organizer of a personal link',
    description: 'Also once the link is closed.',
    metadata: refuses('link_invalid'),
    pathParams: byToken,
    responses: { 200: organizer },
  },
  answerInvitation: {
    ...routes.invitations.answerInvitation,
    summary: 'Answer an invitation',
    description: 'Once. Who confirms gets a confirmation by e-mail.',
    metadata: refuses(
      'link_invalid',
      'link_expired',
      'shift_over',
      'already_answered',
      'shift_full',
      'schedule_conflict',
    ),
    pathParams: byToken,
    headers: idempotencyHeaders,
    body: z.object({ confirm: z.boolean().describe('`true` confirms, `false` declines.') }),
    responses: { 200: invitation },
  },
  changeAnswer: {
    ...routes.invitations.changeAnswer,
    summary: 'Change an earlier answer',
    description:
      'Gives a confirmed place up, takes a declined shift again, or with `agreed_to` says yes to its new times. To the status that it has already, it changes nothing. The first answer is `POST /assignment/{token}/confirm`. One person can take shifts again twenty times an hour.',
    metadata: refuses(
      'link_invalid',
      'link_expired',
      'not_answered',
      'shift_started',
      'cancelling_closed',
      'shift_full',
      'schedule_conflict',
      'shift_moved',
    ),
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
      agreed_to: z
        .strictObject({ start_dt: instant.meta(about.start_dt), end_dt: instant.meta(about.end_dt) })
        .describe(
          'With `CONFIRMED`: the times that the person has seen and says yes to. Refused with `shift_moved` if the shift has others.',
        )
        .optional(),
    }),
    responses: { 200: invitation },
  },
  stopMessages: {
    ...routes.invitations.stopMessages,
    summary: 'Stop or resume messages',
    description: 'What the organization sends to the person of the link. Also once the link is closed.',
    metadata: refuses('link_invalid'),
    pathParams: byToken,
    body: z.object({ stop: z.boolean().describe('`true` stops, `false` resumes.') }),
    responses: { 200: z.object({ messages_stopped: stopped }) },
  },
  setReminders: {
    ...routes.invitations.setReminders,
    summary: 'Switch reminders on or off',
    description: 'Of all shifts of the person of the link in the organization.',
    metadata: refuses('link_invalid', 'link_expired'),
    pathParams: byToken,
    body: z.object({ on: z.boolean().describe('`true` reminds, `false` does not.') }),
    responses: { 200: z.object({ gets_reminders: getsReminders }) },
  },
  getDetails: {
    ...routes.invitations.getDetails,
    summary: 'Get how the person of a personal link is reached',
    description: 'For the volunteer.',
    metadata: refuses('link_invalid', 'link_expired'),
    pathParams: byToken,
    responses: { 200: ownDetails },
  },
  changeDetails: {
    ...routes.invitations.changeDetails,
    summary: 'Change how the person of a personal link is reached',
    description:
      'What is left out stays; `null` or an empty text removes the phone number. The person is told by e-mail that the number is another one. Links that were sent to the number before stop working; the e-mail has the new ones. Twenty other numbers an hour for one person.',
    metadata: refuses('link_invalid', 'link_expired'),
    pathParams: byToken,
    body: z.object({
      phone: optionalPhone.meta(about.typed_phone).optional(),
      language: messageLanguage.optional(),
    }),
    responses: {
      200: ownDetails.extend({
        token: z.string().meta({
          description: 'The token of the link, which is another one if it was replaced.',
          examples: aboutToken.examples,
        }),
      }),
    },
  },
  changeEmail: {
    ...routes.invitations.changeEmail,
    summary: 'Ask for another e-mail address of the person of a personal link',
    description:
      'Sends a link to the new address; the address changes when it is confirmed there, within 24 hours. The former address is told then, and can take the change back for seven days. The answer is the same whether others have the address or not. An earlier request ends; `null` only ends it. Three requests an hour and ten a day for one person.',
    metadata: refuses('link_invalid', 'link_expired'),
    pathParams: byToken,
    body: z.object({ email: email.nullable() }),
    responses: { 200: ownDetails },
  },
  sendLinks: {
    ...routes.invitations.sendLinks,
    summary: 'Send the personal links of an address to it',
    description:
      'One e-mail with all coming shifts of the address, of all organizations. The answer is the same for every address.',
    body: z.object({ email }),
    responses: { 204: c.noBody() },
  },
  getCalendarFeed: {
    ...routes.invitations.getCalendarFeed,
    summary: 'Get the address of the calendar feed',
    description:
      'A calendar program that subscribes to it shows all confirmed shifts of the person in the organization. The address opens nothing else.',
    metadata: refuses('link_invalid', 'link_expired'),
    pathParams: byToken,
    responses: { 200: calendarFeed },
  },
  renewCalendarFeed: {
    ...routes.invitations.renewCalendarFeed,
    summary: 'Make a new address of the calendar feed',
    description: 'The one before stops working.',
    metadata: refuses('link_invalid', 'link_expired'),
    pathParams: byToken,
    body: c.noBody(),
    responses: { 200: calendarFeed },
  },
  readCalendarFeed: {
    ...routes.invitations.readCalendarFeed,
    summary: 'Read a calendar feed',
    description:
      'The confirmed shifts of a person that are not over for more than 30 days. It names no person.',
    metadata: { ...refuses('link_invalid'), has_etag: true },
    pathParams: z.object({
      file: z
        .string()
        .max(200)
        .meta({
          description: 'The file of `feed_url`: a signed id and `.ics`.',
          examples: ['AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE.ics'],
        }),
    }),
    responses: { 200: c.otherResponse({ contentType: 'text/calendar; charset=utf-8', body: calendarFile }) },
  },
  getAssignmentCalendar: {
    ...routes.invitations.getAssignmentCalendar,
    summary: 'Get the calendar entry of an assignment',
    description: 'The entry names the personal link.',
    metadata: refuses('link_invalid', 'link_expired'),
    pathParams: byToken,
    responses: { 200: c.otherResponse({ contentType: 'text/calendar; charset=utf-8', body: calendarFile }) },
  },
})
