import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { id } from './fields.ts'
import { routes } from './routes.ts'

const c = initContract()

export const channel = z.enum(['EMAIL', 'SMS'])
export const messageStatus = z.enum(['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN'])

/** One line of a person's history (D27); a personal link reads "[personal link]". */
export const message = z.object({
  id,
  direction: z.enum(['OUTBOUND', 'INBOUND']),
  channel,
  subject: z.string().nullable(),
  body_text: z.string(),
  status: messageStatus,
  failure_reason: z.string().nullable(),
  sent_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  read_at: z.string().nullable(),
  created_at: z.string(),
})

export type Message = z.infer<typeof message>

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
    body: z.object({
      message: z.string().max(5_000),
      /** Always true; which sender is used is D30's rule. */
      useAlphanumeric: z.literal(true).optional(),
    }),
    responses: { 201: message },
  },
})
