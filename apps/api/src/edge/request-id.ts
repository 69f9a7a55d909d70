import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { originateFrom } from '../db/origin.ts'

export const REQUEST_ID = /^[\w.:-]{1,64}$/

/** Returns the client's own id if it is a plain token, which is safe in a log line; otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** Puts the id into every answer. Its hook must run before those that can refuse. */
export function installRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  // Runs after the body has been read, whose events would lose the origin. Read requests send no messages.
  app.addHook('preHandler', (request, _reply, done) => {
    const { id, method, span } = request
    if (!span && (method === 'GET' || method === 'HEAD')) return done()
    originateFrom({ request_id: id, traceparent: span?.traceparent }, done)
  })
}
