import type { MessageEvent } from '@muster/contract/rules/message-status'

/** `sid`: the provider's id. `written_at`: ISO 8601 UTC. */
export type IncomingMessage = { sid: string; text: string; written_at: string }

export type DeliveryStatus = { message_id: string; event: MessageEvent }

export type ThreadState = 'connecting' | 'connected' | 'lost'

/** Connection to a thread of any provider (D30). No callback comes after `close`. */
export type ThreadConnection = { close(): void }

export type ConnectThread = (thread: {
  conversation_sid: string
  token: string
  /** The token lasts an hour at most. */
  renewToken: () => Promise<string>
  onMessage: (message: IncomingMessage) => void
  onStatus: (status: DeliveryStatus) => void
  onState: (state: ThreadState) => void
}) => ThreadConnection
