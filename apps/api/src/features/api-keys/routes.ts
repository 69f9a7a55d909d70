import { apiKeys } from '@muster/contract/api-keys'
import { identityOf, organizationOf } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'

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

    revokeApiKey: async ({ request, params, query }) => {
      const replaces_links = query.replace_links === 'true'
      await revokeApiKey(deps, organizationOf(request), { id: params.id, replaces_links })
      return { status: 204, body: undefined }
    },
  })
