import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'
import { answerUnreadable } from './error-handler.ts'

/** ms. A client that takes longer is answered 408 where possible, and its socket is destroyed. */
export const connectionTimeouts = {
  /** From the connection, or the first byte of a further request, to the end of its headers. */
  headers_ms: 10_000,
  request_ms: 15_000,
  /** Time without a byte in either direction, as with a client that does not read. Longer than any answer takes. */
  stalled_ms: 60_000,
  /** Keep-alive time. Must exceed the 60 s of common load balancers, or they would use a closing socket. */
  idle_ms: 65_000,
  check_ms: 5_000,
}

export type ConnectionTimeouts = typeof connectionTimeouts

export function connectionOptions(timeouts: ConnectionTimeouts) {
  return {
    http: { headersTimeout: timeouts.headers_ms, connectionsCheckingInterval: timeouts.check_ms },
    requestTimeout: timeouts.request_ms,
    connectionTimeout: timeouts.stalled_ms,
    keepAliveTimeout: timeouts.idle_ms,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnreadable,
  } satisfies FastifyHttpOptions<Server>
}
