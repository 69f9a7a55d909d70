import { id as idField } from '@muster/contract/fields'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

export function canonicalId(text: string): string | undefined {
  return idField.safeParse(text).data
}

/** onRequest hook: gives each page one address for browsers and caches. The page answers malformed ids itself. */
export function redirectToCanonical(
  request: FastifyRequest<{ Params: Record<string, string> }>,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  const [path = ''] = request.url.split('?', 1)
  if (!OTHER_SPELLING.test(path)) return done()
  let address = request.routeOptions.url ?? ''
  for (const [name, value] of Object.entries(request.params)) {
    const canonical = canonicalId(value)
    if (!canonical) return done()
    address = address.replace(`:${name}`, canonical)
  }
  const query = request.url.slice(path.length)
  reply.header('cache-control', 'public, max-age=86400').redirect(address + query, 308)
}

const OTHER_SPELLING = /[A-Z%]/
