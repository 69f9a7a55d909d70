import type { Deps } from '../../deps.ts'
import { deleteWaitingMessages, eraseMessagesOfAccount } from '../../outbox/erase-messages.ts'
import { endOrganizationsOf } from '../organizations/ending-queries.ts'
import { deleteAccount, lockEndedAccount } from './account-queries.ts'

export async function deleteEndedAccounts({ db, now: clock }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  for (let deleted = 0; ; deleted++) {
    const isDone = await db.system(async (tx) => {
      const now = clock()
      const id = await lockEndedAccount(tx, now)
      if (id === undefined) return true
      const { paused } = await endOrganizationsOf(tx, id, now)
      await deleteWaitingMessages(tx, paused)
      await eraseMessagesOfAccount(tx, id, now)
      await deleteAccount(tx, id)
      return false
    })
    if (isDone) return deleted
  }
}
