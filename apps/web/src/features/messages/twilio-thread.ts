import { Client, type ConnectionState, type Message } from '@twilio/conversations'
import type { ConnectThread, ThreadState, Told } from './thread-connection.ts'

/* A chunk of its own: it is loaded where an organisation has two-way threads, and only when one is opened (D34). */

/** While it tries again it is lost, until it is connected: nobody is to wait before "connecting" for ever. */
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

/** Follows one conversation by Twilio's own client. */
export const connectThread: ConnectThread = ({
  conversation_sid,
  token,
  renewToken,
  onMessage,
  onStatus,
  onState,
}) => {
  const client = new Client(token, { logLevel: 'silent' })
  // It tells of every thread that this administrator was ever let into.
  const isOfThis = ({ conversation }: Message) => conversation.sid === conversation_sid

  async function renew(): Promise<void> {
    try {
      await client.updateToken(await renewToken())
    } catch {
      onState('lost')
    }
  }

  client.on('connectionStateChanged', (told) => {
    const state = STATES[told]
    if (state) onState(state)
  })
  client.on('initFailed', () => onState('lost'))
  client.on('tokenAboutToExpire', () => void renew())
  client.on('tokenExpired', () => void renew())
  client.on('messageAdded', (message) => {
    const { sid, author, body, dateCreated } = message
    // People are known by their number; what we sent is in the history already.
    if (!isOfThis(message) || !author?.startsWith('+') || !dateCreated) return
    onMessage({ sid, text: body ?? '', written_at: dateCreated.toISOString() })
  })
  client.on('messageUpdated', ({ message }) => {
    const told = isOfThis(message) ? readTold(message) : undefined
    if (told) onStatus(told)
  })

  return {
    close() {
      client.removeAllListeners()
      // Whether or not it says goodbye properly: nobody listens any more.
      client.shutdown().catch(() => undefined)
    },
  }
}

function readTold({ attributes, aggregatedDeliveryReceipt: receipt }: Message): Told | undefined {
  if (!receipt || typeof attributes !== 'object' || attributes === null || !('message_id' in attributes))
    return undefined
  const { message_id } = attributes
  if (typeof message_id !== 'string') return undefined
  if (receipt.failed !== 'none' || receipt.undelivered !== 'none') return { message_id, event: 'undelivered' }
  if (receipt.delivered !== 'none' || receipt.read !== 'none') return { message_id, event: 'delivered' }
  return receipt.sent === 'none' ? undefined : { message_id, event: 'accepted' }
}
