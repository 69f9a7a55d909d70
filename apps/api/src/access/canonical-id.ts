import { id as idField } from '@muster/contract/fields'
import { meantPath } from '@muster/contract/pages'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

export function canonicalId(text: string): string | undefined {
  return idField.safeParse(text).data
}

/** onRequest hook: gives each public page one address for browsers and caches, and finds what was pasted with a full stop. */
export function redirectToCanonical(
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  const [path = ''] = request.url.split('?', 1)
  const meant = OTHER_SPELLING.test(path) ? meantPath(path) : path
  if (meant === undefined || meant === path) return done()
  const query = request.url.slice(path.length)
  // Private: the address may be a personal link.
  reply.header('cache-control', 'private, max-age=86400').redirect(meant + query, 308)
}

const OTHER_SPELLING = /[A-Z%]|[^\w-]$/
