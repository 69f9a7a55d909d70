import type { Email } from '../mail/email.ts'

export type Channel = 'EMAIL' | 'SMS'

/** `organization_id` is null for messages of no organisation (D27). */
export type MessageKey = { organization_id: string | null; id: string }

type Sent = MessageKey & {
  /** Id of the request that caused the message; null if a task did. */
  request_id?: string | null
  /** Span of sending the message, which is the parent of the provider's calls. */
  traceparent?: string | undefined
}

export type Mail = Email &
  Sent & {
    from: { name: string; address: string }
    to: string
    /** Parts of the text that differ between recipients: links, first name. */
    personal: readonly string[]
  }

export function mailHeaders({ unsubscribe_url }: Mail): Record<string, string> {
  return {
    // Keeps vacation responders quiet.
    'Auto-Submitted': 'auto-generated',
    // RFC 8058
    ...(unsubscribe_url && {
      'List-Unsubscribe': `<${unsubscribe_url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

export type Sms = Sent & {
  /** Alphanumeric sender (D30). */
  from: string
  /** The recipient has written to the number, so the answer comes from it (D30). */
  prefers_number: boolean
  /** E.164 */
  to: string
  text: string
}

/** Both numbers in E.164. */
export type InboundSms = { provider_message_id: string; from: string; to: string; text: string }

/** A refusal means that the provider does not have the message. A provider that cannot tell throws (D27). */
export type SendResult =
  | { provider_message_id: string }
  | {
      refused: string
      is_final: boolean
      /** ms during which nothing is sent to this provider. */
      pause_ms?: number
    }

export type SentMessage = MessageKey & {
  to: string
  text: string
  /** ISO 8601 UTC */
  asked_at: string
}

/** How to ask whether a provider has a message. The answer is reliable `after_ms` after sending. */
export type ProviderRecord =
  /** Returns the provider's ids of all messages that match, oldest first. */
  | { kind: 'lookup'; after_ms: number; find: (message: SentMessage) => Promise<string[]> }
  /** A message without a report was not accepted if later messages have one. */
  | { kind: 'events'; after_ms: number }
  | { kind: 'none' }

export type Provider<Message> = {
  name: string
  concurrency: number
  record: ProviderRecord
  /** One result per message, in the same order. */
  send(messages: readonly Message[]): Promise<SendResult>[]
  close?(): void
}

export type MailProvider = Provider<Mail>
export type SmsProvider = Provider<Sms>
export type Providers = { mail: MailProvider | undefined; sms: SmsProvider | undefined }
