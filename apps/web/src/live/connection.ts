import { live } from '@muster/contract/live'
import { type Channel, Socket } from 'phoenix'
import { useSyncExternalStore } from 'react'
import { config } from '../config.ts'

let socket: Socket | undefined
/** Which attempt to get the lost line back is the next; from 1 again after each that succeeded. */
let attempt = 0
const listeners = new Set<() => void>()

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
    reconnectAfterMs: (tries) => {
      attempt = tries
      for (const listener of listeners) listener()
      return reconnectDelay()
    },
    rejoinAfterMs: rejoinDelay,
  })
  opened.connect()
  return opened
}

/** How many attempts in a row to get a lost line back have failed. They go on: whoever waits sees it come back. */
export function useFailedAttempts(): number {
  return useSyncExternalStore(subscribe, failedAttempts, failedAttempts)
}

function failedAttempts(): number {
  return Math.max(0, attempt - 1)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Ten thousand pages that lost one server must not all come back in the same moment. */
export function reconnectDelay(): number {
  return jitter(live.reconnect_ms)
}

/** A join that is refused again and again is repeated ever more rarely. */
export function rejoinDelay(tries: number): number {
  return jitter(Math.min(live.rejoin_longest_ms, live.reconnect_ms * 2 ** (tries - 1)))
}

const jitter = (ms: number) => ms * (0.75 + Math.random() / 2)
