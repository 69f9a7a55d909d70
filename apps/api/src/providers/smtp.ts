import { createTransport, type SendMailOptions } from 'nodemailer'
import { z } from 'zod'
import { originateFrom } from '../db/origin.ts'
import { type Tracing, traceCall } from '../tracing.ts'
import { type Mail, type MailProvider, mailHeaders, type SendResult } from './provider.ts'

const CONNECTIONS = 10
const TIMEOUT_MS = 10_000

/** SMTP has no lookup: a message without a known outcome stays UNKNOWN (D29). */
export function createSmtp({
  url,
  timeout_ms = TIMEOUT_MS,
  tracing,
}: {
  url: string
  timeout_ms?: number
  tracing?: Tracing | undefined
}): MailProvider {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // By default the library sends again when the connection breaks, which could send twice (D27).
    maxRequeues: 0,
    connectionTimeout: timeout_ms,
    greetingTimeout: timeout_ms,
    socketTimeout: timeout_ms,
    dnsTimeout: timeout_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  const submit = (mail: SendMailOptions) =>
    traceCall(tracing, { name: 'smtp send', attributes: {} }, () => transport.sendMail(mail))

  async function sendOne(mail: Mail): Promise<SendResult> {
    try {
      const { messageId } = await submit({
        messageId: `<${mail.id}@${mail.from.address.split('@')[1] ?? 'localhost'}>`,
        from: mail.from,
        to: { name: '', address: mail.to },
        ...(mail.reply_to && { replyTo: mail.reply_to }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: mailHeaders(mail),
        attachments: mail.attachments.map(({ file_name, content_type, content }) => ({
          filename: file_name,
          contentType: content_type,
          content,
        })),
      })
      return { provider_message_id: messageId }
    } catch (error) {
      const refusal = readRefusal(error)
      if (refusal) return refusal
      throw error
    }
  }

  return {
    name: 'smtp',
    concurrency: CONNECTIONS,
    record: { kind: 'none' },
    send: (mails) =>
      mails.map((mail) => originateFrom({ traceparent: mail.traceparent }, () => sendOne(mail))),
    close: () => transport.close(),
  }
}

const smtpError = z.object({
  message: z.string(),
  code: z.string().optional(),
  responseCode: z.number().optional(),
  syscall: z.string().optional(),
})

/** Returns undefined if the connection broke when the server may already have accepted the message. */
function readRefusal(error: unknown): SendResult | undefined {
  const parsed = smtpError.safeParse(error)
  if (!parsed.success) return undefined
  const { message, code, responseCode, syscall } = parsed.data
  // Wrong credentials are not final: an operator can fix them before the next attempt.
  if (responseCode !== undefined && responseCode >= 400) {
    return { refused: message, is_final: responseCode >= 500 && code !== 'EAUTH' }
  }
  if (syscall === 'connect' || ['EDNS', 'ETLS', 'EAUTH'].includes(code ?? '')) {
    return { refused: message, is_final: false }
  }
  return code === 'EENVELOPE' ? { refused: message, is_final: true } : undefined
}
