import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { contract } from '@muster/contract/contract'
import { openapi } from '@muster/contract/openapi/document'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/**
 * The contract for people at /docs and for programs at /docs/json (OpenAPI 3.1). Not with the plugin's own content
 * security policy, which allows other hosts and requires https.
 */
export async function installDocs(app: FastifyInstance, { config }: Pick<Deps, 'config'>): Promise<void> {
  const document = openapi(contract, { server: config.public_url })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plugin's own type stops at OpenAPI 3.0
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/docs' })
}
