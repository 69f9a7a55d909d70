import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
// Imported by path, because Node 20 loads no TypeScript from a package.
import { findPublicPage, publicPages } from '../../packages/contract/src/pages.ts'
import { apiPaths } from './api-paths.ts'

/** Libraries of every page. */
const LIBRARIES = /node_modules\/(react|react-dom|scheduler|i18next|nanostores|@nanostores\/react)\//

/** Modules that nearly every page loads: one file of them compresses better than twenty. */
const SHARED =
  /src\/(format\/(dates|names)|i18n\/define-texts|jsx\/|live\/(use-(now|highlights|brief-set)|failed-attempts|open-later)|ui\/(feedback\/(skeleton|live-text|coverage-bar|badge|form-error)|hooks\/use-focus-next|page\/(card|end-page|icon|linkified|map-link|organizer-contact|page-link|page-title|public-page|text-link|times-shown-in|word-mark)|controls\/(button|language-toggle))|api\/(tab-storage|current-organization)|public-paths|storage|rules\/(shift-phase|signup-window|group-by|assignment-status|live-diff|mailto|zone|time-conflict))\.tsx?$/

/** Modules that the event and the sign-up load. */
const VOLUNTEERS =
  /src\/volunteer\/events\/(use-public-shifts|chosen-shifts|remembered|own-pages|use-share)\.tsx?/

/** Modules that nearly every page of the organiser's loads. */
const ORGANISERS =
  /@tanstack\/|src\/(api\/(organization-key|notify-query|read-anew)|live\/(live-status|use-throttled)|desk\/events\/(texts|order|event-ids|event-state)\.)/

const api = process.env['API_ORIGIN'] ?? 'http://localhost:3000'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react({ jsxImportSource: '#jsx' }), tailwindcss(), serveEntries(), preloadFont(), compress()],
  appType: 'mpa',
  resolve: { alias: [{ find: /^fflate$/, replacement: entry('src/ui/exports/zip.ts') }] },
  server: {
    proxy: {
      ...Object.fromEntries(apiPaths.map((path) => [path, { target: api }])),
      '^/(live|realtime)/': { target: api, ws: true },
      // A GET of `/links` opens the screen, a POST calls the API.
      '^/links$': { target: api, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
    },
  },
  build: isSsrBuild
    ? { outDir: 'dist/server', copyPublicDir: false }
    : {
        manifest: true,
        // Server HTML and the CSP allow no inlined content.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false, resolveDependencies: omitLoaded },
        rollupOptions: {
          input: { admin: entry('admin.html'), public: entry('public.html') },
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', test: LIBRARIES },
                { name: 'shared', test: SHARED },
                { name: 'volunteers', test: VOLUNTEERS },
                { name: 'organisers', test: ORGANISERS },
              ],
            },
          },
        },
      },
  // The API runs the server build without this package's dependencies, and with React's production build.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
}))

/**
 * Omits the preloads of what the public pages load later: most of its imports are loaded by then, and the list weighs
 * more than a small part. Pages, and the large parts of the organiser's pages, preload all their imports.
 */
function omitLoaded(_part: string, deps: string[], { hostId }: { hostId: string }): string[] {
  const isPublicPage = publicPages.some(({ name }) => hostId.startsWith(`assets/${name}-page-`))
  const loadsPages = /^assets\/(admin|public)-/.test(hostId)
  const isOrganisers = hostId.includes('-page-') && !isPublicPage
  return loadsPages || isOrganisers ? deps : deps.filter((file) => file.endsWith('.css'))
}

function entry(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}

/** Serves the public pages and the administrator's as two documents, as the API does in production. */
function serveEntries(): Plugin {
  return {
    name: 'muster:serve-entries',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = (request.url ?? '/').split('?')[0] ?? '/'
        const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
        const isApi = apiPaths.some((pattern) => new RegExp(pattern).test(path))
        if (wantsPage && !isApi && !/\.\w+$/.test(path)) {
          request.url = findPublicPage(path) ? '/public.html' : '/admin.html'
        }
        next()
      })
    },
  }
}

/** Compresses every text file once, so that the API need not compress each response. */
function compress(): Plugin {
  let dist = ''
  return {
    name: 'muster:compress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved({ root, build }) {
      dist = resolve(root, build.outDir)
    },
    async closeBundle() {
      const files = await readdir(dist, { recursive: true })
      const texts = files.filter((file) => /\.(js|css|svg|webmanifest|txt)$/.test(file))
      await Promise.all(
        texts.map(async (file) => {
          const bytes = await readFile(join(dist, file))
          await writeFile(join(dist, `${file}.br`), brotliCompressSync(bytes))
          await writeFile(join(dist, `${file}.gz`), gzipSync(bytes, { level: 9 }))
        }),
      )
    },
  }
}

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g

/** Preloads the font on every page, before the style sheet. */
function preloadFont(): Plugin {
  return {
    name: 'muster:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) =>
          /figtree-latin-wght-normal.*\.woff2$/.test(file),
        )
        if (!font) throw new Error('The font is not part of the build: nothing to preload')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
        const styles = [...html.matchAll(STYLE_SHEET)].map(([link]) => link).join('')
        return {
          html: html.replaceAll(STYLE_SHEET, '').replace(/<script /, (script) => `${styles}${script}`),
          tags: [{ tag: 'link', attrs, injectTo: 'head' }],
        }
      },
    },
  }
}
