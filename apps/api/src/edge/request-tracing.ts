import type { FastifyInstance } from 'fastify'
import type { Span, Tracing } from '../tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined
  }
}

/** Names spans by route pattern: a URL can contain a personal link. Ignores a client's trace: it could sample all. */
export function installTracing(app: FastifyInstance, tracing: Tracing | undefined): void {
  app.decorateRequest('span', undefined)
  if (!tracing) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, id } = request
    const route = routeOptions.url ?? 'none'
    request.span = tracing.start(`${method} ${route}`, {
      kind: 'server',
      parent: undefined,
      attributes: { 'http.request.method': method, 'http.route': route, request_id: id },
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode, refusal_code } = reply
    request.span?.end(
      {
        'http.response.status_code': statusCode,
        ...(refusal_code !== undefined && { 'error.type': refusal_code }),
      },
      statusCode >= 500 ? 'failed' : undefined,
    )
    done()
  })
}
