import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { sha256 } from '../../signing/sha256.ts'
import type { SessionGate } from './gate.ts'
import { endSession, findGeneration } from './queries.ts'

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

async function findSessionId(tx: Tx, refresh_token: string | undefined): Promise<string | undefined> {
  if (refresh_token === undefined) return undefined
  return (await findGeneration(tx, sha256(refresh_token)))?.session_id
}
