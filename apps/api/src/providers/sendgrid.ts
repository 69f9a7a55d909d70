import sendgrid, { type MailData } from '@sendgrid/mail'
import { z } from 'zod'
import { limitCalls } from './limit-calls.ts'
import { readPause, wasNeverReached } from './not-sent.ts'
import { headersOf, type Mail, type MailProvider, type Sent } from './provider.ts'
import { type Call, groupIntoCalls } from './sendgrid-calls.ts'

type Options = {
  api_key: string
  /** Origin; of the EU's own host where personal data may not leave it. */
  host: string
  timeout_ms?: number
  /** How long SendGrid's events may take, ms: silence proves nothing before. */
  events_within_ms?: number
}

const CALLS_AT_ONCE = 20
const TIMEOUT_MS = 15_000
const EVENTS_WITHIN_MS = 15 * 60_000

/**
 * D30. SendGrid cannot be asked about a mail of ours and sends what it is given as often as it is given. Its events
 * carry our id (D31): what it has it tells within minutes.
 */
export function openSendGrid({
  api_key,
  host,
  timeout_ms = TIMEOUT_MS,
  events_within_ms = EVENTS_WITHIN_MS,
}: Options): MailProvider {
  const service = new sendgrid.MailService()
  service.setApiKey(api_key)
  service.client.setDefaultRequest('baseUrl', `${host}/`)
  service.setTimeout(timeout_ms)
  const limited = limitCalls(CALLS_AT_ONCE)

  /** An answer for the whole call. Throws when there was none. */
  async function make(call: Call): Promise<Sent> {
    try {
      const [response] = await service.send(dataOf(call))
      const { 'x-message-id': provider_message_id } = response.headers
      return { provider_message_id: typeof provider_message_id === 'string' ? provider_message_id : '' }
    } catch (error) {
      if (wasNeverReached(error)) return { refused: String(error), is_final: false }
      const refusal = readRefusal(error)
      if (refusal) return refusal
      throw error
    }
  }

  /** What became of each mail. One that SendGrid finds fault with must not take the others with it. */
  async function deliver(call: Call, settle: (mail: Mail, sent: Promise<Sent>) => void): Promise<void> {
    const answer = limited(() => make(call))
    const sent = await answer.catch(() => undefined)
    const isRefused = sent !== undefined && 'refused' in sent && sent.is_final
    if (isRefused && call.recipients.length > 1) {
      const middle = Math.ceil(call.recipients.length / 2)
      const halves = [call.recipients.slice(0, middle), call.recipients.slice(middle)]
      await Promise.all(halves.map((recipients) => deliver({ ...call, recipients }, settle)))
      return
    }
    for (const { mail } of call.recipients) settle(mail, answer)
  }

  return {
    name: 'sendgrid',
    at_once: 3_000,
    record: { kind: 'events', after_ms: events_within_ms },
    send(mails) {
      const settlers = new Map<Mail, (sent: Promise<Sent>) => void>()
      const sent = mails.map((mail) => new Promise<Sent>((resolve) => settlers.set(mail, resolve)))
      for (const call of groupIntoCalls(mails))
        void deliver(call, (mail, answer) => settlers.get(mail)?.(answer))
      return sent
    },
  }
}

function dataOf({ subject, text, html, recipients }: Call): MailData {
  const [first] = recipients
  if (!first) throw new Error('a call is about somebody')
  const { from, attachments } = first.mail
  return {
    from: { name: from.name, email: from.address },
    subject,
    content: [
      { type: 'text/plain', value: text },
      { type: 'text/html', value: html },
    ],
    personalizations: recipients.map(({ mail, substitutions }) => ({
      to: { email: mail.to },
      headers: headersOf(mail),
      ...(Object.keys(substitutions).length > 0 && { substitutions }),
      customArgs: {
        message_id: mail.id,
        ...(mail.organization_id && { organization_id: mail.organization_id }),
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

/** 4xx is SendGrid's own no. Undefined: after a 5xx nobody knows, it may have accepted before it failed. */
function readRefusal(error: unknown): Sent | undefined {
  const parsed = responseError.safeParse(error)
  if (!parsed.success) return undefined
  const { code, response } = parsed.data
  const words = response.body.errors.map(({ message }) => message).join(' ')
  const refused = `SendGrid answered ${code}: ${words.slice(0, 300)}`
  if (code === 429) return { refused, is_final: false, pause_ms: readPause(response.headers) }
  // Credentials and credit are for us to mend.
  if ([401, 402, 403].includes(code)) return { refused, is_final: false }
  return code >= 400 && code < 500 && code !== 408 ? { refused, is_final: true } : undefined
}
