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
  '/people',
  '/events',
  '/events/:eventId/broadcast',
  '/reports',
  '/organizations/*',
]

/**
 * Serves the built client: hashed files for ever, as the build has compressed them; the pages always fresh. Page
 * addresses are listed, so that a mistyped call is an honest 404 and not a page.
 */
export async function installWebApp(
  app: FastifyInstance,
  { root, admin_document, pages }: BuiltClient,
): Promise<void> {
  await app.register(serveStatic, {
    root,
    index: false,
    wildcard: false,
    preCompressed: true,
    // Pages are served at their addresses only; the manifest is for our checks, the server's half for ourselves.
    globIgnore: ['*.html', '.vite/**', 'server/**', '**/*.{br,gz}'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  serveMissing(app, pages.missing)
  for (const { name, path: address, noindex } of publicPages) {
    const document = pages.writeEmpty(name)
    const withoutId = address.replace(/:\w+$/, '')
    if (withoutId !== address) servePage(app, withoutId, document, { noindex })
    // The event feature serves its page itself, with content.
    if (name !== 'event') servePage(app, address, document, { noindex })
  }
  for (const address of ADMIN_PAGES) servePage(app, address, admin_document)
}

/** Who follows a broken link in a browser is told so in words; a program gets the api's answer. */
function serveMissing(app: FastifyInstance, document: string): void {
  app.get('/*', (request, reply) => {
    const isReader = request.headers.accept?.includes('text/html')
    if (!isReader) return reply.callNotFound()
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
    // Scripts of other origins have no business with pages.
    { config: { cors: false }, ...(address.includes(':eventId') && { onRequest: redirectToCanonical }) },
    (request, reply) => sendCached(request, reply, response),
  )
}
