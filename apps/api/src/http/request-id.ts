import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { originateFrom } from '../db/origin.ts'

export const REQUEST_ID = /^[\w.:-]{1,64}$/

/** The client's own id if it is a plain token, which can stand in a log line; else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** In every answer, as in the log lines of the request and its messages. Before hooks that can refuse. */
export function installRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  // After the body has been read: its events are not of the request. Reading sends no message.
  app.addHook('preHandler', (request, _reply, done) => {
    const { id, method, span } = request
    if (!span && (method === 'GET' || method === 'HEAD')) return done()
    originateFrom({ request_id: id, traceparent: span?.traceparent }, done)
  })
}
