import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tx } from '../db/client.ts'
import { rateLimit } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
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

/** Beyond this many addresses those that have been quiet are let go. */
const ADDRESSES = 50_000

/** A hook for routes with a limit of their own: at most so many requests a minute from one address (429). No query. */
export function limitPerAddress(
  { now }: Deps,
  per_minute: number,
): (request: FastifyRequest) => Promise<void> {
  const take = openBuckets(per_minute)
  return async ({ ip }) => {
    const wait = take(addressOf(ip), Date.parse(now()))
    if (wait > 0) throw tooMany('rate_limited', wait)
  }
}

/** The limit on everything, before anything else is done. */
export function installFloodLimit(app: FastifyInstance, deps: Deps): void {
  const take = openBuckets(deps.config.limits.requests_per_minute)
  app.addHook('onRequest', ({ ip, routeOptions }, _reply, done) => {
    // Not `deps.now()`: to write the time as text and read it again took a tenth of a cached answer's time.
    const wait = take(addressOf(ip), performance.now())
    if (wait === 0) return done()
    // A client may throw its session away when a refresh is answered 429: it is held back instead (D7).
    done(routeOptions.url === '/auth/refresh' ? unavailable('busy', wait) : tooMany('rate_limited', wait))
  })
}

/** Token buckets that hold a minute's worth. Takes one, or tells after how many seconds there will be one. */
function openBuckets(per_minute: number): (address: string, ms: number) => number {
  const per_ms = per_minute / 60_000
  const buckets = new Map<string, { left: number; ms: number }>()

  return (address, ms) => {
    const before = buckets.get(address) ?? { left: per_minute, ms }
    const left = Math.min(per_minute, before.left + Math.max(0, ms - before.ms) * per_ms)
    const isAllowed = left >= 1
    if (buckets.size >= ADDRESSES) letGoOfQuiet(buckets, ms)
    buckets.set(address, { left: isAllowed ? left - 1 : left, ms })
    return isAllowed ? 0 : Math.ceil((1 - left) / per_ms / 1000)
  }
}

/** After a minute a bucket is full again: forgetting it changes nothing. If all are busy, memory comes first. */
function letGoOfQuiet(buckets: Map<string, { ms: number }>, ms: number): void {
  for (const [address, bucket] of buckets) if (ms - bucket.ms >= 60_000) buckets.delete(address)
  if (buckets.size >= ADDRESSES) buckets.clear()
}

/** Whoever has one IPv6 address has the 2^64 of its network: the network is what is counted. */
export function addressOf(ip: string): string {
  if (!ip.includes(':') || !isIPv6(ip)) return ip
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
