import type { OrgId } from '../../db/client.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { askToReplaceAllLinks } from '../assignments/replace-all-links.ts'
import { updateRevokedAt } from './queries.ts'

/** `replaces_links`: the personal links that the key could read stop working (D63). Throws 404 `api_key_not_found`. */
export function revokeApiKey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  { id, replaces_links }: { id: string; replaces_links: boolean },
): Promise<void> {
  return db.transaction(org, async (tx) => {
    if (!(await updateRevokedAt(tx, id, now()))) throw notFound('api_key_not_found')
    await recordAction(tx, { action: 'api_key.revoked', at: now(), api_key_id: id })
    if (replaces_links) await askToReplaceAllLinks(tx, now())
  })
}
