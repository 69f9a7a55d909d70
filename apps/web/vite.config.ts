import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = process.env['API_ORIGIN'] ?? 'http://localhost:3000'

/** What the api answers; every other path is a screen of this app. */
const apiPaths = [
  '^/(auth|api|admin|assignment|calendar|shifts|docs|dev|\\.well-known)(/|$)',
  '^/events/[^/]+/public',
  '^/(healthz|readyz)$',
]

export default defineConfig({
  plugins: [react(), tailwindcss(), serveEntries(), preloadFont()],
  appType: 'mpa',
  server: {
    proxy: {
      ...Object.fromEntries(apiPaths.map((path) => [path, { target: api }])),
      '^/(live|realtime)/': { target: api, ws: true },
    },
  },
  build: {
    manifest: true,
    // Server HTML and the CSP allow no inlined content.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { admin: entry('admin.html'), public: entry('public.html') } },
  },
})

function entry(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}

/** The volunteer's pages and the organiser's are two documents; in production the api chooses the same way. */
function serveEntries(): Plugin {
  return {
    name: 'muster:serve-entries',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = (request.url ?? '/').split('?')[0] ?? '/'
        const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
        const isApi = apiPaths.some((pattern) => new RegExp(pattern).test(path))
        if (wantsPage && !isApi && !/\.\w+$/.test(path)) {
          request.url = /^\/(e|c)\//.test(path) ? '/public.html' : '/admin.html'
        }
        next()
      })
    },
  }
}

/** The one font file every page needs, asked for before the style sheet is read. */
function preloadFont(): Plugin {
  return {
    name: 'muster:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) =>
          /figtree-latin-wght-normal.*\.woff2$/.test(file),
        )
        if (!font) throw new Error('The font is not part of the build: nothing to preload')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
