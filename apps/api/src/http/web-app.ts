import { readFile } from 'node:fs/promises'
import path from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Where `vite build` leaves the client. */
const BUILT = path.resolve(import.meta.dirname, '../../../web/dist')

const PUBLIC_PAGES = ['/e/*', '/c/*']
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
 * Serves the built client: hashed files for ever, the two HTML entries always fresh. Page addresses
 * are listed, so that a mistyped call is an honest 404 and not a page.
 */
export async function serveWebApp(app: FastifyInstance): Promise<void> {
  const [publicPage, adminPage] = await Promise.all([readPage('public.html'), readPage('admin.html')])

  await app.register(serveStatic, {
    root: BUILT,
    index: false,
    wildcard: false,
    // The two entries are pages, served at their addresses only; the manifest is for our checks.
    globIgnore: ['*.html', '.vite/**'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  for (const address of PUBLIC_PAGES) app.get(address, (_request, reply) => sendPage(reply, publicPage))
  for (const address of ADMIN_PAGES) app.get(address, (_request, reply) => sendPage(reply, adminPage))
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
}

async function readPage(file: string): Promise<string> {
  try {
    return await readFile(path.join(BUILT, file), 'utf8')
  } catch (cause) {
    throw new Error('The pages are not built: run `npm start`, which builds them.', { cause })
  }
}
