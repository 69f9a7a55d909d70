import type { MessageEvent } from '@muster/contract/rules/message-status'

/** What somebody has just written. `sid` is the provider's name for it, `written_at` ISO 8601 UTC. */
export type Written = { sid: string; text: string; written_at: string }

/** What the provider tells of a message of ours. */
export type Told = { message_id: string; event: MessageEvent }

export type ThreadState = 'connecting' | 'connected' | 'lost'

/** A live two-way thread, whoever provides it (D30). Nothing is called back after `close`. */
export type ThreadConnection = { close(): void }

export type ConnectThread = (thread: {
  conversation_sid: string
  token: string
  /** The token lasts an hour at most; a dialog may stay open longer. */
  renewToken: () => Promise<string>
  onMessage: (written: Written) => void
  onStatus: (told: Told) => void
  onState: (state: ThreadState) => void
}) => ThreadConnection
