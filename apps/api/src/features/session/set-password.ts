import type { Tx } from '../../db/client.ts'
import { badRequest } from '../../edge/refusal.ts'
import { tellOwner } from '../../outbox/tell-owner.ts'
import { deleteDisownedFactors, type LockedAccount, updatePasswordHash } from './account-queries.ts'
import { checkNewPassword } from './check-new-password.ts'
import { spendFlowStates, spendResetTokens } from './token-queries.ts'

/** D8 */
export function refuseWeakPassword(password: string, email: string): void {
  const problem = checkNewPassword(password, email)
  if (problem) throw badRequest(problem === 'too_long' ? 'password_too_long' : 'password_weak')
}

/**
 * D8: sets the password and uses up all links to set one. Only who has the mailbox gets here while the account is
 * locked, and so opens it (D64). The account must be locked. Returns the unused links.
 */
export async function setPassword(
  tx: Tx,
  account: LockedAccount,
  { password_hash, now }: { password_hash: string; now: string },
): Promise<string[]> {
  await updatePasswordHash(tx, account.id, { password_hash, now })
  await spendFlowStates(tx, account.id, { now })
  await deleteDisownedFactors(tx, account)
  await tellOwner(tx, account.id, { change: 'password_changed', at: now })
  return spendResetTokens(tx, account.id, now)
}
