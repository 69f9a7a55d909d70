import type { OrgId } from '../../db/client.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/refusal.ts'
import { updateRevokedAt } from './queries.ts'

/** Throws 404 `api_key_not_found`. */
export function revokeApiKey({ db, now }: Pick<Deps, 'db' | 'now'>, org: OrgId, id: string): Promise<void> {
  return db.transaction(org, async (tx) => {
    if (!(await updateRevokedAt(tx, id, now()))) throw notFound('api_key_not_found')
    await recordAction(tx, { action: 'api_key.revoked', at: now(), api_key_id: id })
  })
}
