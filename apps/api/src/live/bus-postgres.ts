import { Client } from 'pg'
import type { Logger } from '../deps.ts'
import type { Bus } from './bus.ts'
import { type BusConnection, CHANNEL, type ConnectionEvents, createRemoteBus } from './remote-bus.ts'

/** Milliseconds. */
const KEEPALIVE = 10_000
const QUERY_TIMEOUT = 5_000
const LONGEST_RETRY = 5_000

type PostgresBusOptions = { url: string; log: Logger }

/** Uses LISTEN and NOTIFY over its own connection, which must not go through a transaction pooler. */
export const createPostgresBus = (options: PostgresBusOptions): Promise<Bus> =>
  createRemoteBus({ log: options.log, openConnection: (events) => openConnection(options, events) })

async function openConnection(
  { url, log }: PostgresBusOptions,
  events: ConnectionEvents,
): Promise<BusConnection> {
  let client: Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const opened = new Client({
      connectionString: url,
      connectionTimeoutMillis: QUERY_TIMEOUT,
      query_timeout: QUERY_TIMEOUT,
      keepAlive: true,
      application_name: 'muster live',
    })
    opened.on('error', (error) => lose(opened, error))
    opened.on('end', () => lose(opened))
    opened.on('notification', ({ payload }) => events.onPayload(payload ?? ''))
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
    } catch (error) {
      await opened.end().catch(() => undefined)
      throw error
    }
    if (isClosed) return opened.end()
    client = opened
  }

  function lose(lost: Client, error?: Error): void {
    if (client !== lost) return
    client = undefined
    lost.end().catch(() => undefined)
    if (isClosed) return
    log.warn({ err: error }, 'the live bus lost its connection')
    reconnect(1)
  }

  function reconnect(tries: number): void {
    const delay = Math.min(LONGEST_RETRY, 100 * 2 ** tries) * (0.5 + Math.random() / 2)
    retry = setTimeout(() => {
      connect().then(
        () => events.onReconnect(),
        () => {
          if (!isClosed) reconnect(tries + 1)
        },
      )
    }, delay)
  }

  await connect()
  const checks = setInterval(() => {
    const current = client
    current?.query('select 1').catch((error: Error) => lose(current, error))
  }, KEEPALIVE)

  return {
    isConnected: () => client !== undefined,
    async send(payloads) {
      const current = client
      if (!current) return
      try {
        await current.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [
          CHANNEL,
          payloads,
        ])
      } catch (error) {
        lose(current)
        throw error
      }
    },
    async close() {
      isClosed = true
      clearInterval(checks)
      clearTimeout(retry)
      const last = client
      client = undefined
      // Awaits statements in progress: `end` cuts a busy connection.
      await last?.query('unlisten *').catch(() => undefined)
      await last?.end()
    },
  }
}
