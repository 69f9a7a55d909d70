import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { addressOf } from './rate-limit.ts'
import { requestIdOf } from './request-id.ts'
import { perMinute, TokenBuckets } from './token-bucket.ts'

declare module 'fastify' {
  interface FastifyInstance {
    micro_cache: MicroCache
  }
}

export type MicroCache = {
  /** Before it is sent, when all its headers are set. Kept if proxies may keep it too (`s-maxage`). */
  keep(request: FastifyRequest, reply: FastifyReply, body?: Buffer): void
  countRepeats(): number
}

type MicroCacheOptions = Pick<Config, 'trusted_proxies'> & {
  limits: Pick<Config['limits'], 'requests_per_minute'>
}

type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer | undefined }

/** All that an answer may depend on, beside its address. */
const KEY_HEADERS = ['accept-encoding', 'accept-language', 'origin', 'if-none-match'] as const
export type KeyHeader = (typeof KEY_HEADERS)[number]

/** ms */
const MAX_AGE = 50
const MAX_ANSWERS = 1_000

/**
 * When a sign-up opens, everybody asks for the same page at once. Such an answer is sent again before Fastify sees the
 * request: without hooks, so without trace and log line, whose cost would be a third of its own (decisions/0033). Who has
 * had a minute's requests as repeats is answered by Fastify, which counts and refuses.
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
    return buckets.of(addressOf(proxyAddr(request, trust)), now).take(now) === 0
  }

  app.decorate('micro_cache', {
    keep(request, reply, body) {
      const isShared = String(reply.getHeader('cache-control')).includes('s-maxage')
      if (!isShared || request.method !== 'GET' || answers.size >= MAX_ANSWERS) return
      // All at once: no body is held for longer, and no answer is looked at for its age.
      if (answers.size === 0) setTimeout(() => answers.clear(), MAX_AGE).unref()
      const headers: OutgoingHttpHeaders = Object.fromEntries(Object.entries(reply.getHeaders()))
      if (body) headers['content-length'] = body.length
      answers.set(keyOf(request.raw), { status: reply.statusCode, headers, body })
    },
    countRepeats: () => repeats,
  })
  // From now on answers say that the connection ends.
  app.addHook('preClose', (done) => {
    answers.clear()
    done()
  })

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
