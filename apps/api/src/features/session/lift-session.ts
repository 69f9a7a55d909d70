import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { unauthorized } from '../../edge/refusal.ts'
import { toSeconds } from './access-token.ts'
import { endSessionsOf, findNewestGeneration, lockSession, updateLevel } from './queries.ts'
import { addGeneration, type StartedSession } from './start-session.ts'

type Lift = {
  session_id: string
  /** Value of the `amr` claim. */
  method: 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'recovery_code'
  /** D64: a factor that was just added proves nothing about who added it. */
  is_new: boolean
}

export type LiftedSession = StartedSession & {
  /** Weaker sessions of the account, which are ended. The caller must forget them after the commit. */
  ended: string[]
}

/** D7: raises the session's level after a second factor was verified. Refreshed tokens keep the level. */
export async function liftSession(
  tx: Tx,
  { keys, now }: Pick<Deps, 'keys' | 'now'>,
  { session_id, method, is_new }: Lift,
): Promise<LiftedSession> {
  const session = await lockSession(tx, session_id)
  const newest = await findNewestGeneration(tx, session_id)
  if (!session || !newest || session.ended_at !== null) throw unauthorized('session_invalid')
  const others = session.amr.filter((each) => each.method !== method)
  const amr = [...others, { method, timestamp: toSeconds(now()) }]
  const level = { aal: 'aal2' as const, amr }
  await updateLevel(tx, session_id, { ...level, ...(!is_new && { proven_at: now() }) })
  const ended = await endSessionsOf(tx, session.user_id, {
    because: 'second_factor',
    now: now(),
    except: session_id,
    aal: 'aal1',
  })
  const next = { session_id, generation: newest.generation + 1, created_at: now() }
  return {
    subject: { ...session, session_id, ...level },
    refresh_token: await addGeneration(tx, keys, next),
    second_factors: [],
    ended,
  }
}
