import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestIdOf } from './request-id.ts'

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

type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer | undefined }

/** All that an answer may depend on, beside its address. */
const KEY_HEADERS = ['accept-encoding', 'accept-language', 'origin', 'if-none-match'] as const
export type KeyHeader = (typeof KEY_HEADERS)[number]

/** ms */
const MAX_AGE = 50
const MAX_ANSWERS = 1_000

/**
 * When a sign-up opens, everybody asks for the same page at once. Such an answer is sent again before Fastify sees the
 * request: without hooks, so without limit, trace and log line, whose cost would be a third of its own (decisions/0033).
 */
export function installMicroCache(app: FastifyInstance): void {
  const answers = new Map<string, Answer>()
  let repeats = 0

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
    if (!answer) return app.routing(request, response)
    repeats++
    answer.headers['x-request-id'] = requestIdOf(request)
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
}

function keyOf({ url, headers }: IncomingMessage): string {
  return [url, ...KEY_HEADERS.map((name) => headers[name])].join('\n')
}
