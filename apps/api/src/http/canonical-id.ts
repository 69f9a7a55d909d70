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
  const [path = '', query] = splitOnce(request.url, '?')
  if (!OTHER_SPELLING.test(path)) return done()
  let address = request.routeOptions.url ?? ''
  for (const [name, value] of Object.entries(request.params)) {
    const id = canonicalId(value)
    if (!id) return done()
    address = address.replace(`:${name}`, id)
  }
  const target = query === undefined ? address : `${address}?${query}`
  reply.header('cache-control', 'public, max-age=86400').redirect(target, 308)
}

const OTHER_SPELLING = /[A-Z%]/

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
