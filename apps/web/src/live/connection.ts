import { live } from '@muster/contract/live'
import { type Channel, Socket } from 'phoenix'
import { config } from '../config.ts'

let socket: Socket | undefined

/** A channel on the page's one socket, which opens with the first channel and then looks after itself. */
export function openChannel(topic: string, params: () => object = () => ({})): Channel {
  socket ??= openSocket()
  return socket.channel(topic, params)
}

function openSocket(): Socket {
  const opened = new Socket(`${config.publicOrigin.replace(/^http/, 'ws')}${live.path.replace(/\/websocket$/, '')}`, {
    heartbeatIntervalMs: live.heartbeat_ms,
    timeout: live.timeout_ms,
    reconnectAfterMs: withJitter,
    rejoinAfterMs: withJitter,
  })
  opened.connect()
  return opened
}

/** Ten thousand pages that lost the same server must not come back in the same moment. */
function withJitter(): number {
  return live.reconnect_ms * (0.75 + Math.random() / 2)
}
