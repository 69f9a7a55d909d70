import { readFile } from 'node:fs/promises'
import path from 'node:path'
import serveStatic from '@fastify/static'
import type { Language } from '@muster/contract/language'
import { linkPages, type PublicPageName, publicPages } from '@muster/contract/pages'
import type { FastifyInstance } from 'fastify'
import { redirectToCanonical } from '../access/canonical-id.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { buildResponse, sendCached } from '../edge/cached-response.ts'
import type { KeyHeader } from '../scale/micro-cache.ts'
import type { BuiltClient } from './built-client.ts'
import { HTML } from './html.ts'
import { languageOf } from './language.ts'

const ADMIN_PAGES = [
  '/',
  '/login',
  '/reset-password-request',
  '/reset-password',
  '/join/:token',
  '/people',
  '/people/duplicates',
  '/people/:personId',
  '/people/import',
  '/events',
  '/events/new',
  '/events/:eventId',
  '/events/:eventId/shifts',
  '/events/:eventId/messages',
  '/events/:eventId/settings',
  '/events/:eventId/poster',
  '/events/:eventId/broadcast',
  '/events/:eventId/link',
  '/reports',
  '/reports/hours',
  '/reports/lists',
  '/reports/certificates',
  '/organizations/*',
  '/account',
  '/account/security',
]

/** By `event-page.ts` and `link-page.ts`, with what chats show beside their links. */
const servedElsewhere = new Set<PublicPageName>(['event', 'signup', ...linkPages])

/** Page addresses are listed, so that a mistyped API call is answered 404 and not by a page. */
export async function installWebApp(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
  { root, admin_document, pages }: BuiltClient,
): Promise<void> {
  await app.register(serveStatic, {
    root,
    index: false,
    wildcard: false,
    preCompressed: true,
    // Documents are served at their pages' addresses; the manifest and the server build are not public.
    globIgnore: ['*.html', '.vite/**', 'server/**', 'service-worker.js', '**/*.{br,gz}'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  await serveWorker(app, root, config)
  serveMissing(app, { volunteers: pages.missing, organisers: admin_document })
  for (const { name, path: address, noindex } of publicPages) {
    const document = { en: pages.writeEmpty(name, 'en'), sv: pages.writeEmpty(name, 'sv') }
    const withoutId = address.replace(/:\w+$/, '')
    if (withoutId !== address) servePage(app, withoutId, document, { noindex })
    if (!servedElsewhere.has(name)) servePage(app, address, document, { noindex })
  }
  const document = { en: admin_document, sv: admin_document }
  for (const address of ADMIN_PAGES) servePage(app, address, document)
}

/** Makes caches revalidate the script: a switched-off worker must be removed at once. */
async function serveWorker(
  app: FastifyInstance,
  root: string,
  { offline_copies }: Pick<Config, 'offline_copies'>,
): Promise<void> {
  const script = offline_copies ? await readFile(path.join(root, 'service-worker.js'), 'utf8') : REMOVE_WORKER
  const response = buildResponse(script, {
    type: 'text/javascript; charset=utf-8',
    headers: { 'cache-control': 'no-cache' },
  })
  app.get('/service-worker.js', { config: { cors: false } }, (request, reply) =>
    sendCached(request, reply, response),
  )
}

const REMOVE_WORKER = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(remove()))
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
`

function serveMissing(app: FastifyInstance, documents: { volunteers: string; organisers: string }): void {
  const firstSegments = new Set(publicPages.map(({ path: address }) => address.split('/')[1]))
  app.get('/*', { onRequest: redirectToCanonical }, (request, reply) => {
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
  document: Readonly<Record<Language, string>>,
  { noindex = false }: { noindex?: boolean } = {},
): void {
  const headers = { 'cache-control': 'no-cache', ...(noindex && { 'x-robots-tag': 'noindex' }) }
  const vary: KeyHeader[] = document.en === document.sv ? [] : ['accept-language']
  const responses = {
    en: buildResponse(document.en, { type: HTML, vary, headers }),
    sv: buildResponse(document.sv, { type: HTML, vary, headers }),
  }
  app.get<{ Params: Record<string, string> }>(
    address,
    { config: { cors: false }, onRequest: redirectToCanonical },
    (request, reply) => sendCached(request, reply, responses[languageOf(request.headers['accept-language'])]),
  )
}
