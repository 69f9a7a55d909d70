import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { contract } from '@muster/contract/contract'
import { openapi } from '@muster/contract/openapi'
import type { FastifyInstance } from 'fastify'

const DESCRIPTION = `Calls under /admin and /api need the bearer token of POST /auth/login, those under
/admin the header X-Organization-ID too. Every refusal has one body: {"error": a sentence, "code": snake_case}.`

/** Without the plugin's own content security policy, which allows other hosts and requires https. */
export async function installDocs(app: FastifyInstance): Promise<void> {
  const document = openapi(contract, { title: 'Muster', version: '1', description: DESCRIPTION })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plugin's own type stops at OpenAPI 3.0
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/docs' })
}
