import path from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { BuiltClient } from './built-client.ts'
import { buildResponse, sendCached } from './cached-response.ts'
import { redirectToCanonical } from './canonical-id.ts'

const HTML = 'text/html; charset=utf-8'

/** The event's own page, `/e/:eventId`, is rendered by its feature. */
const PUBLIC_PAGES = {
  '/e/': 'event',
  '/e/:eventId/shifts/:shiftId/signup': 'signup',
  '/c/': 'confirmation',
  '/c/:token': 'confirmation',
  '/terms': 'terms',
  '/privacy': 'privacy',
} as const
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
  for (const [address, page] of Object.entries(PUBLIC_PAGES)) servePage(app, address, pages.writeEmpty(page))
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

function servePage(app: FastifyInstance, address: string, document: string): void {
  const response = buildResponse(document, {
    type: HTML,
    headers: {
      'cache-control': 'no-cache',
      // A personal link is for one person and for no index (D17).
      ...(address.startsWith('/c/') && { 'x-robots-tag': 'noindex' }),
    },
  })
  app.get<{ Params: Record<string, string> }>(
    address,
    // Pages are for nobody's scripts elsewhere.
    { config: { cors: false }, ...(address.startsWith('/e/:') && { onRequest: redirectToCanonical }) },
    (request, reply) => sendCached(request, reply, response),
  )
}
