import { recordActionOf } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { announce } from '../../live/announce.ts'
import { updatePause } from './queries.ts'

/**
 * By the operator. Nothing is deleted: messages wait in the outbox (`claim.ts`), sign-up (`refusePaused`) and changes by
 * members and API keys (`http/access.ts`) are refused. False when it has ended or was paused before.
 */
export function pauseOrganization(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { organization_id, reason }: { organization_id: string; reason: string },
): Promise<boolean> {
  return db.system(async (tx) => {
    const pause = { paused_at: now(), pause_reason: reason }
    if (!(await updatePause(tx, organization_id, pause))) return false
    await recordActionOf(tx, organization_id, { action: 'organization.paused', at: now() })
    return true
  })
}

/** False when it is not paused. */
export function resumeOrganization(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  organization_id: string,
): Promise<boolean> {
  return db.system(async (tx) => {
    if (!(await updatePause(tx, organization_id, null))) return false
    await recordActionOf(tx, organization_id, { action: 'organization.resumed', at: now() })
    announce(tx, { kind: 'outbox' })
    return true
  })
}
