import type { FastifyInstance } from 'fastify'
import { isSampled } from './log-sample.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for cached answers, whose log line would cost as much, and health checks. Errors are still logged. */
    is_unlogged?: true
  }
}

/** Logs the route pattern: a URL can contain a personal link. `code` tells a wrong password from an ended session. */
export function installRequestLog(app: FastifyInstance, sample: number): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isLogged = !request.routeOptions.config.is_unlogged && isSampled(request.id, sample)
    if (!isLogged && reply.statusCode < 400) return done()
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        code: reply.refusal_code,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
}
