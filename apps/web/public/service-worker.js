/* Opens public pages from a copy when the server does not answer (docs/decisions/0026, 0028). Personal links, answers of the
   API and pages of organizers are not kept. */

const PAGES = 'pages-1'
const ASSETS = 'assets-1'
const EVENT_PAGE = /^\/e\/[^/]+$/
const PERSONAL_PAGE = /^\/c\/[^/]+$/
/** Document of every personal page. It contains no link: the page reads its data from the device. */
const PERSONAL_DOCUMENT = '/c/'
const DOCUMENT = 'document-1'
const MOST_PAGES = 5
/** Maximum number of files, enough for several releases. A missing file is kept again when a page loads it. */
const MOST_ASSETS = 200
/** Milliseconds to wait for the server: on a slow line too, the copy is better than an empty screen. */
const PATIENCE = 5_000

// A new version replaces the old one at once, because no page depends on its version.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(start()))
self.addEventListener('message', (event) => event.waitUntil(keepLoaded(event.data)))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, searchParams } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // A copy of a draft would be shown in place of the event.
  const page = request.mode === 'navigate' && !searchParams.has('preview') && pageOf(pathname)
  if (page) event.respondWith(openPage(event, page))
  else if (pathname.startsWith('/assets/')) event.respondWith(openAsset(request))
})

/** Returns the address under which a page is kept; undefined for pages that are not kept. */
function pageOf(path) {
  if (EVENT_PAGE.test(path)) return path
  return PERSONAL_PAGE.test(path) ? PERSONAL_DOCUMENT : undefined
}

function openCache(page) {
  return caches.open(page === PERSONAL_DOCUMENT ? DOCUMENT : PAGES)
}

async function start() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => ![PAGES, DOCUMENT, ASSETS].includes(name)).map((name) => caches.delete(name)),
  )
  await self.clients.claim()
}

/** Keeps what a page has loaded before this script was active, or loads later. */
async function keepLoaded({ page: opened, assets }) {
  const page = pageOf(opened)
  const files = await caches.open(ASSETS)
  if (page && !(await (await openCache(page)).match(page))) await keepPage(page, await fetch(page))
  const own = assets.map((asset) => new URL(asset)).filter(({ origin }) => origin === self.location.origin)
  const paths = new Set(own.map(({ pathname }) => pathname).filter((path) => path.startsWith('/assets/')))
  // A file that fails to load is kept with a later page.
  await Promise.allSettled(Array.from(paths, async (path) => (await files.match(path)) ?? files.add(path)))
  await removeOldest(files, MOST_ASSETS)
}

async function openPage(event, page) {
  const copy = await (await openCache(page)).match(page)
  const answer = fetch(event.request)
  event.waitUntil(answer.then((response) => keepPage(page, response.clone())).catch(() => undefined))
  if (!copy) return answer
  const late = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE)
  })
  const first = await Promise.race([answer.catch(() => undefined), late])
  return first && first.status < 500 ? first : copy
}

async function openAsset(request) {
  const files = await caches.open(ASSETS)
  return (await files.match(new URL(request.url).pathname)) ?? fetch(request)
}

async function keepPage(page, response) {
  const pages = await openCache(page)
  // The event was removed.
  if (response.status === 404) await pages.delete(page)
  if (!response.ok || response.redirected) return
  const html = await response.text()
  const headers = new Headers(response.headers)
  // These describe the transferred bytes, and caches that serve several clients.
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
  const time = `<meta name="copied-at" content="${new Date().toISOString()}">`
  const copy = page === PERSONAL_DOCUMENT ? html : html.replace('<head>', `<head>${time}`)
  await pages.delete(page)
  await pages.put(page, new Response(copy, { headers }))
  await removeOldest(pages, MOST_PAGES)
}

async function removeOldest(cache, most) {
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((request) => cache.delete(request)))
}
