import { createPublicKey, verify } from 'node:crypto'
import sendgrid, { type MailData } from '@sendgrid/mail'
import pLimit from 'p-limit'
import { z } from 'zod'
import { originateFrom } from '../db/origin.ts'
import { type Tracing, traceCall } from '../tracing.ts'
import { type Mail, type MailProvider, mailHeaders, type SendResult } from './provider.ts'
import { readRetryAfter, wasNotSent } from './refusals.ts'
import { type Batch, groupIntoBatches } from './sendgrid-batches.ts'

type SendGridOptions = {
  api_key: string
  host: string
  timeout_ms?: number
  /** ms after which a message without an event was not accepted. */
  events_within_ms?: number
  tracing?: Tracing | undefined
}

const CALLS_IN_FLIGHT = 20
const MAILS_IN_FLIGHT = 3_000
const TIMEOUT_MS = 15_000
const EVENTS_WITHIN_MS = 15 * 60_000

/** SendGrid has neither lookup nor idempotent sending; its events carry our message id (D27). */
export function createSendGrid({
  api_key,
  host,
  timeout_ms = TIMEOUT_MS,
  events_within_ms = EVENTS_WITHIN_MS,
  tracing,
}: SendGridOptions): MailProvider {
  const service = new sendgrid.MailService()
  service.setApiKey(api_key)
  service.client.setDefaultRequest('baseUrl', `${host}/`)
  // Mail and key must go to the configured host only.
  service.client.setDefaultRequest('maxRedirects', 0)
  service.setTimeout(timeout_ms)
  const limit = pLimit(CALLS_IN_FLIGHT)

  /** Posts a batch. Its span is in the trace of the batch's first mail. */
  function post(batch: Batch) {
    const attributes = { 'messaging.batch.message_count': batch.recipients.length }
    return originateFrom({ traceparent: batch.recipients[0]?.mail.traceparent }, () =>
      traceCall(tracing, { name: 'sendgrid POST mail/send', attributes }, async (note) => {
        try {
          const [response] = await service.send(toMailData(batch))
          note({ 'http.response.status_code': response.statusCode })
          return response
        } catch (error) {
          const refused = responseError.safeParse(error)
          if (refused.success) note({ 'http.response.status_code': refused.data.code })
          throw error
        }
      }),
    )
  }

  async function call(batch: Batch): Promise<SendResult> {
    try {
      const response = await post(batch)
      const { 'x-message-id': provider_message_id } = response.headers
      return { provider_message_id: typeof provider_message_id === 'string' ? provider_message_id : '' }
    } catch (error) {
      if (wasNotSent(error)) return { refused: String(error), is_final: false }
      const refusal = readRefusal(error)
      if (refusal) return refusal
      throw error
    }
  }

  /** Halves a refused batch until the mail at fault is alone. */
  async function send(
    batch: Batch,
    settle: (mail: Mail, result: Promise<SendResult>) => void,
  ): Promise<void> {
    const response = limit(() => call(batch))
    const result = await response.catch(() => undefined)
    const isRefused = result !== undefined && 'refused' in result && result.is_final
    if (isRefused && batch.recipients.length > 1) {
      const middle = Math.ceil(batch.recipients.length / 2)
      const halves = [batch.recipients.slice(0, middle), batch.recipients.slice(middle)]
      await Promise.all(halves.map((recipients) => send({ ...batch, recipients }, settle)))
      return
    }
    for (const { mail } of batch.recipients) settle(mail, response)
  }

  return {
    name: 'sendgrid',
    concurrency: MAILS_IN_FLIGHT,
    record: { kind: 'events', after_ms: events_within_ms },
    send(mails) {
      const resolvers = new Map<Mail, (result: Promise<SendResult>) => void>()
      const results = mails.map((mail) => new Promise<SendResult>((resolve) => resolvers.set(mail, resolve)))
      for (const batch of groupIntoBatches(mails))
        void send(batch, (mail, result) => resolvers.get(mail)?.(result))
      return results
    },
  }
}

function toMailData({ subject, text, html, recipients }: Batch): MailData {
  const [first] = recipients
  if (!first) throw new Error('a batch has recipients')
  const { from, reply_to, attachments } = first.mail
  return {
    from: { name: from.name, email: from.address },
    ...(reply_to && { replyTo: { name: reply_to.name, email: reply_to.address } }),
    subject,
    content: [
      { type: 'text/plain', value: text },
      { type: 'text/html', value: html },
    ],
    personalizations: recipients.map(({ mail, substitutions }) => ({
      to: { email: mail.to },
      headers: mailHeaders(mail),
      ...(Object.keys(substitutions).length > 0 && { substitutions }),
      customArgs: {
        message_id: mail.id,
        ...(mail.organization_id && { organization_id: mail.organization_id }),
        ...(mail.request_id && { request_id: mail.request_id }),
      },
    })),
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ file_name, content_type, content }) => ({
        filename: file_name,
        type: content_type.split(';')[0] ?? content_type,
        content: Buffer.from(content).toString('base64'),
        disposition: 'attachment',
      })),
    }),
    // D34
    trackingSettings: {
      clickTracking: { enable: false, enableText: false },
      openTracking: { enable: false },
      subscriptionTracking: { enable: false },
    },
  }
}

const responseError = z.object({
  code: z.int(),
  response: z.object({
    headers: z.looseObject({}),
    body: z.object({ errors: z.array(z.object({ message: z.string() })) }).catch({ errors: [] }),
  }),
})

/** Returns undefined for a 5xx: SendGrid may have accepted the mail before it failed. */
function readRefusal(error: unknown): SendResult | undefined {
  const parsed = responseError.safeParse(error)
  if (!parsed.success) return undefined
  const { code, response } = parsed.data
  const details = response.body.errors.map(({ message }) => message).join(' ')
  const refused = `SendGrid answered ${code}: ${details.slice(0, 300)}`
  if (code === 429) return { refused, is_final: false, pause_ms: readRetryAfter(response.headers) }
  // Not final: an operator can fix credentials and credit before the next attempt.
  if ([401, 402, 403].includes(code)) return { refused, is_final: false }
  return code >= 400 && code < 500 && code !== 408 ? { refused, is_final: true } : undefined
}

type Signed = { body: string; signature: string | string[] | undefined; time: string | string[] | undefined }

/** D31. Replays are harmless, so time is not limited. SendGrid's library takes 25 ms for a forgery, this 0.2 ms. */
export function isFromSendGrid(public_key: string, { body, signature, time }: Signed): boolean {
  if (typeof signature !== 'string' || typeof time !== 'string') return false
  try {
    const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' })
    return verify('sha256', Buffer.from(time + body), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
