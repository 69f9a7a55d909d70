import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { id, idempotencyHeaders, requiredText } from './fields.ts'
import { routes } from './routes.ts'
import { LIMITS } from './rules/text.ts'

const c = initContract()

export const channel = z.enum(['EMAIL', 'SMS'])
export const messageStatus = z.enum(['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN'])

export const message = z.object({
  id,
  direction: z.enum(['OUTBOUND', 'INBOUND']),
  channel,
  subject: z.string().nullable(),
  body_text: z.string(),
  status: messageStatus,
  /** In the reader's language. */
  failure_reason: z.string().nullable(),
  sent_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  read_at: z.string().nullable(),
  created_at: z.string(),
})

export type Message = z.infer<typeof message>

/** D30, D34: credentials for the two-way thread with a person; without a thread the browser loads no Twilio code. */
export const thread = z.discriminatedUnion('available', [
  z.object({ available: z.literal(false) }),
  z.object({
    available: z.literal(true),
    conversation_sid: z.string(),
    /** A Twilio access token, valid for at most one hour. */
    token: z.string(),
    expires_at: z.string(),
  }),
])

export type Thread = z.infer<typeof thread>

const byPerson = z.object({ id })

export const messages = c.router({
  listMessages: {
    ...routes.messages.listMessages,
    summary: 'What was sent to and received from a person, newest first',
    pathParams: byPerson,
    responses: { 200: z.array(message) },
  },
  sendSms: {
    ...routes.messages.sendSms,
    summary: 'Send one SMS to a person, at most ten segments (D4)',
    pathParams: byPerson,
    headers: idempotencyHeaders,
    body: z.object({
      message: requiredText(LIMITS.text),
      /** Always true; D30 defines the sender. */
      useAlphanumeric: z.literal(true).optional(),
    }),
    responses: { 201: message },
  },
  openThread: {
    ...routes.messages.openThread,
    summary: 'Let the caller follow the two-way SMS thread with a person, where there is one (D30)',
    pathParams: byPerson,
    body: c.noBody(),
    responses: { 200: thread },
  },
})
