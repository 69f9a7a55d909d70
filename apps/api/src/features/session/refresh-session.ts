import { DAY_MS } from '@muster/contract/rules/instants'
import type { Deps } from '../../deps.ts'
import { sha256 } from '../../signing/sha256.ts'
import { readSignedId } from '../../signing/signed-id.ts'
import type { SessionGate } from './gate.ts'
import {
  countRepeat,
  endSession,
  findGeneration,
  findNewestGeneration,
  type Generation,
  listMissingFactors,
  lockSession,
  type StoredGeneration,
  updateRefreshedAt,
} from './queries.ts'
import { addGeneration, deriveAgain, type StartedSession } from './start-session.ts'

export const LONGEST_SILENCE_MS = 30 * DAY_MS
const LONGEST_LIFE_MS = 180 * DAY_MS

const TOLERATED_MS = 60_000
const TOLERATED_TIMES = 5

/** Error codes of the public auth client (D10). */
export type RefreshRefusal =
  | 'refresh_token_not_found'
  | 'refresh_token_already_used'
  | 'session_not_found'
  | 'session_expired'

/**
 * D7. Tolerates the previous token for a moment, because an answer may be lost or two tabs may refresh at once. Any
 * other token ends the session, because it or the current one was stolen.
 */
export async function refreshSession(
  { db, keys, now }: Deps,
  gate: SessionGate,
  refresh_token: string,
): Promise<StartedSession | RefreshRefusal> {
  const session_id = readSignedId(refresh_token)
  if (!session_id) return 'refresh_token_not_found'

  const outcome = await db.system(async (tx) => {
    const session = await lockSession(tx, session_id)
    const newest = await findNewestGeneration(tx, session_id)
    const given = await findGeneration(tx, sha256(refresh_token))
    if (!session || !newest || given?.session_id !== session_id) return 'refresh_token_not_found'
    if (session.ended_at !== null) return 'session_not_found'
    if (hasExpired(session, now())) return 'session_expired'

    const isNewest = given.generation === newest.generation
    if (!isNewest && !isTolerated(given, newest, now())) {
      // Returned, not thrown, so that the end of the session is committed.
      await endSession(tx, session_id, { because: 'refresh_token_reused', now: now() })
      return 'refresh_token_already_used'
    }
    const again = isNewest ? undefined : deriveAgain(keys, newest)
    if (again) await countRepeat(tx, newest.hash)
    await updateRefreshedAt(tx, session_id, now())
    const next = { session_id, generation: newest.generation + 1, created_at: now() }
    return {
      subject: { ...session, session_id },
      refresh_token: again ?? (await addGeneration(tx, keys, next)),
      second_factors: await listMissingFactors(tx, session_id),
    }
  })

  if (outcome === 'refresh_token_already_used') gate.forgetSession(session_id)
  return outcome
}

function isTolerated(given: Generation, newest: StoredGeneration, now: string): boolean {
  return (
    given.generation === newest.generation - 1 &&
    Date.parse(now) - Date.parse(newest.created_at) <= TOLERATED_MS &&
    newest.repeats < TOLERATED_TIMES
  )
}

/** An expired session can be refreshed no more. Its row stays until a later sign-in deletes it. */
export function hasExpired(session: { created_at: string; refreshed_at: string }, now: string): boolean {
  const since = (instant: string) => Date.parse(now) - Date.parse(instant)
  return since(session.refreshed_at) > LONGEST_SILENCE_MS || since(session.created_at) > LONGEST_LIFE_MS
}
