import { live } from '@muster/contract/live'
import { type Channel, Socket } from 'phoenix'
import { config } from '../config.ts'

let socket: Socket | undefined

/** A channel on the page's one socket, which opens with the first channel and then looks after itself. */
export function openChannel(topic: string): Channel {
  socket ??= openSocket()
  return socket.channel(topic)
}

function openSocket(): Socket {
  // The client appends `/websocket` itself.
  const address = `${config.publicOrigin.replace(/^http/, 'ws')}${live.path.replace('/websocket', '')}`
  const opened = new Socket(address, {
    heartbeatIntervalMs: live.heartbeat_ms,
    timeout: live.timeout_ms,
    reconnectAfterMs: withJitter,
    rejoinAfterMs: withJitter,
  })
  opened.connect()
  return opened
}

/** Ten thousand pages that lost one server must not all come back in the same moment. */
function withJitter(): number {
  return live.reconnect_ms * (0.75 + Math.random() / 2)
}
