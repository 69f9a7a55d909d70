import { undoEmailAfterPause } from '@muster/contract/rules/email-change'
import { lockPersonExclusively } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { listUnsentChanges, setUndoEnd } from '../../outbox/email-change-mails.ts'
import { updateEmailChanges } from './email-change-queries.ts'

/**
 * O1: runs before a paused organisation goes on. A changed address can be taken back for the whole time again (V3) if
 * the e-mail with the link still waits: the time must not run out before the person could know of the change.
 */
export async function renewUnsentUndos(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  organization_id: string,
): Promise<void> {
  const changes = await db.system((tx) => listUnsentChanges(tx, organization_id))
  for (const { org, id, person_id } of changes) {
    await db.transaction(org, async (tx) => {
      await lockPersonExclusively(tx, person_id)
      const until = undoEmailAfterPause(now())
      await setUndoEnd(tx, { id, until })
      await updateEmailChanges(tx, [id], { expires_at: until })
    })
  }
}
