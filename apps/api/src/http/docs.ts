import { readFile } from 'node:fs/promises'
import path from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { contract } from '@muster/contract/contract'
import { openapi } from '@muster/contract/openapi/document'
import type { FastifyInstance } from 'fastify'
import { buildResponse, type CachedResponse, sendCached } from './cached-response.ts'
import { DOCS_ICON, installErrorPages } from './error-pages.ts'

const ICON = path.resolve(import.meta.dirname, '../../../web/public/favicon.svg')

/** Leaves out the plugin's own content security policy, which allows other hosts and requires https. */
export async function installDocs(app: FastifyInstance): Promise<void> {
  const { document, responses } = (description ??= describeApi())
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plugin's own type stops at OpenAPI 3.0
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { layout: 'BaseLayout', defaultModelsExpandDepth: 0 },
    uiHooks: {
      // The plugin writes the document anew for each request, which blocks the process (D66).
      preHandler(request, reply, done) {
        const response = responses[request.routeOptions.url ?? '']
        if (response) void sendCached(request, reply, response)
        else done()
      },
    },
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
  })
  installErrorPages(app)
}

type ApiDescription = { document: object; responses: Record<string, CachedResponse> }

let description: ApiDescription | undefined

/**
 * Writes the description once per process: it takes 80 ms, and a test process opens many apps. Its server is the host
 * that is asked. JSON is valid YAML, so both addresses answer the same bytes.
 */
function describeApi(): ApiDescription {
  const document = openapi(contract, { server: '/' })
  const text = JSON.stringify(document)
  const as = (type: string) => buildResponse(text, { type, headers: { 'cache-control': 'no-cache' } })
  return {
    document,
    responses: { '/docs/json': as('application/json; charset=utf-8'), '/docs/yaml': as('application/yaml') },
  }
}
