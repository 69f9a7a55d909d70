import { live } from '@muster/contract/live'
import { type Channel, Socket } from 'phoenix'
import { config } from '../config.ts'

let socket: Socket | undefined

/**
 * A channel on the page's one socket, which opens with the first channel and then looks after
 * itself. `payload` is asked for at every join.
 */
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
    reconnectAfterMs: reconnectDelay,
    rejoinAfterMs: reconnectDelay,
  })
  opened.connect()
  return opened
}

/** Ten thousand pages that lost one server must not all come back in the same moment. */
export function reconnectDelay(): number {
  return live.reconnect_ms * (0.75 + Math.random() / 2)
}
