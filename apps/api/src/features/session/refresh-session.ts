import type { Deps } from '../../deps.ts'
import { unauthorized } from '../../http/refusal.ts'
import { sha256 } from '../../signing/sha256.ts'
import { readSignedId } from '../../signing/signed-id.ts'
import type { SessionGate } from './gate.ts'
import {
  countRepeat,
  endSession,
  findGeneration,
  findNewestGeneration,
  type Generation,
  lockSession,
  type StoredGeneration,
  updateRefreshedAt,
} from './queries.ts'
import { addGeneration, deriveAgain, type StartedSession } from './start-session.ts'

const DAY_MS = 24 * 60 * 60 * 1000
export const LONGEST_SILENCE_MS = 30 * DAY_MS
const LONGEST_LIFE_MS = 180 * DAY_MS

const TOLERATED_MS = 60_000
const TOLERATED_TIMES = 5

/** D7. The previous token is tolerated for a moment: an answer was lost, or two tabs refreshed at once. Any other ends
 * the session: it, or the current one, was stolen. Throws 401 `session_invalid`. */
export async function refreshSession(
  { db, keys, now }: Deps,
  gate: SessionGate,
  refresh_token: string,
): Promise<StartedSession> {
  const session_id = readSignedId(refresh_token)
  if (!session_id) throw unauthorized('session_invalid')

  const outcome = await db.system(async (tx) => {
    const session = await lockSession(tx, session_id)
    if (!session || hasExpired(session, now())) return undefined
    const newest = await findNewestGeneration(tx, session_id)
    const given = await findGeneration(tx, sha256(refresh_token))
    if (!newest || given?.session_id !== session_id) return undefined

    const isNewest = given.generation === newest.generation
    if (!isNewest && !isTolerated(given, newest, now())) {
      // Returned, not thrown, so that the end of the session is committed.
      await endSession(tx, session_id, { because: 'refresh_token_reused', now: now() })
      return 'reused'
    }
    const again = isNewest ? undefined : deriveAgain(keys, newest)
    if (again) await countRepeat(tx, newest.hash)
    await updateRefreshedAt(tx, session_id, now())
    const next = { session_id, generation: newest.generation + 1, created_at: now() }
    return {
      subject: { ...session, session_id },
      refresh_token: again ?? (await addGeneration(tx, keys, next)),
    }
  })

  if (outcome === 'reused') gate.forgetSession(session_id)
  if (outcome === 'reused' || !outcome) throw unauthorized('session_invalid')
  return outcome
}

function isTolerated(given: Generation, newest: StoredGeneration, now: string): boolean {
  return (
    given.generation === newest.generation - 1 &&
    Date.parse(now) - Date.parse(newest.created_at) <= TOLERATED_MS &&
    newest.repeats < TOLERATED_TIMES
  )
}

function hasExpired(session: { created_at: string; refreshed_at: string }, now: string): boolean {
  const since = (instant: string) => Date.parse(now) - Date.parse(instant)
  return since(session.refreshed_at) > LONGEST_SILENCE_MS || since(session.created_at) > LONGEST_LIFE_MS
}
