import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tx } from '../db/client.ts'
import { oneRow } from '../db/one-row.ts'
import { rateLimit } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { tooMany, unavailable } from './refusal.ts'
import { perMinute, TokenBuckets } from './token-bucket.ts'

// ── Shared by all nodes: guessing ────────────────────────────────────────────────────────────────

/** At most `hits` of one kind for one account or address in a fixed window. */
export type SharedLimit = { name: string; of: string; hits: number; window_s: number }

/** `over`: by how many hits the limit is exceeded, 0 while it is kept. `retry_after`: seconds until the window ends. */
export type Counted = {
  bucket: string
  window_start: string
  hits: number
  over: number
  retry_after: number
}

/** Counts a hit, in the database. Throws 429 `rate_limited` when the limit is exceeded (D3). */
export async function takeShared(deps: Deps, limit: SharedLimit): Promise<Counted> {
  const counted = await countShared(deps, limit)
  if (counted.over > 0) throw tooMany('rate_limited', counted.retry_after)
  return counted
}

/** Counts a hit and refuses nothing. Committed by itself: what is refused afterwards stays counted. */
export async function countShared({ db, now }: Deps, limit: SharedLimit): Promise<Counted> {
  const ms = Date.parse(now())
  const window_ms = limit.window_s * 1000
  const start_ms = ms - (ms % window_ms)
  const key = { bucket: bucketOf(limit), window_start: new Date(start_ms).toISOString() }
  const { hits } = await db.system((tx) => countHit(tx, key))
  return {
    ...key,
    hits,
    over: Math.max(0, hits - limit.hits),
    retry_after: Math.ceil((start_ms + window_ms - ms) / 1000),
  }
}

/** Takes a counted hit back. */
export async function giveBackShared(tx: Tx, { bucket, window_start }: Counted): Promise<void> {
  await tx
    .update(rateLimit)
    .set({ hits: sql`${rateLimit.hits} - 1` })
    .where(and(eq(rateLimit.bucket, bucket), eq(rateLimit.window_start, window_start)))
}

/** For the worker, hourly: windows long over. */
export async function sweepRateLimits(tx: Tx): Promise<void> {
  await tx.delete(rateLimit).where(sql`${rateLimit.window_start} < now() - interval '1 day'`)
}

async function countHit(tx: Tx, key: { bucket: string; window_start: string }): Promise<{ hits: number }> {
  return oneRow(
    await tx
      .insert(rateLimit)
      .values({ ...key, hits: 1 })
      .onConflictDoUpdate({
        target: [rateLimit.bucket, rateLimit.window_start],
        set: { hits: sql`${rateLimit.hits} + 1` },
      })
      .returning({ hits: rateLimit.hits }),
  )
}

/** A hash: the table tells nobody who tried to sign in, and any text fits. */
function bucketOf({ name, of }: SharedLimit): string {
  return `${name}:${createHash('sha256').update(of).digest('base64url')}`
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
  app.addHook('onRequest', ({ ip, routeOptions }, _reply, done) => {
    // Not `deps.now()`: to write the time as text and read it again took a tenth of a cached answer's time.
    const ms = performance.now()
    const wait = buckets.of(addressOf(ip), ms).take(ms)
    if (wait === 0) return done()
    // A client may throw its session away when a refresh is answered 429: it is held back instead (D7).
    done(routeOptions.url === '/auth/refresh' ? unavailable('busy', wait) : tooMany('rate_limited', wait))
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
