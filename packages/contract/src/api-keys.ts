import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { about, id, name, replaceLinksQuery, timestamp } from './fields.ts'
import { because } from './issues.ts'
import { apiKeyDays, apiKeyRights } from './rules/api-key.ts'
import { manages } from './rules/route-access.ts'

const c = initContract()

const rights = z.array(z.enum(apiKeyRights)).meta({
  description:
    '`read` reads, `plan` changes people, events, roles, shifts and assignments, `send` writes to people.',
  examples: [['read']],
})
const keyName = { description: 'What the key is for.', examples: ['Website'] }

export const apiKey = z
  .object({
    id,
    name: z.string().meta(keyName),
    start: z.string().meta({
      description: 'The first characters of the secret, to recognize it.',
      examples: ['mk_Zr3fQ0a'],
    }),
    rights,
    event: z
      .object({ id, name: z.string().meta(about.event_name) })
      .describe('The event that the key reaches. Null: all of the organization.')
      .nullable(),
    created_by: z.string().meta({
      description: 'E-mail address of the administrator, with whose membership the key ends.',
      examples: ['admin@festival.example'],
    }),
    created_by_name: z.string().meta(about.creator_name),
    is_stopped: z
      .boolean()
      .describe(
        'Whether it does not work, because the operator has disabled the account that made it, or because the owner of that account has said that somebody else used it.',
      ),
    created_at: timestamp.describe('When the key was made.'),
    expires_at: timestamp.describe('When it stops working. Null: never.').nullable(),
    last_used_at: timestamp.describe('The last call, to the minute. Null: not used yet.').nullable(),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without its secret.' })

export type ApiKey = z.infer<typeof apiKey>

/** API key with its secret. No other response has the secret, of which only a hash is stored. */
export const createdApiKey = apiKey
  .extend({
    secret: z.string().meta({
      description: 'For the header `Authorization: Bearer`. It is shown here only.',
      examples: ['mk_Zr3fQ0aK1v9d7s2mXwY8bTq4nLhE6uPjC5gRoIi0kVz'],
    }),
  })
  .meta({ id: 'CreatedApiKey', description: 'A new API key, with its secret.' })

export type CreatedApiKey = z.infer<typeof createdApiKey>

export const newApiKey = z
  .object({
    name: name.meta(keyName),
    rights: rights.min(1, because('too_few')).max(apiKeyRights.length, because('too_many')),
    event_id: id.describe('The event that the key may reach. Null: all of the organization.').nullable(),
    expires_in_days: z
      .literal([...apiKeyDays])
      .meta({ description: 'Days after which it stops working. Null: never.', examples: [90] })
      .nullable(),
  })
  .meta({ id: 'NewApiKey' })

export const apiKeys = c.router({
  listApiKeys: endpoint('GET /admin/api-keys', {
    access: manages,
    summary: 'List API keys',
    description: 'Newest first, without those that are revoked.',
    responses: { 200: z.object({ api_keys: z.array(apiKey).describe('Newest first.') }) },
  }),
  createApiKey: endpoint('POST /admin/api-keys', {
    access: manages,
    proof: 'always',
    log: ['api_key.created'],
    summary: 'Create an API key',
    description: 'The secret is in this answer only.',
    body: newApiKey,
    responses: { 201: createdApiKey },
    refuses: ['event_not_found'],
  }),
  revokeApiKey: endpoint('DELETE /admin/api-keys/:id', {
    access: manages,
    log: ['api_key.revoked'],
    summary: 'Revoke an API key',
    description: 'It stops working within 5 seconds.',
    pathParams: z.object({ id }),
    query: replaceLinksQuery,
    body: c.noBody(),
    responses: { 204: c.noBody() },
    refuses: ['api_key_not_found'],
  }),
})
