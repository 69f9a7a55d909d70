import { isApiKeyExpired, isWellFormedApiKey } from '@muster/contract/rules/api-key'
import { addMs } from '@muster/contract/rules/instants'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { ApiKey, KeyGate } from '../../access/access.ts'
import { createPositiveCache } from '../../access/positive-cache.ts'
import { limitPerKey } from '../../access/rate-limit.ts'
import { perMinute, TokenBuckets } from '../../access/token-bucket.ts'
import { atMost } from '../../at-most.ts'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../edge/client-address.ts'
import { tooMany } from '../../edge/refusal.ts'
import { sha256 } from '../../signing/sha256.ts'
import { countIdsOfEvent, findKeyByHash, updateLastUsedAt } from './queries.ts'

/** Milliseconds that a found key is cached. K1: a revoked key is refused after this long at most. */
const CACHED = 5_000
/** Milliseconds between two writes of `last_used_at`. */
const USE_GAP = 60_000
/** Maximum number of different wrong keys of one client. */
const GUESSES_PER_MINUTE = 60
const OUTCOMES = 50_000
/** Milliseconds that the outcome of a look-up counts. */
const OUTCOME_TTL = 60_000

/** Keys are read from the database once per 5 s, not per request. */
export function createApiKeyGate(app: FastifyInstance, { db, config, now }: Deps): KeyGate {
  const usable = createPositiveCache({ ttl: CACHED, now, source: findUsableKey })
  const guesses = new TokenBuckets(perMinute(GUESSES_PER_MINUTE))
  /**
   * Outcomes of the last minute, by the hash of the key. A machine that repeats a revoked key is not guessing, so a
   * new key from the same address still works; and guesses do not shut out a key that worked.
   */
  const outcomes = new LRUCache<string, 'usable' | 'refused'>({ ...atMost(OUTCOMES), ttl: OUTCOME_TTL })

  async function findUsableKey(hash: string) {
    return db.system(async (tx) => {
      const key = await findKeyByHash(tx, hash)
      if (!key || isApiKeyExpired(key, now())) return undefined
      const before = addMs(now(), -USE_GAP)
      if (key.last_used_at === null || key.last_used_at < before)
        await updateLastUsedAt(tx, key, { now: now(), before })
      return key
    })
  }

  /** Counts a guess before the key is looked up; otherwise guesses sent at once would all pass. */
  function takeGuess({ ip }: FastifyRequest) {
    const ms = Date.parse(now())
    const bucket = guesses.of(clientOf(ip), ms)
    const wait = bucket.take(ms)
    if (wait > 0) throw tooMany('rate_limited', wait)
    return bucket
  }

  return {
    async find(secret, request): Promise<ApiKey | undefined> {
      if (!isWellFormedApiKey(secret)) return undefined
      const hash = sha256(secret)
      const outcome = outcomes.get(hash)
      if (outcome === 'refused') return undefined
      const guess = outcome === undefined ? takeGuess(request) : undefined

      const key = await usable.ask(hash)
      // A cached key may have expired since.
      if (!key || isApiKeyExpired(key, now())) {
        outcomes.set(hash, 'refused')
        return undefined
      }
      outcomes.set(hash, 'usable')
      guess?.giveBack(1)
      return key
    },

    count: limitPerKey(app, config.limits.key_requests_per_minute),

    areOfEvent: (org, event_id, ids) =>
      db.transaction(org, async (tx) => (await countIdsOfEvent(tx, event_id, ids)) === new Set(ids).size),
  }
}
