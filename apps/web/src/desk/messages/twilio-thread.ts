import { Client, type ConnectionState, type Message } from '@twilio/conversations'
import type { ConnectThread, DeliveryStatus, ThreadState } from './thread-connection.ts'

/* A chunk of its own, loaded only when a two-way thread is opened (D34). */

/** A reconnecting client counts as lost, so that "connecting" does not stay forever. */
const STATES: Record<ConnectionState, ThreadState | undefined> = {
  unknown: undefined,
  connecting: undefined,
  connected: 'connected',
  retrying: 'lost',
  disconnecting: 'lost',
  disconnected: 'lost',
  denied: 'lost',
  error: 'lost',
}

export const connectThread: ConnectThread = ({
  conversation_sid,
  token,
  renewToken,
  onMessage,
  onStatus,
  onState,
}) => {
  const client = new Client(token, { logLevel: 'silent' })
  // The client reports all conversations of this administrator.
  const isOfThis = ({ conversation }: Message) => conversation.sid === conversation_sid

  async function renew(): Promise<void> {
    try {
      await client.updateToken(await renewToken())
    } catch {
      onState('lost')
    }
  }

  client.on('connectionStateChanged', (connection) => {
    const state = STATES[connection]
    if (state) onState(state)
  })
  client.on('initFailed', () => onState('lost'))
  client.on('tokenAboutToExpire', () => void renew())
  client.on('tokenExpired', () => void renew())
  client.on('messageAdded', (message) => {
    const { sid, author, body, dateCreated } = message
    // Authors with + are people; our own messages are in the history.
    if (!isOfThis(message) || !author?.startsWith('+') || !dateCreated) return
    onMessage({ sid, text: body ?? '', written_at: dateCreated.toISOString() })
  })
  client.on('messageUpdated', ({ message }) => {
    const status = isOfThis(message) ? readStatus(message) : undefined
    if (status) onStatus(status)
  })

  return {
    close() {
      client.removeAllListeners()
      // A rejection no longer matters: the dialog is closed.
      client.shutdown().catch(() => undefined)
    },
  }
}

function readStatus({ attributes, aggregatedDeliveryReceipt: receipt }: Message): DeliveryStatus | undefined {
  if (!receipt || typeof attributes !== 'object' || attributes === null || !('message_id' in attributes))
    return undefined
  const { message_id } = attributes
  if (typeof message_id !== 'string') return undefined
  if (receipt.failed !== 'none' || receipt.undelivered !== 'none') return { message_id, event: 'undelivered' }
  if (receipt.delivered !== 'none' || receipt.read !== 'none') return { message_id, event: 'delivered' }
  return receipt.sent === 'none' ? undefined : { message_id, event: 'accepted' }
}
