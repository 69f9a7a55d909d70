import type { FastifyInstance } from 'fastify'

/** Fastify's own parser, except that an empty body is `undefined`: clients send that on DELETE and on logout. */
export function installJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text.trim() === '') return done(null, undefined)
    return parse(request, text, done)
  })
}
