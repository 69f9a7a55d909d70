import type { Tx } from '../../db/client.ts'
import { recordActionOf } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { announce } from '../../live/announce.ts'
import { enqueueAccountEmail } from '../../outbox/enqueue.ts'
import type { EmailContent } from '../../outbox/kinds/kinds.ts'
import { listManagers, updatePause } from './queries.ts'

/**
 * For the operator. Deletes nothing: messages wait in the outbox (`claim.ts`), sign-up (`refusePaused`) and changes
 * by members and API keys (`access/access.ts`) are refused. Tells owners and administrators by e-mail. Returns false
 * when it has ended or was paused before.
 */
export function pauseOrganization(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { organization_id, reason }: { organization_id: string; reason: string },
): Promise<boolean> {
  return db.system(async (tx) => {
    const pause = { paused_at: now(), pause_reason: reason }
    const paused = await updatePause(tx, organization_id, pause)
    if (!paused) return false
    const payload = { organization_id, organization: paused.name, reason }
    await tellManagers(tx, organization_id, { template: 'organization_paused', payload })
    await recordActionOf(tx, organization_id, { action: 'organization.paused', at: now() })
    return true
  })
}

/** Returns false when it is not paused. */
export function resumeOrganization(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  organization_id: string,
): Promise<boolean> {
  return db.system(async (tx) => {
    const resumed = await updatePause(tx, organization_id, null)
    if (!resumed) return false
    const payload = { organization_id, organization: resumed.name }
    await tellManagers(tx, organization_id, { template: 'organization_resumed', payload })
    await recordActionOf(tx, organization_id, { action: 'organization.resumed', at: now() })
    announce(tx, { kind: 'outbox' })
    return true
  })
}

async function tellManagers(tx: Tx, organization_id: string, content: EmailContent): Promise<void> {
  for (const { language, ...user } of await listManagers(tx, organization_id))
    await enqueueAccountEmail(tx, { user, language, content })
}
