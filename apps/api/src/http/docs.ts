import { readFile } from 'node:fs/promises'
import path from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { contract } from '@muster/contract/contract'
import { openapi } from '@muster/contract/openapi/document'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { DOCS_ICON, installErrorPages } from './error-pages.ts'

const ICON = path.resolve(import.meta.dirname, '../../../web/public/favicon.svg')

/** Leaves out the plugin's own content security policy, which allows other hosts and requires https. */
export async function installDocs(app: FastifyInstance, { config }: Pick<Deps, 'config'>): Promise<void> {
  const public_host = new URL(config.public_url).host
  const document = { ...describeApi(), servers: [{ url: config.public_url }] }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plugin's own type stops at OpenAPI 3.0
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { layout: 'BaseLayout', defaultModelsExpandDepth: 0 },
    theme: {
      title: 'Muster API',
      favicon: [
        {
          filename: path.basename(DOCS_ICON),
          rel: 'icon',
          type: 'image/svg+xml',
          sizes: 'any',
          content: await readFile(ICON),
        },
      ],
    },
    // Opened at another host than PUBLIC_URL (an address in the local network), the page may call only that host.
    transformSpecification: (specification, { protocol, host }) =>
      host === public_host
        ? specification
        : { ...specification, servers: [{ url: `${protocol}://${host}` }] },
    transformSpecificationClone: false,
  })
  installErrorPages(app)
}

type ApiDescription = ReturnType<typeof openapi>

let description: ApiDescription | undefined

/** Creates the description once per process: it takes 50 ms, and a test process opens many apps. */
const describeApi = (): ApiDescription => (description ??= openapi(contract, { server: '/' }))
