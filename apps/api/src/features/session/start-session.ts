import type { Tx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { sha256 } from '../../signing/sha256.ts'
import { signId, signIdWithEach } from '../../signing/signed-id.ts'
import type { TokenSubject } from './access-token.ts'
import {
  deleteGenerationsBefore,
  deleteOldSessions,
  type Generation,
  insertGeneration,
  insertSession,
  type StoredGeneration,
} from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_MS = 60 * DAY_MS
/** Per session: reuse of an older refresh token is refused without ending the session. */
const GENERATIONS = 100

export type StartedSession = { subject: TokenSubject; refresh_token: string }

/** The password must have been verified. */
export async function startSession(
  tx: Tx,
  { keys, now }: Pick<Deps, 'keys' | 'now'>,
  user: { id: string; email: string },
): Promise<StartedSession> {
  const session_id = newId()
  const created_at = now()
  await deleteOldSessions(tx, user.id, new Date(Date.parse(created_at) - KEPT_MS).toISOString())
  await insertSession(tx, { id: session_id, user_id: user.id, now: created_at })
  return {
    subject: { user_id: user.id, email: user.email, session_id, aal: 'aal1', created_at },
    refresh_token: await addGeneration(tx, keys, { session_id, generation: 1, created_at }),
  }
}

/** Only the token's hash is stored; the token can be derived again. */
export async function addGeneration(
  tx: Tx,
  keys: Deps['keys'],
  { session_id, generation, created_at }: Omit<StoredGeneration, 'hash' | 'repeats'>,
): Promise<string> {
  const token = signId(keys, { purpose: 'refresh_token', id: session_id, round: generation })
  await insertGeneration(tx, { session_id, generation, hash: sha256(token), created_at })
  await deleteGenerationsBefore(tx, { session_id, generation: generation - GENERATIONS })
  return token
}

/** Undefined when the key that signed it has been removed. */
export function deriveAgain(
  keys: Deps['keys'],
  { session_id, generation, hash }: Generation,
): string | undefined {
  return signIdWithEach(keys, { purpose: 'refresh_token', id: session_id, round: generation }).find(
    (token) => sha256(token) === hash,
  )
}
