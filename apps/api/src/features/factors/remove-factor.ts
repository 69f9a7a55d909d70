import type { Identity } from '../../access/access.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { tellOwner } from '../../outbox/tell-owner.ts'
import type { SessionGate } from '../session/gate.ts'
import { lockOwnFactors } from './lock-own-factors.ts'
import { deleteFactor, deletePasskey, deleteRecoveryCodes, findFactor, hasSecondFactor } from './queries.ts'

export async function removeFactor(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  gate: SessionGate,
  identity: Identity,
  id: string,
): Promise<void> {
  await db.system(async (tx) => {
    const account = await lockOwnFactors(tx, identity)
    const factor = await findFactor(tx, identity.user_id, id)
    if (!factor) throw notFound('mfa_factor_not_found')
    await deleteFactor(tx, id)
    if (factor.status === 'verified') await finishRemoval(tx, account.id, now())
  })
  gate.rereadSession(identity.session_id)
}

export async function removePasskey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  gate: SessionGate,
  identity: Identity,
  id: string,
): Promise<void> {
  await db.system(async (tx) => {
    const account = await lockOwnFactors(tx, identity)
    if (!(await deletePasskey(tx, identity.user_id, id))) throw notFound('mfa_factor_not_found')
    await finishRemoval(tx, account.id, now())
  })
  gate.rereadSession(identity.session_id)
}

async function finishRemoval(tx: Tx, user_id: string, now: string): Promise<void> {
  if (!(await hasSecondFactor(tx, user_id))) await deleteRecoveryCodes(tx, user_id)
  await tellOwner(tx, user_id, { change: 'factor_removed', at: now })
}
