import type { CreatedApiKey, newApiKey } from '@muster/contract/api-keys'
import type { z } from 'zod'
import { createApiKey } from '../src/features/api-keys/create-api-key.ts'
import type { TestApp } from './app.ts'
import type { Administrator } from './organizations.ts'
import { mint } from './planning.ts'

export type BuiltApiKey = CreatedApiKey & {
  /** Headers that a script sends. */
  headers: { authorization: string; 'x-organization-id': string }
}

/** By default the key has every right to the whole organisation and does not expire. */
export async function buildApiKey(
  { deps }: Pick<TestApp, 'deps'>,
  { user_id, session_id, email, organization_id }: Administrator,
  given: Partial<z.output<typeof newApiKey>> = {},
): Promise<BuiltApiKey> {
  const created = await createApiKey(
    deps,
    mint(organization_id),
    { user_id, session_id, email, expires_at: deps.now(), aal: 'aal1', has_second_factor: false },
    { name: 'Skript', rights: ['read', 'plan', 'send'], event_id: null, expires_in_days: null, ...given },
  )
  return {
    ...created,
    headers: { authorization: `Bearer ${created.secret}`, 'x-organization-id': organization_id },
  }
}
