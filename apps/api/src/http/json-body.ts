import type { FastifyInstance } from 'fastify'

/**
 * Fastify's own JSON parser (`__proto__` is refused; without a reviver, which takes 15 ms for 64 KiB of numbers), except
 * that an empty body is `undefined`: clients send that on DELETE and on logout.
 */
export function installJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text.trim() === '') return done(null, undefined)
    return parse(request, text, done)
  })
}
