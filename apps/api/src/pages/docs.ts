import { readFile } from 'node:fs/promises'
import path from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { buildResponse, type CachedResponse, sendCached } from '../edge/cached-response.ts'
import { DOCS_ICON, installErrorPages } from './error-pages.ts'

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..')
const ICON = path.join(REPOSITORY, 'apps/web/public/favicon.svg')
/** `npm run openapi` writes it, and `npm run check` compares it with the contract: to derive it takes 350 ms of a start. */
const DESCRIPTION = path.join(REPOSITORY, 'packages/contract/openapi.json')

/** Leaves out the plugin's own content security policy, which allows other hosts and requires https. */
export async function installDocs(app: FastifyInstance): Promise<void> {
  const { document, responses } = await (description ??= readDescription())
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

let description: Promise<ApiDescription> | undefined

/** Reads it once per process, because a test process opens many apps. JSON is valid YAML: both addresses answer the same. */
async function readDescription(): Promise<ApiDescription> {
  const document: object = JSON.parse(await readFile(DESCRIPTION, 'utf8'))
  const text = JSON.stringify(document)
  const as = (type: string) => buildResponse(text, { type, headers: { 'cache-control': 'no-cache' } })
  return {
    document,
    responses: { '/docs/json': as('application/json; charset=utf-8'), '/docs/yaml': as('application/yaml') },
  }
}
