import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Read by @fastify/cors, whose types do not name it. */
    cors?: false
  }
}

const EXPOSED = [
  'date',
  'etag',
  'link',
  'retry-after',
  'total-count',
  'undo-batch',
  'x-request-id',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-supabase-api-version',
]

export async function installCors(app: FastifyInstance, { config }: Pick<Deps, 'config'>): Promise<void> {
  await app.register(cors, {
    origin: config.allowed_origins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'accept-language',
      'x-organization-id',
      'idempotency-key',
      'event-id',
      'form-id',
      'if-none-match',
      'x-request-id',
      // Sent by the public auth client (D10).
      'apikey',
      'x-client-info',
      'x-supabase-api-version',
      // Sent by its direct reads.
      'accept-profile',
      'x-retry-count',
    ],
    exposedHeaders: EXPOSED,
    maxAge: 600,
  })
}

/** @fastify/cors takes a fifth of the time of a small cached answer (measured). The route must set `vary: origin`. */
export function allowOrigin(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  allowed_origins: readonly string[],
): void {
  if (origin === undefined || !allowed_origins.includes(origin)) return
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-allow-credentials', 'true')
    .header('access-control-expose-headers', EXPOSED.join(', '))
}
