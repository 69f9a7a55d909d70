import { type Identity, isUnfinished } from '../../access/access.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { sha256 } from '../../signing/sha256.ts'
import type { SessionGate } from './gate.ts'
import { endSession, endSessionsOf, findGeneration } from './queries.ts'

type Tokens = { refresh_token: string | undefined; access_token: string | undefined }

export async function logout(
  { db, now }: Deps,
  gate: SessionGate,
  { refresh_token, access_token }: Tokens,
): Promise<void> {
  const identity = access_token === undefined ? undefined : await gate.identify(access_token)
  const session_id = await db.system(async (tx) => {
    const found = (await findSessionId(tx, refresh_token)) ?? identity?.session_id
    if (found) await endSession(tx, found, { because: 'signed_out', now: now() })
    return found
  })
  if (session_id) gate.forgetSession(session_id)
}

export type Scope = 'global' | 'local' | 'others' | { session_id: string }

/**
 * Ends all sessions of the account, the caller's, all others, or one by its id. An unfinished session ends only itself
 * (D64): a password alone must not sign its owner out. Returns how many had not ended.
 */
export async function endSessions(
  { db, now }: Deps,
  gate: SessionGate,
  identity: Identity,
  asked: Scope,
): Promise<number> {
  const { user_id, session_id } = identity
  const scope = isUnfinished(identity) ? 'local' : asked
  const choice = {
    only: typeof scope === 'object' ? scope.session_id : scope === 'local' ? session_id : undefined,
    except: scope === 'others' ? session_id : undefined,
  }
  const ended = await db.system((tx) =>
    endSessionsOf(tx, user_id, { because: 'signed_out', now: now(), ...choice }),
  )
  for (const id of ended) gate.forgetSession(id)
  return ended.length
}

async function findSessionId(tx: Tx, refresh_token: string | undefined): Promise<string | undefined> {
  if (refresh_token === undefined) return undefined
  return (await findGeneration(tx, sha256(refresh_token)))?.session_id
}
