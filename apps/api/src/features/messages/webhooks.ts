import type { FastifyInstance, FastifyRequest } from 'fastify'
import twilio from 'twilio'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { badRequest, forbidden } from '../../edge/refusal.ts'
import { recordReceipts } from '../../outbox/receipts.ts'
import { createConfiguredConversations } from '../../providers/create-providers.ts'
import { isFromSendGrid } from '../../providers/sendgrid.ts'
import { readSendGridReceipts, readTwilioReceipts, sendGridEvents } from './read-receipts.ts'
import { receiveSms } from './receive-sms.ts'
import { handleThreadEvent, isHandled, threadEvent } from './threads/thread-events.ts'

/** Maximum size of a body: SendGrid batches events up to this size. */
const MAX_BYTES = 1024 * 1024
/**
 * Maximum number of fields. Twilio sends some thirty; checking its signature sorts them six times: 40 ms for 16,000.
 */
const MAX_FIELDS = 200

/** D31. Bodies stay text: signatures are over the bytes. Providers repeat a webhook after any status but 2xx. */
export function installWebhooks(app: FastifyInstance, deps: Deps): void {
  const { mail, sms, public_api_url } = deps.config

  app.register(async (webhooks) => {
    webhooks.removeAllContentTypeParsers()

    if (mail?.provider === 'sendgrid') {
      const { webhook_key } = mail
      webhooks.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: MAX_BYTES }, keepText)
      webhooks.post('/webhooks/sendgrid', { bodyLimit: MAX_BYTES }, async (request, reply) => {
        const body = textOf(request)
        const {
          'x-twilio-email-event-webhook-signature': signature,
          'x-twilio-email-event-webhook-timestamp': time,
        } = request.headers
        if (!isFromSendGrid(webhook_key, { body, signature, time })) throw forbidden('origin_forbidden')
        await recordReceipts(deps, readSendGridReceipts(parse(sendGridEvents, parseJson(body))))
        return reply.status(204).send()
      })
    }

    if (sms?.provider === 'twilio') {
      const { auth_token } = sms
      webhooks.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, keepText)
      const readSigned = (request: FastifyRequest): Record<string, string> => {
        const params = parseForm(textOf(request))
        const signature = request.headers['x-twilio-signature']
        const isSigned =
          typeof signature === 'string' &&
          twilio.validateRequest(auth_token, signature, `${public_api_url}${request.url}`, params)
        if (!isSigned) throw forbidden('origin_forbidden')
        return params
      }
      webhooks.post('/webhooks/twilio/status', async (request, reply) => {
        const { MessageSid, MessageStatus, ErrorCode } = parse(twilioStatus, readSigned(request))
        const { organization, message } = parse(messageKey, request.query)
        await recordReceipts(
          deps,
          readTwilioReceipts(
            { organization_id: organization ?? null, id: message },
            { sid: MessageSid, status: MessageStatus, error_code: ErrorCode },
          ),
        )
        return reply.status(204).send()
      })
      webhooks.post('/webhooks/twilio/inbound', async (request, reply) => {
        const { MessageSid, From, To, Body } = parse(twilioInbound, readSigned(request))
        await receiveSms(deps, { provider_message_id: MessageSid, from: From, to: To, text: Body })
        // Twilio would send a non-empty response as an SMS.
        return reply.type('text/xml').send('<Response/>')
      })
      const conversations = createConfiguredConversations(deps)
      if (conversations) {
        webhooks.post('/webhooks/twilio/conversation', async (request, reply) => {
          const params = readSigned(request)
          if (isHandled(params)) await handleThreadEvent(deps, conversations, parse(threadEvent, params))
          return reply.status(204).send()
        })
      }
    }
  })
}

const twilioStatus = z.object({
  MessageSid: z.string(),
  MessageStatus: z.string(),
  ErrorCode: z.string().optional(),
})

/** Without `organization` the message is about an account. */
const messageKey = z.object({ organization: z.uuid().optional(), message: z.uuid() })

const twilioInbound = z.object({
  MessageSid: z.string(),
  From: z.string(),
  To: z.string(),
  Body: z.string().default(''),
})

const keepText = (_request: FastifyRequest, body: string, done: (error: null, body: string) => void) =>
  done(null, body)

function textOf({ body }: FastifyRequest): string {
  if (typeof body !== 'string') throw badRequest('malformed_body')
  return body
}

function parseForm(body: string): Record<string, string> {
  const fields = new URLSearchParams(body)
  if (fields.size > MAX_FIELDS) throw badRequest('malformed_body')
  return Object.fromEntries(fields)
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw badRequest('malformed_body')
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('malformed_body')
  }
}
