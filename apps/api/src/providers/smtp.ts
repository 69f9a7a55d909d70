import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { headersOf, type Mail, type MailProvider, type Sent } from './provider.ts'

/** Each has a connection of its own, so that a message that takes long holds up no other. */
const CONNECTIONS = 10
const TIMEOUT_MS = 10_000

/** D30: any mail server. It cannot be asked what it has: what nobody heard of stays UNKNOWN (D29). */
export function openSmtp({
  url,
  timeout_ms = TIMEOUT_MS,
}: {
  url: string
  timeout_ms?: number
}): MailProvider {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // The library's own default hands a message over again when the connection breaks: blindly (D27).
    maxRequeues: 0,
    connectionTimeout: timeout_ms,
    greetingTimeout: timeout_ms,
    socketTimeout: timeout_ms,
    dnsTimeout: timeout_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  async function sendOne(mail: Mail): Promise<Sent> {
    try {
      const { messageId } = await transport.sendMail({
        messageId: `<${mail.id}@${mail.from.address.split('@')[1] ?? 'localhost'}>`,
        from: mail.from,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: headersOf(mail),
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
    at_once: CONNECTIONS,
    record: { kind: 'none' },
    send: (mails) => mails.map(sendOne),
    close: () => transport.close(),
  }
}

const smtpError = z.object({
  message: z.string(),
  code: z.string().optional(),
  responseCode: z.number().optional(),
  syscall: z.string().optional(),
})

/** Undefined: the connection broke after the message may have gone out. */
function readRefusal(error: unknown): Sent | undefined {
  const parsed = smtpError.safeParse(error)
  if (!parsed.success) return undefined
  const { message, code, responseCode, syscall } = parsed.data
  // The server has said no: 5xx for ever, 4xx for now. Wrong credentials are for us to mend.
  if (responseCode !== undefined && responseCode >= 400) {
    return { refused: message, is_final: responseCode >= 500 && code !== 'EAUTH' }
  }
  // It never came as far as a message.
  if (syscall === 'connect' || ['EDNS', 'ETLS', 'EAUTH'].includes(code ?? '')) {
    return { refused: message, is_final: false }
  }
  return code === 'EENVELOPE' ? { refused: message, is_final: true } : undefined
}
