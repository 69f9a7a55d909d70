import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { perMinute, TokenBuckets } from '../access/token-bucket.ts'
import type { Config } from '../config.ts'
import { clientOf } from '../edge/client-address.ts'
import { requestIdOf } from '../edge/request-id.ts'

declare module 'fastify' {
  interface FastifyInstance {
    micro_cache: MicroCache
  }
}

export type MicroCache = {
  /** Stores the answer if proxies may store it too (`s-maxage`). Call it after all headers are set. */
  keep(request: FastifyRequest, reply: FastifyReply, body?: Buffer): void
  countRepeats(): number
}

type MicroCacheOptions = Pick<Config, 'trusted_proxies'> & {
  limits: Pick<Config['limits'], 'requests_per_minute'>
}

type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer | undefined }

/** A stored answer may depend on its URL and on these headers, and on nothing else. */
const KEY_HEADERS = ['accept-encoding', 'accept-language', 'origin', 'if-none-match'] as const
export type KeyHeader = (typeof KEY_HEADERS)[number]

/** ms */
const MAX_AGE = 50
const MAX_ANSWERS = 1_000

/**
 * When sign-up opens, many clients request the same page at once. The cache sends a stored answer again before Fastify
 * handles the request, so no hook runs and nothing is logged or traced: 1.00 to 1.26 of the requests of a bare Fastify route are
 * answered, and 0.75 to 0.80 without it (docs/decisions/0033). A client that has used up its repeats of a minute is passed to Fastify, which counts and refuses.
 */
export function installMicroCache(
  app: FastifyInstance,
  { trusted_proxies, limits }: MicroCacheOptions,
): void {
  const answers = new Map<string, Answer>()
  const buckets = new TokenBuckets(perMinute(limits.requests_per_minute))
  const trust = proxyAddr.compile([...trusted_proxies])
  let repeats = 0

  function mayRepeat(request: IncomingMessage): boolean {
    const now = performance.now()
    return buckets.of(clientOf(proxyAddr(request, trust)), now).take(now) === 0
  }

  app.decorate('micro_cache', {
    keep(request, reply, body) {
      const isShared = String(reply.getHeader('cache-control')).includes('s-maxage')
      if (!isShared || request.method !== 'GET' || answers.size >= MAX_ANSWERS) return
      // One timer for all answers: no body is held longer than that, and no answer needs a check of its age.
      if (answers.size === 0) setTimeout(() => answers.clear(), MAX_AGE).unref()
      const headers: OutgoingHttpHeaders = Object.fromEntries(Object.entries(reply.getHeaders()))
      if (body) headers['content-length'] = body.length
      answers.set(keyOf(request.raw), { status: reply.statusCode, headers, body })
    },
    countRepeats: () => repeats,
  })
  // During the shutdown answers carry `connection: close`. Stored ones do not.
  app.addHook('preClose', (done) => {
    answers.clear()
    done()
  })

  // Replaces Fastify's own listener, which is `app.routing`.
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const answer = request.method === 'GET' ? answers.get(keyOf(request)) : undefined
    if (!answer || !mayRepeat(request)) return app.routing(request, response)
    repeats++
    answer.headers['x-request-id'] = requestIdOf(request)
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
}

function keyOf({ url, headers }: IncomingMessage): string {
  return [url, ...KEY_HEADERS.map((name) => headers[name])].join('\n')
}
