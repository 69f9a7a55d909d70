import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

export function canonicalId(text: string): string | undefined {
  const canonical = text.toLowerCase()
  return UUID.test(canonical) ? canonical : undefined
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

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
