import type { ApiKey, CreatedApiKey } from '@muster/contract/api-keys'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type Given } from '../../api/call.ts'
import { organizationKey } from '../../api/organization-key.ts'

export type NewApiKey = NonNullable<Given<'apiKeys', 'createApiKey'>['body']>

export const apiKeysQuery = () =>
  queryOptions({
    queryKey: organizationKey('api-keys'),
    queryFn: async ({ signal }): Promise<ApiKey[]> =>
      (await call('apiKeys', 'listApiKeys', { signal })).api_keys,
  })

export function createApiKey(body: NewApiKey): Promise<CreatedApiKey> {
  return call('apiKeys', 'createApiKey', { body })
}

/** D63: with `replaces_links` the personal links that the key could read stop working. */
export function revokeApiKey(id: string, replaces_links: boolean): Promise<undefined> {
  const query = replaces_links ? { replace_links: 'true' as const } : {}
  return call('apiKeys', 'revokeApiKey', { params: { id }, query })
}

/** Adds the key to the cache without its secret, which no cache keeps. */
export function storeApiKey(client: QueryClient, created: CreatedApiKey): void {
  const { secret: _, ...key } = created
  client.setQueryData(apiKeysQuery().queryKey, (before) => before && [key, ...before])
}

export function forgetApiKey(client: QueryClient, revoked_id: string): void {
  client.setQueryData(apiKeysQuery().queryKey, (before) => before?.filter(({ id }) => id !== revoked_id))
}
