import { createHash } from 'node:crypto'
import type { Tx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { signId, signIdWithEach } from '../../signing.ts'
import type { TokenSubject } from './access-token.ts'
import { type Generation, insertGeneration, insertSession } from './queries.ts'

/** A session as it is handed to the browser: the subject becomes the access token, the other travels in the cookie. */
export type Started = { subject: TokenSubject; refresh_token: string }

/** Begins a session for somebody who has shown the password. */
export async function startSession(
  tx: Tx,
  { keys, now }: Pick<Deps, 'keys' | 'now'>,
  user: { id: string; email: string },
): Promise<Started> {
  const session_id = newId()
  const created_at = now()
  await insertSession(tx, { id: session_id, user_id: user.id, now: created_at })
  return {
    subject: { user_id: user.id, email: user.email, session_id, aal: 'aal1', created_at },
    refresh_token: await addGeneration(tx, keys, { session_id, generation: 1 }),
  }
}

/** The next refresh token of a session. Only its hash is kept; it can be derived again. */
export async function addGeneration(
  tx: Tx,
  keys: Deps['keys'],
  { session_id, generation }: Omit<Generation, 'hash'>,
): Promise<string> {
  const token = signId(keys, { purpose: 'refresh_token', id: session_id, round: generation })
  await insertGeneration(tx, { session_id, generation, hash: hashOf(token) })
  return token
}

/** The refresh token that was given out as this generation; undefined once the key that signed it is gone. */
export function deriveAgain(
  keys: Deps['keys'],
  { session_id, generation, hash }: Generation,
): string | undefined {
  return signIdWithEach(keys, { purpose: 'refresh_token', id: session_id, round: generation }).find(
    (token) => hashOf(token) === hash,
  )
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
