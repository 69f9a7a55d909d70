import { takeTry } from '../../access/rate-limit.ts'
import type { Deps } from '../../deps.ts'
import { badRequest, notFound, Refusal } from '../../edge/refusal.ts'
import { sha256 } from '../../signing/sha256.ts'
import { verifySignedId } from '../../signing/signed-id.ts'
import { deleteDisownedFactors, lockAccount } from './account-queries.ts'
import { type StartedSession, startSession } from './start-session.ts'
import { findFlowState, spendFlowStates } from './token-queries.ts'

type Exchange = { auth_code: string; code_verifier: string; ip: string; user_agent: string | undefined }

/** D8: exchanges a link's code for a session. The verifier proves that the same browser requested the link. */
export async function exchangeCode(
  deps: Deps,
  { auth_code, code_verifier, ip, user_agent }: Exchange,
): Promise<StartedSession> {
  const { db, keys, now } = deps
  await takeTry(deps, { name: 'auth-code-address', ip })

  const id = verifySignedId(keys, auth_code, 'auth_code')
  if (!id) throw notFound('flow_state_not_found')
  return db.system(async (tx) => {
    const flow = await findFlowState(tx, id)
    if (!flow || flow.used_at !== null) throw notFound('flow_state_not_found')
    if (flow.expires_at <= now()) throw new Refusal(422, 'flow_state_expired')
    if (sha256(code_verifier) !== flow.code_challenge) throw badRequest('bad_code_verifier')
    const account = await lockAccount(tx, flow.user.id)
    const spent = await spendFlowStates(tx, flow.user.id, { now: now(), only: id })
    if (!account || spent === 0) throw notFound('flow_state_not_found')
    // The session can set a new password, which opens a locked account; a stranger's factor must not stop it (D64).
    await deleteDisownedFactors(tx, account)
    return startSession(tx, deps, flow.user, { method: 'recovery', user_agent })
  })
}
