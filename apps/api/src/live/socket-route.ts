import websocket from '@fastify/websocket'
import { live } from '@muster/contract/live'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { addressOf } from '../http/rate-limit.ts'
import { forbidden, invalid, notFound, tooMany } from '../http/refusal.ts'
import { AddressLimits } from './address-limits.ts'
import { Connection, socketLimits } from './channels.ts'
import { JoinBudget } from './join-budget.ts'
import { type LiveSources, type LiveTimings, openTopics } from './topics.ts'
import { type Version, versions } from './wire.ts'

/** The second address is the one that the public realtime client appends by itself. */
const PATHS = [live.path, '/realtime/v1/websocket']

/** Sockets closed per ms when the server stops: their clients all come back, to other servers. */
const CLOSED_PER_MS = 0.2
/** For the last farewells, ms. */
const FAREWELL = 500

const query = z.object({ vsn: z.enum(versions).default('1.0.0') })

type Options = LiveTimings & {
  /** The longest time over which sockets are closed when the server stops, ms. */
  drain_ms?: number
}

/** The live channel: Phoenix channels over one WebSocket (docs/live.md). */
export async function installLive(
  app: FastifyInstance,
  deps: Deps,
  sources: LiveSources,
  { drain_ms = 3_000, ...timings }: Options = {},
): Promise<void> {
  const { bus, log, config } = deps
  const topics = openTopics({ bus, log, sources, timings })
  const limits = new AddressLimits(config.limits.live)
  const connections = new Set<Connection>()
  const pings = setInterval(() => {
    for (const connection of connections) connection.ping(live.timeout_ms)
  }, live.heartbeat_ms)

  await app.register(websocket, {
    options: { maxPayload: socketLimits.frame_bytes },
    // A client that breaks the protocol or its line: the socket closes itself, with a code.
    errorHandler: (error) => log.debug({ err: error }, 'a live socket failed'),
    async preClose() {
      clearInterval(pings)
      await drain(connections, drain_ms)
      topics.close()
      app.websocketServer.close()
    },
  })

  for (const url of PATHS) {
    app.route({
      method: 'GET',
      url,
      onRequest: async (request) => {
        refuseForeignOrigin(request, config.allowed_origins)
        versionOf(request)
        if (!limits.mayOpenSocket(addressOf(request.ip))) {
          throw tooMany('rate_limited', live.reconnect_ms / 1_000)
        }
      },
      handler() {
        throw notFound('not_found')
      },
      wsHandler(socket, request) {
        const address = addressOf(request.ip)
        const forget = limits.openSocket(address)
        const version = versionOf(request)
        const joins = new JoinBudget(limits.joinsOf(address))
        const connection = new Connection({ socket, version, topics, address, joins, log })
        connections.add(connection)
        socket.on('close', () => {
          connections.delete(connection)
          forget()
        })
      },
    })
  }
}

/** Pages of other sites may not listen through their visitors. No origin: no browser. Our own host is ours by any name. */
function refuseForeignOrigin(request: FastifyRequest, allowed: readonly string[]): void {
  const { origin } = request.headers
  if (origin === undefined || allowed.includes(origin)) return
  if (URL.canParse(origin) && new URL(origin).host === request.host) return
  throw forbidden('origin_forbidden')
}

function versionOf(request: FastifyRequest): Version {
  const parsed = query.safeParse(request.query)
  if (!parsed.success) throw invalid('vsn', 'not_version')
  return parsed.data.vsn
}

/** Closes one after another, so that not all come back in the same moment. */
async function drain(connections: Set<Connection>, drain_ms: number): Promise<void> {
  const all = [...connections]
  if (all.length === 0) return
  const step = Math.min(drain_ms / all.length, 1 / CLOSED_PER_MS)
  for (const connection of all) {
    connection.close(1001, 'the server restarts')
    await pause(step)
  }
  for (let waited = 0; connections.size > 0 && waited < FAREWELL; waited += 20) await pause(20)
  for (const connection of connections) connection.terminate()
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
