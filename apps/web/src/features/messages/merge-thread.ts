import type { Message } from '@muster/contract/messages'
import { statusAfter } from '@muster/contract/rules/message-status'
import { cleanText } from '@muster/contract/rules/text'
import type { Told, Written } from './thread-connection.ts'

/** The provider tells the server and the browser within moments of each other, ms. */
const APART_MS = 120_000

/** The history with what the thread knows already, newest first. What the server has taken in stands there once. */
export function mergeThread(
  history: readonly Message[],
  { written, told }: { written: readonly Written[]; told: readonly Told[] },
): Message[] {
  const taken = new Set<string>()
  const fresh = written.filter((each) => {
    const same = history.find((message) => !taken.has(message.id) && isSame(message, each))
    if (same) taken.add(same.id)
    return !same
  })
  return fresh.reduce<Message[]>(
    insert,
    history.map((message) => told.reduce(hear, message)),
  )
}

/** Before what is older. */
function insert(messages: Message[], written: Written): Message[] {
  const older = messages.findIndex(({ created_at }) => created_at <= written.written_at)
  return messages.toSpliced(older === -1 ? messages.length : older, 0, asMessage(written))
}

/** The server and the thread have no common name for it. */
function isSame(
  { direction, channel, body_text, created_at }: Message,
  { text, written_at }: Written,
): boolean {
  return (
    direction === 'INBOUND' &&
    channel === 'SMS' &&
    body_text === cleanText(text) &&
    Math.abs(Date.parse(created_at) - Date.parse(written_at)) <= APART_MS
  )
}

function asMessage({ sid, text, written_at }: Written): Message {
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

/** By the same table as the server, so that a late word changes nothing here either (D27). */
function hear(message: Message, { message_id, event }: Told): Message {
  const status = message.id === message_id ? statusAfter(message.status, event) : undefined
  return status ? { ...message, status } : message
}
