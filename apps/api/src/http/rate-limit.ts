import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tx } from '../db/client.ts'
import { rateLimit } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { perMinute, TokenBuckets } from '../token-bucket.ts'
import { tooMany, unavailable } from './refusal.ts'

// ── Shared by all nodes: guessing ────────────────────────────────────────────────────────────────

/** At most `hits` of one kind for one account or address in a fixed window. */
export type SharedLimit = { name: string; of: string; hits: number; window_s: number }

/** Counts a hit against each limit, in the database. Throws 429 `rate_limited` when one is exceeded (D3). */
export async function takeShared({ db, now }: Deps, limits: readonly SharedLimit[]): Promise<void> {
  const ms = Date.parse(now())
  // Committed by itself: what is refused afterwards stays counted.
  const waits = await db.system(async (tx) => {
    const found: number[] = []
    // One after another and always in the order given: two requests never wait for each other in a circle.
    for (const limit of limits) found.push(await countHit(tx, limit, ms))
    return found
  })
  const wait = Math.max(0, ...waits)
  if (wait > 0) throw tooMany('rate_limited', wait)
}

/** For the worker, hourly: windows long over. */
export async function sweepRateLimits(tx: Tx): Promise<void> {
  await tx.delete(rateLimit).where(sql`${rateLimit.window_start} < now() - interval '1 day'`)
}

/** Seconds until the window ends if the limit is exceeded, else 0. */
async function countHit(tx: Tx, { name, of, hits, window_s }: SharedLimit, ms: number): Promise<number> {
  const start_ms = ms - (ms % (window_s * 1000))
  // A hash: the table tells nobody who tried to sign in, and any text fits.
  const bucket = `${name}:${createHash('sha256').update(of).digest('base64url')}`
  const [counted] = await tx
    .insert(rateLimit)
    .values({ bucket, window_start: new Date(start_ms).toISOString(), hits: 1 })
    .onConflictDoUpdate({
      target: [rateLimit.bucket, rateLimit.window_start],
      set: { hits: sql`${rateLimit.hits} + 1` },
    })
    .returning({ hits: rateLimit.hits })
  const isExceeded = (counted?.hits ?? 0) > hits
  return isExceeded ? Math.ceil((start_ms + window_s * 1000 - ms) / 1000) : 0
}

// ── Per process: floods ──────────────────────────────────────────────────────────────────────────

/** A hook for routes with a limit of their own: at most so many requests a minute from one address (429). No query. */
export function limitPerAddress(
  { now }: Deps,
  per_minute: number,
): (request: FastifyRequest) => Promise<void> {
  const buckets = new TokenBuckets(perMinute(per_minute))
  return async ({ ip }) => {
    const ms = Date.parse(now())
    const wait = buckets.of(addressOf(ip), ms).take(ms)
    if (wait > 0) throw tooMany('rate_limited', wait)
  }
}

/** The limit on everything, before anything else is done. */
export function installFloodLimit(app: FastifyInstance, deps: Deps): void {
  const buckets = new TokenBuckets(perMinute(deps.config.limits.requests_per_minute))
  app.addHook('onRequest', async ({ ip, routeOptions }) => {
    const ms = Date.parse(deps.now())
    const wait = buckets.of(addressOf(ip), ms).take(ms)
    if (wait === 0) return
    // A client may throw its session away when a refresh is answered 429: it is held back instead (D7).
    throw routeOptions.url === '/auth/refresh' ? unavailable('busy', wait) : tooMany('rate_limited', wait)
  })
}

/** Whoever has one IPv6 address has the 2^64 of its network: the network is what is counted. */
export function addressOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : 8 - groups.length - after.length
  return [...groups, ...Array<string>(Math.max(0, gap)).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
