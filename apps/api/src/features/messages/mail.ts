import type { Attachment } from './templates/letter.ts'

export type Mail = {
  /** Our own: a provider that can be asked finds the mail by it. */
  id: string
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  attachments: Attachment[]
}

export type Sms = {
  id: string
  /** D30: alphanumeric. */
  from: string
  /** E.164 */
  to: string
  text: string
}

/**
 * What became of a message. A refusal is *known*: the provider surely does not have it. Anything thrown means that
 * nobody knows, and the message is not sent again blindly (D27).
 */
export type Sent = { provider_message_id: string } | { refused: string; is_final: boolean }

export type MailProvider = { name: string; send(mail: Mail): Promise<Sent> }
export type SmsProvider = { name: string; send(sms: Sms): Promise<Sent> }
export type Providers = { mail: MailProvider; sms: SmsProvider }
