import { live, reconnectDelay, rejoinDelay } from '@muster/contract/live'
import { type Channel, Socket } from 'phoenix'
import { config } from '../config.ts'
import { tabStorage } from '../storage.ts'
import { $failedAttempts } from './failed-attempts.ts'

let socket: Socket | undefined

/** Opens a channel of the page's one socket, which opens with the first channel. `payload` is read at every join. */
export function openChannel(topic: string, payload: () => object = () => ({})): Channel {
  socket ??= openSocket()
  return socket.channel(topic, payload)
}

function openSocket(): Socket {
  // The client appends `/websocket` itself.
  const address = `${config.publicOrigin.replace(/^http/, 'ws')}${live.path.replace('/websocket', '')}`
  const opened = new Socket(address, {
    heartbeatIntervalMs: live.heartbeat_ms,
    timeout: live.timeout_ms,
    reconnectAfterMs: (tries) => {
      $failedAttempts.set(tries - 1)
      return reconnectDelay()
    },
    rejoinAfterMs: rejoinDelay,
    // It would read the browser's own, which throws where it is blocked.
    sessionStorage: tabStorage,
  })
  opened.connect()
  return opened
}

/** Reconnects at once instead of after the delay. */
export function reconnect(): void {
  socket?.disconnect(() => socket?.connect())
}
