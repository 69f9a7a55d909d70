import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

type Options = { source: URL; port: number; api: string }

/** Serves a page with this script at a port of this machine. `api` is the origin of the app that it uses. */
export async function serveClientPage({ source, port, api }: Options) {
  const script = await bundle(source)
  const page = `<!doctype html><title>Client</title><meta name="api" content="${api}"><script type="module" src="/page.js"></script>`
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

/** Returns the port of an origin that this worker's app allows. */
export function allowedPort(): number {
  const ports = process.env['CLIENT_PORTS']?.split(' ') ?? []
  return Number(ports[Number(process.env['TEST_PARALLEL_INDEX'])])
}

async function bundle(source: URL): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: fileURLToPath(source),
        output: { codeSplitting: false },
      },
    },
  })
  if (!('output' in built)) throw new Error('more than one bundle was made')
  const [chunk] = built.output
  return chunk.code
}
