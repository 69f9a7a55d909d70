import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import { live } from '@muster/contract/live'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { clientOf } from '../edge/client-address.ts'
import { busy, forbidden, invalid, notFound, tooMany } from '../edge/refusal.ts'
import { AddressLimits } from './address-limits.ts'
import { Connection, socketLimits } from './connection.ts'
import { JoinBudget } from './join-budget.ts'
import type { Topics } from './topics.ts'
import { type Version, versions } from './wire.ts'

/** The public realtime client uses the second path. */
const PATHS = [live.path, '/realtime/v1/websocket']

/** Sockets closed per ms on shutdown, and maximum ms for all of them. Their clients reconnect elsewhere. */
const CLOSED_PER_MS = 0.2
const LONGEST_DRAIN = 3_000
/** ms for the closing handshakes that are still open. */
const CLOSE_TIMEOUT = 500

const query = z.object({ vsn: z.enum(versions).default('1.0.0') })

export async function installLive(app: FastifyInstance, deps: Deps, topics: Topics): Promise<void> {
  const { log, config } = deps
  const limits = new AddressLimits(config.limits.live)
  const connections = new Set<Connection>()
  const responses = new WeakMap<IncomingMessage, ServerResponse>()
  const logFailure = (error: Error) => log.debug({ err: error }, 'a live socket failed')
  let is_closing = false
  const pings = setInterval(() => {
    for (const connection of connections) connection.ping(live.timeout_ms)
  }, live.heartbeat_ms)

  await app.register(websocket, {
    options: { maxPayload: socketLimits.frame_bytes },
    // Only logs that a client breaks the protocol, because the socket closes itself with a code.
    errorHandler: logFailure,
    async preClose() {
      clearInterval(pings)
      is_closing = true
      await drain(connections)
      topics.close()
      app.websocketServer.close()
    },
  })

  for (const url of PATHS) {
    app.route({
      method: 'GET',
      url,
      onRequest: async (request, reply) => {
        // A socket opened now would not be drained, and the server would wait for it.
        if (is_closing) throw busy()
        refuseForeignOrigin(request, config.allowed_origins)
        versionOf(request)
        if (!limits.mayOpenSocket(clientOf(request.ip))) {
          throw tooMany('rate_limited', live.reconnect_ms / 1_000)
        }
        responses.set(request.raw, reply.raw)
      },
      handler() {
        throw notFound('not_found')
      },
      wsHandler(socket, request) {
        // Removes references that would keep request and response in memory as long as the socket is open.
        socket.removeAllListeners('error').on('error', logFailure)
        const response = responses.get(request.raw)
        const stream = response?.socket
        if (!stream) return socket.terminate()
        response.detachSocket(stream)
        const address = clientOf(request.ip)
        const release = limits.countSocket(address)
        const version = versionOf(request)
        const joins = new JoinBudget(limits.joinsOf(address))
        const address_frames = limits.framesOf(address)
        const options = { socket, stream, version, topics, address, address_frames, joins, log }
        const connection = new Connection(options)
        connections.add(connection)
        socket.on('close', () => {
          connections.delete(connection)
          release()
        })
      },
    })
  }
}

/** Keeps a page of another site from connecting as its visitor. Clients that send no origin are not browsers. */
function refuseForeignOrigin(request: FastifyRequest, allowed: readonly string[]): void {
  const { origin } = request.headers
  if (origin === undefined || allowed.includes(origin)) return
  // Allows the page's own server under any of its names.
  if (URL.canParse(origin) && new URL(origin).host === request.host) return
  throw forbidden('origin_forbidden')
}

function versionOf(request: FastifyRequest): Version {
  const parsed = query.safeParse(request.query)
  if (!parsed.success) throw invalid('vsn', 'not_version')
  return parsed.data.vsn
}

/** Closes one socket after another, so that clients do not all reconnect at the same moment. */
async function drain(connections: Set<Connection>): Promise<void> {
  const open = [...connections]
  if (open.length === 0) return
  const gap = Math.min(LONGEST_DRAIN / open.length, 1 / CLOSED_PER_MS)
  for (const connection of open) {
    connection.close(1001, 'the server restarts')
    await sleep(gap)
  }
  for (let waited = 0; connections.size > 0 && waited < CLOSE_TIMEOUT; waited += 20) await sleep(20)
  for (const connection of connections) connection.terminate()
}
