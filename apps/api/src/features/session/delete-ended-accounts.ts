import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { deleteWaitingMessages, eraseMessagesOfAccount } from '../../outbox/erase-messages.ts'
import { endOrganizationsOf, lockOrganizationsOf } from '../organizations/ending-queries.ts'
import { deleteAccount, listEndedAccounts, lockEndedAccount } from './account-queries.ts'

type Watched = {
  stopping: AbortSignal
  onProgress: () => Promise<void>
}

/** Returns the number of deleted accounts. Throws if some could not be deleted. */
export async function deleteEndedAccounts(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { stopping, onProgress }: Watched,
): Promise<number> {
  let deleted = 0
  let failed = 0
  for (const id of await db.system((tx) => listEndedAccounts(tx, now()))) {
    if (stopping.aborted) break
    try {
      if (await db.system((tx) => deleteEnded(tx, id, now()))) deleted += 1
    } catch (error) {
      // The run goes on; this account is tried again in the next run.
      failed += 1
      log.error({ err: error, user_id: id }, 'an ended account could not be deleted')
    }
    await onProgress()
  }
  if (failed > 0) throw new Error(`${failed} ended accounts could not be deleted`)
  return deleted
}

async function deleteEnded(tx: Tx, id: string, now: string): Promise<boolean> {
  await lockOrganizationsOf(tx, id)
  if (!(await lockEndedAccount(tx, id, now))) return false
  const { paused } = await endOrganizationsOf(tx, id, now)
  await deleteWaitingMessages(tx, paused)
  await eraseMessagesOfAccount(tx, id, now)
  await deleteAccount(tx, id)
  return true
}
