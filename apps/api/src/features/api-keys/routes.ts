import { apiKeys } from '@muster/contract/api-keys'
import type { Deps } from '../../deps.ts'
import { identityOf, organizationOf } from '../../http/access.ts'
import { handlers } from '../../http/mount.ts'
import { notFound } from '../../http/refusal.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { updateRevokedAt } from './queries.ts'

export const apiKeyRoutes = (deps: Deps) =>
  handlers(apiKeys, {
    listApiKeys: async ({ request }) => ({
      status: 200,
      body: { api_keys: await listApiKeys(deps, organizationOf(request)) },
    }),

    createApiKey: async ({ request, reply, body }) => {
      const created = await createApiKey(deps, organizationOf(request), identityOf(request), body)
      reply.header('cache-control', 'no-store')
      return { status: 201, body: created }
    },

    revokeApiKey: async ({ request, params }) => {
      const isRevoked = await deps.db.transaction(organizationOf(request), (tx) =>
        updateRevokedAt(tx, params.id, deps.now()),
      )
      if (!isRevoked) throw notFound('api_key_not_found')
      return { status: 204, body: undefined }
    },
  })
