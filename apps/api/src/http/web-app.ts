import path from 'node:path'
import serveStatic from '@fastify/static'
import { publicPages } from '@muster/contract/pages'
import type { FastifyInstance } from 'fastify'
import type { BuiltClient } from './built-client.ts'
import { buildResponse, sendCached } from './cached-response.ts'
import { redirectToCanonical } from './canonical-id.ts'

const HTML = 'text/html; charset=utf-8'

const ADMIN_PAGES = [
  '/',
  '/login',
  '/reset-password-request',
  '/reset-password',
  '/join/:token',
  '/people',
  '/events',
  '/events/:eventId/broadcast',
  '/reports',
  '/organizations/*',
  '/account',
  '/account/security',
]

/** Page addresses are listed, so that a mistyped API call is answered 404 and not by a page. */
export async function installWebApp(
  app: FastifyInstance,
  { root, admin_document, pages }: BuiltClient,
): Promise<void> {
  await app.register(serveStatic, {
    root,
    index: false,
    wildcard: false,
    preCompressed: true,
    // Documents are served at their pages' addresses; the manifest and the server build are not public.
    globIgnore: ['*.html', '.vite/**', 'server/**', '**/*.{br,gz}'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  serveMissing(app, { volunteers: pages.missing, organisers: admin_document })
  for (const { name, path: address, noindex } of publicPages) {
    const document = pages.writeEmpty(name)
    const withoutId = address.replace(/:\w+$/, '')
    if (withoutId !== address) servePage(app, withoutId, document, { noindex })
    if (name !== 'event') servePage(app, address, document, { noindex })
  }
  for (const address of ADMIN_PAGES) servePage(app, address, admin_document)
}

function serveMissing(app: FastifyInstance, documents: { volunteers: string; organisers: string }): void {
  const firstSegments = new Set(publicPages.map(({ path: address }) => address.split('/')[1]))
  app.get('/*', (request, reply) => {
    const isBrowser = request.headers.accept?.includes('text/html')
    if (!isBrowser) return reply.callNotFound()
    const isVolunteers = firstSegments.has(request.url.split(/[/?]/)[1])
    const document = isVolunteers ? documents.volunteers : documents.organisers
    return reply.status(404).header('cache-control', 'no-store').type(HTML).send(document)
  })
}

function servePage(
  app: FastifyInstance,
  address: string,
  document: string,
  { noindex = false }: { noindex?: boolean } = {},
): void {
  const headers = { 'cache-control': 'no-cache', ...(noindex && { 'x-robots-tag': 'noindex' }) }
  const response = buildResponse(document, { type: HTML, headers })
  app.get<{ Params: Record<string, string> }>(
    address,
    { config: { cors: false }, ...(address.includes(':eventId') && { onRequest: redirectToCanonical }) },
    (request, reply) => sendCached(request, reply, response),
  )
}
