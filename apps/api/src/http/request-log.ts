import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Thousands ask at once: a line each would cost as much as the answer. The metrics count them all the same. */
    is_unlogged?: true
  }
}

/** One line per answer, by route pattern: a URL can carry a personal link, and logs carry nothing personal. */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.is_unlogged && reply.statusCode < 400) return done()
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
}
