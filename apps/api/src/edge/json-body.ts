import type { FastifyInstance } from 'fastify'
import { isNestedTooDeep } from '../nesting.ts'
import { badRequest } from './refusal.ts'

/** Uses Fastify's parser, but reads an empty body as `undefined`: clients send that on DELETE and on logout. */
export function installJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text.trim() === '') return done(null, undefined)
    if (isNestedTooDeep(text)) return done(badRequest('malformed_body'))
    return parse(request, text, done)
  })
}
