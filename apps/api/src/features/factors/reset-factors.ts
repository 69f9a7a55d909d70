import { recordActionOf } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { tellOwner } from '../../outbox/tell-owner.ts'
import { lockAccount } from '../session/account-queries.ts'
import { endSessionsOf } from '../session/queries.ts'
import { deleteFactorsOf, deleteRecoveryCodes, listOrganizationIdsOf } from './queries.ts'

/** For the operator, when an owner has lost them (docs/runbook.md). Returns undefined if there is no such account. */
export async function resetFactors(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  user_id: string,
): Promise<{ factors: number; sessions: number } | undefined> {
  return db.system(async (tx) => {
    const account = await lockAccount(tx, user_id)
    if (!account) return undefined
    const factors = await deleteFactorsOf(tx, user_id)
    await deleteRecoveryCodes(tx, user_id)
    const ended = await endSessionsOf(tx, user_id, { because: 'operator', now: now() })
    for (const organization_id of await listOrganizationIdsOf(tx, user_id))
      await recordActionOf(tx, organization_id, { action: 'member.factors_reset', at: now(), user_id })
    await tellOwner(tx, user_id, { change: 'factors_reset', at: now() })
    return { factors, sessions: ended.length }
  })
}
