import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import type { Tx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { forbidden } from '../../edge/refusal.ts'
import { sha256 } from '../../signing/sha256.ts'
import { signId, signIdWithEach } from '../../signing/signed-id.ts'
import { type Authentication, type TokenSubject, toSeconds } from './access-token.ts'
import { holdDisabledAt } from './account-queries.ts'
import {
  deleteGenerationsBefore,
  deleteOldSessions,
  type Generation,
  insertGeneration,
  insertSession,
  listMissingFactors,
  type StoredGeneration,
} from './queries.ts'

const KEPT_MS = 60 * DAY_MS
/** Refresh tokens kept per session. Reuse of an older one is refused without ending the session. */
const GENERATIONS = 100

const USER_AGENT_LENGTH = 300

export type StartedSession = {
  subject: TokenSubject
  refresh_token: string
  /** Factors that can finish the sign-in (D7). Empty if it is finished. */
  second_factors: ('totp' | 'phone' | 'passkey' | 'recovery')[]
}

export type SignedInWith = {
  method?: 'password' | 'recovery' | 'passkey'
  user_agent?: string | undefined
}

/** The caller must have verified what `method` names. Refuses with `account_disabled`. */
export async function startSession(
  tx: Tx,
  { keys, now }: Pick<Deps, 'keys' | 'now'>,
  user: { id: string; email: string },
  { method = 'password', user_agent }: SignedInWith = {},
): Promise<StartedSession> {
  if (await holdDisabledAt(tx, user.id)) throw forbidden('account_disabled')
  const session_id = newId()
  const created_at = now()
  // A passkey is two factors: something one has and, as user verification is required, something one knows or is.
  const aal = method === 'passkey' ? 'aal2' : 'aal1'
  const amr: Authentication[] = [{ method, timestamp: toSeconds(created_at) }]
  await deleteOldSessions(tx, user.id, addMs(created_at, -KEPT_MS))
  await insertSession(tx, {
    id: session_id,
    user_id: user.id,
    aal,
    amr,
    user_agent: user_agent?.slice(0, USER_AGENT_LENGTH),
    now: created_at,
  })
  return {
    subject: { user_id: user.id, email: user.email, session_id, aal, amr },
    refresh_token: await addGeneration(tx, keys, { session_id, generation: 1, created_at }),
    second_factors: await listMissingFactors(tx, session_id),
  }
}

/** Stores only the token's hash. The token can be derived again. */
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

/** Returns undefined when the key that signed it has been removed. */
export function deriveAgain(
  keys: Deps['keys'],
  { session_id, generation, hash }: Generation,
): string | undefined {
  return signIdWithEach(keys, { purpose: 'refresh_token', id: session_id, round: generation }).find(
    (token) => sha256(token) === hash,
  )
}
