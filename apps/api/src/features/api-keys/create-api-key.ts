import { randomBytes } from 'node:crypto'
import type { CreatedApiKey, newApiKey } from '@muster/contract/api-keys'
import { apiKeySecret, apiKeyStart } from '@muster/contract/rules/api-key'
import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import type { z } from 'zod'
import type { Identity } from '../../access/access.ts'
import { asSystem } from '../../db/as-system.ts'
import type { OrgId } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockMembers } from '../../db/lock.ts'
import { oneRow } from '../../db/one-row.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { forbidden, notFound } from '../../edge/refusal.ts'
import { tellOwner } from '../../outbox/tell-owner.ts'
import { sha256 } from '../../signing/sha256.ts'
import { holdEvent } from '../events/queries.ts'
import { listCallNames } from '../session/account-queries.ts'
import { refuseEnded } from '../session/refuse-ended.ts'
import { insertKey, isOwner, listKeys } from './queries.ts'

type NewApiKey = z.output<typeof newApiKey>

/** K1: only the answer contains the secret. Throws 404 `event_not_found`, 403 `role_forbidden`. */
export async function createApiKey(
  { db, now }: Deps,
  org: OrgId,
  { user_id, session_id, email }: Identity,
  { name, rights, event_id, expires_in_days }: NewApiKey,
): Promise<CreatedApiKey> {
  const names = await db.system((tx) => listCallNames(tx, [user_id]))
  return db.transaction(org, async (tx) => {
    await lockMembers(tx, org)
    await asSystem(tx, () => refuseEnded(tx, session_id))
    if (!(await isOwner(tx, user_id))) throw forbidden('role_forbidden')
    if (event_id !== null && !(await holdEvent(tx, event_id))) throw notFound('event_not_found')
    const id = newId()
    const created_at = now()
    const secret = apiKeySecret(randomBytes(32).toString('base64url'))
    await insertKey(tx, {
      id,
      name,
      hash: sha256(secret),
      start: apiKeyStart(secret),
      rights: [...new Set(rights)],
      event_id,
      created_by: user_id,
      created_at,
      expires_at: expires_in_days === null ? null : addMs(created_at, expires_in_days * DAY_MS),
    })
    await recordAction(tx, {
      action: 'api_key.created',
      at: created_at,
      api_key_id: id,
      ...(event_id !== null && { event_id }),
    })
    const act = { change: 'api_key_made', at: created_at, organization_id: org } as const
    await asSystem(tx, () => tellOwner(tx, user_id, act))
    const { suspended_at: _, ...created } = oneRow(await listKeys(tx, id))
    const created_by_name = names.get(user_id)?.name ?? email
    return {
      ...created,
      created_by: email,
      created_by_name,
      is_stopped: false,
      secret,
    }
  })
}
