import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Serves `auth-page.ts` at a port of this machine. `api`: the origin of the app that it signs in to. */
export async function serveAuthPage({ port, api }: { port: number; api: string }) {
  const script = await bundle()
  const page = `<!doctype html><title>Client</title><meta name="auth" content="${api}/auth/v1"><script type="module" src="/page.js"></script>`
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : page)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: fileURLToPath(new URL('auth-page.ts', import.meta.url)) },
    },
  })
  if (!('output' in built)) throw new Error('more than one bundle was made')
  const [chunk] = built.output
  return chunk.code
}
