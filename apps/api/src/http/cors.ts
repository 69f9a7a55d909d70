import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Read by @fastify/cors, whose types do not name it. */
    cors?: false
  }
}

/**
 * What @fastify/cors does for a simple request, for routes that switch it off. Measured: it takes a fifth of the time of a
 * small cached answer. Such a route says `vary: origin` itself.
 */
export function allowOrigin(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  allowed_origins: readonly string[],
): void {
  if (origin === undefined || !allowed_origins.includes(origin)) return
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-allow-credentials', 'true')
    .header('access-control-expose-headers', 'retry-after')
}
