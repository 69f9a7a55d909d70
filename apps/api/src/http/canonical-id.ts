import { id } from '@muster/contract/fields'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

/** The one spelling of an id, which caches and comparisons use; undefined for a malformed one. */
export function canonicalId(text: string): string | undefined {
  return id.safeParse(text).data
}

/**
 * onRequest hook of pages whose parameters are all ids: another spelling of their address (capitals, percent-encoding) is
 * redirected to the one in lower case. Browsers and caches on the way would else know one page under many addresses.
 * Malformed ids are left to the page.
 */
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
