import type { Letter } from '../mail/email.ts'

export type Channel = 'EMAIL' | 'SMS'

/** Whose message it is. Mail that belongs to no organisation (D27) names none. */
export type MessageKey = { organization_id: string | null; id: string }

export type Mail = Letter &
  MessageKey & {
    from: { name: string; address: string }
    to: string
    /** What is this recipient's alone in an otherwise common text: their links, their name. */
    personal: readonly string[]
  }

/** Headers of a mail besides those every mail has. Nobody should answer a machine on a machine's behalf. */
export function headersOf({ unsubscribe_url }: Mail): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    // RFC 8058: one click, without a page in between.
    ...(unsubscribe_url && {
      'List-Unsubscribe': `<${unsubscribe_url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

export type Sms = MessageKey & {
  /** D30: alphanumeric. */
  from: string
  /** They have written to the number, so they are answered from it (D30). */
  prefers_number: boolean
  /** E.164 */
  to: string
  text: string
}

/** What somebody has written to one of our numbers; both E.164. */
export type InboundSms = { provider_message_id: string; from: string; to: string; text: string }

/**
 * What became of a message. A refusal is *known*: the provider surely does not have it. Anything thrown means that
 * nobody knows, and the message is not sent again blindly (D27).
 */
export type Sent =
  | { provider_message_id: string }
  | {
      refused: string
      is_final: boolean
      /** Milliseconds for which the provider wants to hear nothing of us at all. */
      pause_ms?: number
    }

/** A message nobody heard of: what the provider would have of it. */
export type Lost = MessageKey & {
  to: string
  /** As it was sent. */
  text: string
  /** When it was handed over, ISO 8601 UTC. */
  asked_at: string
}

/** What proves that a provider does not have a message; until so long after the asking, in ms, nothing does. */
export type ProviderRecord =
  /** It can be asked: its names of everything that may be the message, oldest first. */
  | { kind: 'lookup'; after_ms: number; find: (lost: Lost) => Promise<string[]> }
  /** It tells of everything by itself: silence about one, while it tells of later ones. */
  | { kind: 'events'; after_ms: number }
  /** Nothing. */
  | { kind: 'none' }

export type Provider<M> = {
  name: string
  /** So many messages are handed over at the same time. */
  at_once: number
  record: ProviderRecord
  /** An answer for each, in the same order. */
  send(messages: readonly M[]): Promise<Sent>[]
  close?(): void
}

export type MailProvider = Provider<Mail>
export type SmsProvider = Provider<Sms>
export type Providers = { mail: MailProvider | undefined; sms: SmsProvider | undefined }
