import type { Message } from '@muster/contract/messages'
import { statusAfter } from '@muster/contract/rules/message-status'
import { cleanText } from '@muster/contract/rules/text'
import type { DeliveryStatus, IncomingMessage } from './thread-connection.ts'

/** Maximum ms between the provider's callbacks to server and browser. */
const APART_MS = 120_000

/** Merges history and thread, newest first, without duplicates. */
export function mergeThread(
  history: readonly Message[],
  { incoming, statuses }: { incoming: readonly IncomingMessage[]; statuses: readonly DeliveryStatus[] },
): Message[] {
  const taken = new Set<string>()
  const fresh = incoming.filter((each) => {
    const same = history.find((message) => !taken.has(message.id) && isSame(message, each))
    if (same) taken.add(same.id)
    return !same
  })
  return fresh.reduce<Message[]>(
    insert,
    history.map((message) => statuses.reduce(applyStatus, message)),
  )
}

function insert(messages: Message[], incoming: IncomingMessage): Message[] {
  const older = messages.findIndex(({ created_at }) => created_at <= incoming.written_at)
  return messages.toSpliced(older === -1 ? messages.length : older, 0, asMessage(incoming))
}

/** Compares texts and times, because server and thread have no common id. */
function isSame(
  { direction, channel, body_text, created_at }: Message,
  { text, written_at }: IncomingMessage,
): boolean {
  return (
    direction === 'INBOUND' &&
    channel === 'SMS' &&
    body_text === cleanText(text) &&
    Math.abs(Date.parse(created_at) - Date.parse(written_at)) <= APART_MS
  )
}

function asMessage({ sid, text, written_at }: IncomingMessage): Message {
  return {
    id: sid,
    direction: 'INBOUND',
    channel: 'SMS',
    subject: null,
    body_text: cleanText(text),
    status: 'DELIVERED',
    failure_reason: null,
    sent_at: null,
    delivered_at: written_at,
    read_at: null,
    created_at: written_at,
  }
}

/** D27: as on the server, a late status changes nothing. */
function applyStatus(message: Message, { message_id, event }: DeliveryStatus): Message {
  const status = message.id === message_id ? statusAfter(message.status, event) : undefined
  return status ? { ...message, status } : message
}
