import type { Deps } from '../../deps.ts'
import { unauthorized } from '../../http/refusal.ts'
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
import { addGeneration, deriveAgain, hashOf, type Started } from './start-session.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A session may be silent this long, and live that long; looked at whenever it is refreshed. */
export const LONGEST_SILENCE_MS = 30 * DAY_MS
const LONGEST_LIFE_MS = 180 * DAY_MS

/** D7: how long the token before the current one is tolerated, and how often. */
const TOLERATED_MS = 60_000
const TOLERATED_TIMES = 5

/**
 * D7: the current refresh token gives the next. For a moment the one before it gives the current one again: an answer was
 * lost, or two tabs asked at once. Any other was stolen, or its thief has moved on: the session ends. Throws 401
 * `session_invalid`.
 */
export async function refreshSession(
  { db, keys, now }: Deps,
  gate: SessionGate,
  refresh_token: string,
): Promise<Started> {
  const session_id = readSignedId(refresh_token)
  if (!session_id) throw unauthorized('session_invalid')

  const outcome = await db.system(async (tx) => {
    const session = await lockSession(tx, session_id)
    if (!session || isOver(session, now())) return undefined
    const newest = await findNewestGeneration(tx, session_id)
    const given = await findGeneration(tx, hashOf(refresh_token))
    if (!newest || given?.session_id !== session_id) return undefined

    const isNewest = given.generation === newest.generation
    if (!isNewest && !isTolerated(given, newest, now())) {
      // Returned, not thrown: the end is committed although the request fails.
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

function isOver(session: { created_at: string; refreshed_at: string }, now: string): boolean {
  const since = (instant: string) => Date.parse(now) - Date.parse(instant)
  return since(session.refreshed_at) > LONGEST_SILENCE_MS || since(session.created_at) > LONGEST_LIFE_MS
}
