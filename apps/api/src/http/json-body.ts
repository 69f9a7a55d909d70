import type { FastifyInstance } from 'fastify'
import { badRequest } from './refusal.ts'

/**
 * JSON, strictly; but an empty body with a JSON content type is `undefined`: real clients send that
 * on DELETE and on logout, and Fastify's own parser answers it with 400. `__proto__` is refused.
 */
export function installJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text: string, done) => {
    if (text.trim() === '') return done(null, undefined)
    try {
      done(null, JSON.parse(text, refusePrototype))
    } catch {
      done(badRequest('malformed_body'))
    }
  })
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__ is no field')
  return value
}
