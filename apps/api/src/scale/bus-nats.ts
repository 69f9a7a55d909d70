import { connect, type NodeConnectionOptions } from '@nats-io/transport-node'
import { withTimeout } from '../db/with-timeout.ts'
import type { Logger } from '../deps.ts'
import type { Bus } from '../live/bus.ts'
import { type BusConnection, CHANNEL, type ConnectionEvents, createRemoteBus } from '../live/remote-bus.ts'

/** Milliseconds. */
const CONNECT_TIMEOUT = 5_000
const FLUSH_TIMEOUT = 5_000
const PING = 10_000
const SHORTEST_RETRY = 250
const RETRY_SPREAD = 500

/** All URLs must be of one cluster and have the same login. */
type NatsBusOptions = { urls: readonly string[]; log: Logger }

/** Core NATS stores nothing. After a lost connection a process reads again what it has missed. */
export const createNatsBus = (options: NatsBusOptions): Promise<Bus> =>
  createRemoteBus({ log: options.log, openConnection: (events) => openConnection(options, events) })

async function openConnection(
  { urls, log }: NatsBusOptions,
  events: ConnectionEvents,
): Promise<BusConnection> {
  let isConnected = true
  let isClosed = false
  const connection = await connect(optionsFrom(urls))
  connection.subscribe(CHANNEL, {
    callback: (error, message) => {
      if (error) log.warn({ err: error }, 'the live bus could not receive')
      else events.onPayload(message.string())
    },
  })
  await connection.flush()
  void watch()

  async function watch(): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' && !isClosed) {
        isConnected = false
        log.warn('the live bus lost its connection')
      }
      if (type === 'reconnect') {
        isConnected = true
        events.onReconnect()
      }
    }
  }

  return {
    isConnected: () => isConnected,
    async send(payloads) {
      for (const payload of payloads) connection.publish(CHANNEL, payload)
      // Without the flush, payloads written to a lost connection would look sent.
      await withTimeout(connection.flush(), FLUSH_TIMEOUT)
    },
    async close() {
      isClosed = true
      isConnected = false
      await connection.close()
    },
  }
}

function optionsFrom(urls: readonly string[]): NodeConnectionOptions {
  const parsed = urls.map((url) => new URL(url))
  const [first] = parsed
  const [user = '', pass = ''] = [first?.username, first?.password].map((part) =>
    decodeURIComponent(part ?? ''),
  )
  return {
    servers: parsed.map(({ host }) => host),
    name: 'muster live',
    noEcho: true,
    timeout: CONNECT_TIMEOUT,
    pingInterval: PING,
    maxReconnectAttempts: -1,
    // By default a repeated login error ends the retries before a restarting cluster is back.
    ignoreAuthErrorAbort: true,
    reconnectDelayHandler: () => SHORTEST_RETRY + Math.random() * RETRY_SPREAD,
    ...(pass && { user, pass }),
    ...(user && !pass && { token: user }),
    ...(parsed.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
  }
}
