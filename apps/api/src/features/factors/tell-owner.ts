import type { Tx } from '../../db/client.ts'
import { enqueueAccountEmail } from '../../outbox/enqueue.ts'
import type { Account } from '../session/account-queries.ts'

type Change =
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'factors_reset'

/** E-mails the owner, who can then notice a change made by an attacker. */
export function tellOwner(tx: Tx, account: Account, change: Change): Promise<void> {
  return enqueueAccountEmail(tx, {
    user: account,
    language: account.language,
    content: { template: 'account_changed', facts: { change } },
  })
}
