import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { id, name } from './fields.ts'
import { because } from './issues.ts'
import { routes } from './routes.ts'
import { apiKeyDays, apiKeyRights } from './rules/api-key.ts'

const c = initContract()

const rights = z.array(z.enum(apiKeyRights))

export const apiKey = z.object({
  id,
  name: z.string(),
  /** The first characters of the secret, to recognise it. */
  start: z.string(),
  rights,
  /** Null: the key reaches all of the organisation. */
  event: z.object({ id, name: z.string() }).nullable(),
  /** E-mail of the administrator, with whose membership the key ends. */
  created_by: z.string(),
  created_at: z.string(),
  /** Null: never. */
  expires_at: z.string().nullable(),
  /** Exact to a minute; null: not used yet. */
  last_used_at: z.string().nullable(),
})

export type ApiKey = z.infer<typeof apiKey>

/** The only response with the secret, of which only a hash is stored. */
export const createdApiKey = apiKey.extend({ secret: z.string() })

export type CreatedApiKey = z.infer<typeof createdApiKey>

export const newApiKey = z.object({
  name,
  rights: rights.min(1, because('too_few')).max(apiKeyRights.length, because('too_many')),
  /** Null: all of the organisation. */
  event_id: id.nullable(),
  /** Null: never. */
  expires_in_days: z.literal([...apiKeyDays]).nullable(),
})

export const apiKeys = c.router({
  listApiKeys: {
    ...routes.apiKeys.listApiKeys,
    summary: 'The API keys of the organisation, newest first, without those that are revoked (K1)',
    responses: { 200: z.object({ api_keys: z.array(apiKey) }) },
  },
  createApiKey: {
    ...routes.apiKeys.createApiKey,
    summary: 'Create an API key; its secret is in this answer only (K1)',
    body: newApiKey,
    responses: { 201: createdApiKey },
  },
  revokeApiKey: {
    ...routes.apiKeys.revokeApiKey,
    summary: 'Revoke an API key; it stops working within 5 seconds (K1)',
    pathParams: z.object({ id }),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
})
