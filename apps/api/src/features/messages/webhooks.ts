import type { FastifyInstance, FastifyRequest } from 'fastify'
import twilio from 'twilio'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { badRequest, forbidden } from '../../http/refusal.ts'
import { type Receipt, takeReceipts } from '../../outbox/receipts.ts'
import { openConversationsOf } from '../../providers/open-providers.ts'
import type { InboundSms } from '../../providers/provider.ts'
import { isFromSendGrid } from '../../providers/sendgrid-signature.ts'
import { receiveSms } from './receive-sms.ts'
import { isHeard, takeThreadEvent, threadEvent } from './thread-events.ts'
import { twilioReceipt } from './twilio-receipt.ts'

/** SendGrid gathers events; its limit is below. */
const MOST_BYTES = 1024 * 1024
/** Twilio sends some thirty. To check its signature they are sorted six times: 40 ms for 16,000. */
const MOST_FIELDS = 200

/**
 * D31: what providers tell by themselves. Signed over the bytes as they came, hence parsers of their own. A route is
 * there only where its provider is configured. An answer other than 2xx makes the provider tell again.
 */
export function installWebhooks(app: FastifyInstance, deps: Deps): void {
  const { mail, sms, public_api_url } = deps.config

  app.register(async (webhooks) => {
    webhooks.removeAllContentTypeParsers()

    if (mail?.provider === 'sendgrid') {
      const { webhook_key } = mail
      webhooks.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: MOST_BYTES }, keep)
      webhooks.post('/webhooks/sendgrid', { bodyLimit: MOST_BYTES }, async (request, reply) => {
        const body = textIn(request)
        const {
          'x-twilio-email-event-webhook-signature': signature,
          'x-twilio-email-event-webhook-timestamp': time,
        } = request.headers
        if (!isFromSendGrid(webhook_key, { body, signature, time })) throw forbidden('origin_forbidden')
        await takeReceipts(deps, readSendGridEvents(body))
        return reply.status(204).send()
      })
    }

    if (sms?.provider === 'twilio') {
      const { auth_token } = sms
      webhooks.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, keep)
      const readSigned = (request: FastifyRequest): Record<string, string> => {
        const params = readForm(textIn(request))
        const signature = request.headers['x-twilio-signature']
        const isSigned =
          typeof signature === 'string' &&
          twilio.validateRequest(auth_token, signature, `${public_api_url}${request.url}`, params)
        if (!isSigned) throw forbidden('origin_forbidden')
        return params
      }
      webhooks.post('/webhooks/twilio/status', async (request, reply) => {
        const params = readSigned(request)
        await takeReceipts(deps, readTwilioStatus(request.query, params))
        return reply.status(204).send()
      })
      webhooks.post('/webhooks/twilio/inbound', async (request, reply) => {
        await receiveSms(deps, readInbound(readSigned(request)))
        // Nothing is answered by itself.
        return reply.type('text/xml').send('<Response/>')
      })
      const conversations = openConversationsOf(deps.config)
      if (conversations) {
        webhooks.post('/webhooks/twilio/conversation', async (request, reply) => {
          const params = readSigned(request)
          if (isHeard(params)) await takeThreadEvent(deps, conversations, parse(threadEvent, params))
          return reply.status(204).send()
        })
      }
    }
  })
}

const keep = (_request: FastifyRequest, body: string, done: (error: null, body: string) => void) =>
  done(null, body)

function textIn({ body }: FastifyRequest): string {
  if (typeof body !== 'string') throw badRequest('malformed_body')
  return body
}

// ── SendGrid ─────────────────────────────────────────────────────────────────────────────────────

const sendGridEvents = z.array(
  z.object({
    sg_event_id: z.string().min(1),
    event: z.string(),
    sg_message_id: z.string().optional(),
    /** Custom args: without ours it is not about a message of ours. */
    message_id: z.uuid().optional(),
    organization_id: z.uuid().optional(),
    reason: z.string().optional(),
    /** Of a bounce: a hard `bounce`, or `blocked` for now. */
    type: z.string().optional(),
  }),
)

function readSendGridEvents(body: string): Receipt[] {
  return parse(sendGridEvents, parseJson(body)).flatMap(
    ({ sg_event_id, event, sg_message_id, message_id, organization_id, reason, type }) => {
      const learnt = sendGridLearnt({ event, type })
      if (!message_id || !learnt) return []
      return {
        provider: 'sendgrid',
        provider_event_id: sg_event_id,
        organization_id: organization_id ?? null,
        id: message_id,
        ...learnt,
        ...(sg_message_id && { provider_message_id: sg_message_id }),
        ...(learnt.event === 'undelivered' && { failure_reason: reason ?? type ?? event }),
      }
    },
  )
}

type ReceiptOf = Pick<Receipt, 'event' | 'suppress'>

/** Undefined: says nothing about arrival. Opens and clicks are never asked for (D34). */
function sendGridLearnt({ event, type }: { event: string; type: string | undefined }): ReceiptOf | undefined {
  switch (event) {
    case 'processed':
    case 'deferred':
      return { event: 'accepted' }
    case 'delivered':
      return { event: 'delivered' }
    case 'bounce':
      return type === 'blocked' ? { event: 'undelivered' } : { event: 'undelivered', suppress: 'hard_bounce' }
    case 'dropped':
      return { event: 'undelivered' }
    case 'spamreport':
      return { event: 'delivered', suppress: 'spam_report' }
    default:
      return undefined
  }
}

// ── Twilio ───────────────────────────────────────────────────────────────────────────────────────

const twilioStatus = z.object({
  MessageSid: z.string(),
  MessageStatus: z.string(),
  ErrorCode: z.string().optional(),
})
const ours = z.object({ organization: z.uuid(), message: z.uuid() })

function readTwilioStatus(query: unknown, params: Record<string, string>): Receipt[] {
  const { MessageSid, MessageStatus, ErrorCode } = parse(twilioStatus, params)
  const { organization, message } = parse(ours, query)
  return twilioReceipt(
    { organization_id: organization, id: message },
    { sid: MessageSid, status: MessageStatus, error_code: ErrorCode },
  )
}

const inbound = z.object({
  MessageSid: z.string(),
  From: z.string(),
  To: z.string(),
  Body: z.string().default(''),
})

function readInbound(params: Record<string, string>): InboundSms {
  const { MessageSid, From, To, Body } = parse(inbound, params)
  return { provider_message_id: MessageSid, from: From, to: To, text: Body }
}

// ── Both ─────────────────────────────────────────────────────────────────────────────────────────

function readForm(body: string): Record<string, string> {
  const fields = new URLSearchParams(body)
  if (fields.size > MOST_FIELDS) throw badRequest('malformed_body')
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
