import type { Identity } from '../../access/access.ts'
import type { Tx } from '../../db/client.ts'
import { forbidden, unauthorized } from '../../edge/refusal.ts'
import { type Account, lockAccount } from '../session/account-queries.ts'
import { findSessionState } from '../session/queries.ts'

/**
 * Locks the account, so that changes of its second factors run one after another. If it has a factor, the session
 * must have passed one (D7). The level is read again, because the identity of a request may be 5 s old.
 */
export async function lockOwnFactors(tx: Tx, { user_id, session_id }: Identity): Promise<Account> {
  const account = await lockAccount(tx, user_id)
  const state = await findSessionState(tx, session_id)
  if (!account || !state) throw unauthorized('session_invalid')
  if (state.has_second_factor && state.aal !== 'aal2') throw forbidden('insufficient_aal')
  return account
}
