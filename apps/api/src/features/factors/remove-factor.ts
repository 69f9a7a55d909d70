import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { Identity } from '../../http/access.ts'
import { notFound } from '../../http/refusal.ts'
import type { Account } from '../session/account-queries.ts'
import type { SessionGate } from '../session/gate.ts'
import { lockOwnFactors } from './lock-own-factors.ts'
import { deleteFactor, deletePasskey, deleteRecoveryCodes, findFactor, hasSecondFactor } from './queries.ts'
import { tellOwner } from './tell-owner.ts'

export async function removeFactor(
  { db }: Pick<Deps, 'db'>,
  gate: SessionGate,
  identity: Identity,
  id: string,
): Promise<void> {
  await db.system(async (tx) => {
    const account = await lockOwnFactors(tx, identity)
    const factor = await findFactor(tx, identity.user_id, id)
    if (!factor) throw notFound('mfa_factor_not_found')
    await deleteFactor(tx, id)
    if (factor.status === 'verified') await finishRemoval(tx, account)
  })
  gate.rereadSession(identity.session_id)
}

export async function removePasskey(
  { db }: Pick<Deps, 'db'>,
  gate: SessionGate,
  identity: Identity,
  id: string,
): Promise<void> {
  await db.system(async (tx) => {
    const account = await lockOwnFactors(tx, identity)
    if (!(await deletePasskey(tx, identity.user_id, id))) throw notFound('mfa_factor_not_found')
    await finishRemoval(tx, account)
  })
  gate.rereadSession(identity.session_id)
}

async function finishRemoval(tx: Tx, account: Account): Promise<void> {
  if (!(await hasSecondFactor(tx, account.id))) await deleteRecoveryCodes(tx, account.id)
  await tellOwner(tx, account, 'factor_removed')
}
