import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idempotencyHeaders, optionalLine, pageQuery, requiredText, timestamp } from './fields.ts'
import { reads, sends, sendsInPerson } from './rules/route-access.ts'
import { LIMITS } from './rules/text.ts'

const c = initContract()

export const channel = z.enum(['EMAIL', 'SMS']).meta({ id: 'Channel', description: 'E-mail or SMS.' })
export const messageStatus = z.enum(['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN']).meta({
  id: 'MessageStatus',
  description:
    'UNKNOWN: the provider was asked and its answer was lost. Sent again only on proof that it does not have the message.',
})

/** D27 */
export const message = z
  .object({
    id,
    direction: z.enum(['OUTBOUND', 'INBOUND']).describe('To or from the person.'),
    channel,
    subject: z
      .string()
      .meta({ description: 'Subject of an e-mail.', examples: ['Your shift at Midsummer festival'] })
      .nullable(),
    body_text: z.string().meta({
      description: 'The text. A personal link is shown as a placeholder.',
      examples: ['Hi Åsa! See you at the entrance at 10:00.'],
    }),
    status: messageStatus,
    failure_reason: z
      .string()
      .meta({
        description: 'Why it could not be delivered, in the language of `Accept-Language`.',
        examples: ['The address does not exist.'],
      })
      .nullable(),
    sent_at: timestamp.describe('When the provider took it (ISO 8601, UTC).').nullable(),
    delivered_at: timestamp.describe('When it was delivered, where the provider reports it.').nullable(),
    read_at: timestamp.describe('When it was read, where the provider reports it unasked.').nullable(),
    created_at: timestamp.describe('When it was written or received.'),
  })
  .meta({ id: 'Message', description: "One entry of a person's history." })

export type Message = z.infer<typeof message>

/** Credentials for the two-way thread with a person (D30, D34). The browser loads Twilio's code only for a thread. */
export const thread = z
  .discriminatedUnion('available', [
    z.object({ available: z.literal(false).describe('There is no thread.') }),
    z.object({
      available: z.literal(true).describe('There is a thread.'),
      conversation_sid: z.string().meta({
        description: 'Id of the Twilio conversation.',
        examples: ['CHaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
      }),
      token: z.string().meta({
        description: 'Twilio access token, valid for at most one hour.',
        examples: ['eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiIxIn0.c2lnbmF0dXJl'],
      }),
      expires_at: timestamp.describe('Until when the token is valid (ISO 8601, UTC).'),
    }),
  ])
  .meta({ id: 'MessageThread', description: 'The two-way SMS thread with a person, where there is one.' })

export type Thread = z.infer<typeof thread>

const byPerson = z.object({ id: id.describe('The person.') })

export const messages = c.router({
  listMessages: endpoint('GET /admin/people/:id/messages', {
    access: reads,
    summary: "List a person's messages",
    description: 'What was sent to and received from the person, newest first. With `limit` in pages.',
    refuses: ['person_not_found'],
    has_etag: true,
    pathParams: byPerson,
    query: z.object(pageQuery),
    responses: { 200: z.array(message) },
  }),
  sendSms: endpoint('POST /admin/people/:id/send-sms', {
    access: sends,
    log: ['message.sent'],
    summary: 'Send one SMS to a person',
    description:
      'At most ten segments: 1,530 GSM-7 or 670 UCS-2 characters. It is queued; `status` tells what became of it.',
    refuses: [
      'person_not_found',
      'message_too_long',
      'no_contact_info',
      'number_not_allowed',
      'opted_out',
      'daily_cap_reached',
    ],
    pathParams: byPerson,
    headers: idempotencyHeaders,
    body: z.object({
      message: requiredText(LIMITS.text).meta({
        description: 'The text.',
        examples: ['Hi Åsa! See you at the entrance at 10:00.'],
      }),
      // D30 defines the sender.
      useAlphanumeric: z.literal(true).describe('Has no effect.').optional(),
    }),
    responses: { 201: message },
  }),
  sendEmail: endpoint('POST /admin/people/:id/send-email', {
    access: sends,
    log: ['message.sent'],
    summary: 'Send one e-mail to a person',
    description:
      'Replies go to the contact of the organization. It is queued; `status` tells what became of it.',
    refuses: ['person_not_found', 'no_contact_info', 'address_bounced', 'opted_out', 'daily_cap_reached'],
    pathParams: byPerson,
    headers: idempotencyHeaders,
    body: z.object({
      subject: optionalLine(LIMITS.subject)
        .meta({
          description: 'The subject. Left out: that it is from the organization.',
          examples: ['Parking'],
        })
        .optional(),
      message: requiredText(LIMITS.text).meta({
        description: 'The text.',
        examples: ['Hi Åsa! See you at the entrance at 10:00.'],
      }),
    }),
    responses: { 201: message },
  }),
  openThread: endpoint('POST /admin/people/:id/thread', {
    // The answer has a token for the administrator's browser.
    access: sendsInPerson,
    log: 'none',
    summary: 'Open the SMS thread with a person',
    description: 'Lets the caller follow it live through Twilio Conversations, where a thread exists.',
    refuses: ['person_not_found'],
    pathParams: byPerson,
    body: c.noBody(),
    responses: { 200: thread },
  }),
  markRead: endpoint('POST /admin/people/:id/messages/read', {
    access: sendsInPerson,
    log: 'none',
    summary: "Mark a person's SMS as read",
    description: 'Ends `has_unread` of the person, for everybody in the organization.',
    refuses: ['person_not_found'],
    pathParams: byPerson,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
})
