import { setTimeout as sleep } from 'node:timers/promises'
import rateLimit from '@fastify/rate-limit'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { asSystem } from '../db/as-system.ts'
import type { OrgTx, Tx } from '../db/client.ts'
import { deleteBatch } from '../db/in-batches.ts'
import { oneRow } from '../db/one-row.ts'
import * as schema from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { clientOf } from '../edge/client-address.ts'
import { type Refusal, tooMany, unavailable } from '../edge/refusal.ts'
import { sha256 } from '../signing/sha256.ts'

export type SharedLimit = { name: string; of: string; hits: number; window_s: number }

/** `over`: hits above the limit, or 0. `retry_after`: seconds until the window ends. */
export type Counted = {
  bucket: string
  window_start: string
  hits: number
  over: number
  retry_after: number
}

/** Throws 429 `rate_limited`. */
export async function takeShared(deps: Deps, limit: SharedLimit): Promise<Counted> {
  const counted = await countShared(deps, limit)
  if (counted.over > 0) throw tooMany('rate_limited', counted.retry_after)
  return counted
}

/** Returns the login attempts per minute of one client, or at one account. A client at one account gets a quarter. */
export const loginsAlone = ({ limits }: Config): number => limits.logins_per_minute * 4

/** Counts attempts of one client at accounts, separately for each `name`. Throws 429 `rate_limited`. */
export function takeTry(deps: Deps, { name, ip }: { name: string; ip: string }): Promise<Counted> {
  return takeShared(deps, { name, of: clientOf(ip), hits: loginsAlone(deps.config), window_s: 60 })
}

const PAUSE_STEP_MS = 100
const LONGEST_PAUSE_MS = 3_000

/** Waits longer with each hit above the limit. A refusal would let guessers lock the owner of an account out. */
export function pauseAbove({ over }: Counted): Promise<void> {
  return sleep(Math.min(LONGEST_PAUSE_MS, over * PAUSE_STEP_MS))
}

/** Counts in its own transaction: the hit stays counted when the request fails. */
export function countShared({ db, now }: Deps, limit: SharedLimit): Promise<Counted> {
  return db.system((tx) => countSharedIn(tx, now(), limit))
}

/** Counts in the caller's transaction, so only what succeeds. */
export async function countSharedIn(tx: Tx, now: string, limit: SharedLimit): Promise<Counted> {
  const ms = Date.parse(now)
  const window_ms = limit.window_s * 1000
  const start_ms = ms - (ms % window_ms)
  const key = { bucket: bucketOf(limit), window_start: new Date(start_ms).toISOString() }
  const { hits } = await countHit(tx, key)
  return {
    ...key,
    hits,
    over: Math.max(0, hits - limit.hits),
    retry_after: Math.ceil((start_ms + window_ms - ms) / 1000),
  }
}

/** Does the same in a transaction of an organisation. Throws 429 `rate_limited`. */
export async function takeSharedIn(tx: OrgTx, now: string, limit: SharedLimit): Promise<void> {
  const { over, retry_after } = await asSystem(tx, () => countSharedIn(tx, now, limit))
  if (over > 0) throw tooMany('rate_limited', retry_after)
}

export async function giveBackShared(tx: Tx, { bucket, window_start }: Counted): Promise<void> {
  await tx
    .update(schema.rateLimit)
    .set({ hits: sql`${schema.rateLimit.hits} - 1` })
    .where(and(eq(schema.rateLimit.bucket, bucket), eq(schema.rateLimit.window_start, window_start)))
}

export const sweepRateLimits = (tx: Tx): Promise<number> =>
  deleteBatch(tx, schema.rateLimit, sql`${schema.rateLimit.window_start} < now() - interval '1 day'`)

async function countHit(tx: Tx, key: { bucket: string; window_start: string }): Promise<{ hits: number }> {
  return oneRow(
    await tx
      .insert(schema.rateLimit)
      .values({ ...key, hits: 1 })
      .onConflictDoUpdate({
        target: [schema.rateLimit.bucket, schema.rateLimit.window_start],
        set: { hits: sql`${schema.rateLimit.hits} + 1` },
      })
      .returning({ hits: schema.rateLimit.hits }),
  )
}

/** Returns a hash, so that the table does not show who tried to log in. */
function bucketOf({ name, of }: SharedLimit): string {
  return `${name}:${sha256(of)}`
}

const ADDRESSES = 50_000

type Count = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>

/** Counts in memory. Measured: 0.7 µs of CPU per request, 3 µs with IPv6. */
export async function installFloodLimit(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: config.limits.requests_per_minute,
    timeWindow: '1 minute',
    cache: ADDRESSES,
    keyGenerator: ({ ip }) => clientOf(ip),
  })
  const count = app.createRateLimit()
  app.addHook('onRequest', (request, reply, done) => {
    count(request).then((counted) => done(refusalOf(request, reply, counted)), done)
  })
}

function refusalOf(request: FastifyRequest, reply: FastifyReply, counted: Count): Refusal | undefined {
  if (counted.isAllowed) return undefined
  // Left out of cached answers: a CDN would show one client's remaining calls to another.
  if (!request.routeOptions.config.is_unlogged) showLimit(reply, counted)
  if (!counted.isExceeded) return undefined
  const wait = counted.ttlInSeconds
  // Clients may end their session when a refresh is answered 429.
  return isRefresh(request) ? unavailable('busy', wait) : tooMany('rate_limited', wait)
}

function isRefresh({ routeOptions: { url }, query }: FastifyRequest): boolean {
  if (url !== '/auth/v1/token') return url === '/auth/refresh'
  return Object(query).grant_type === 'refresh_token'
}

/** Uses the header names of the IETF draft; `reset` is in seconds. */
function showLimit(
  reply: FastifyReply,
  { max, remaining, ttlInSeconds }: { max: number; remaining: number; ttlInSeconds: number },
): void {
  reply.headers({
    'ratelimit-limit': max,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': ttlInSeconds,
  })
}

/** `app` must have the flood limit. */
export function limitPerClient(app: FastifyInstance, per_minute: number) {
  const count = app.createRateLimit({ max: per_minute })
  return async (request: FastifyRequest): Promise<void> => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) throw tooMany('rate_limited', counted.ttlInSeconds)
  }
}

/** K1: counts calls per API key, whatever addresses it is used from. */
export function limitPerKey(app: FastifyInstance, per_minute: number) {
  const count = app.createRateLimit({ max: per_minute, keyGenerator: apiKeyOf })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const counted = await count(request)
    if (counted.isAllowed) return
    showLimit(reply, counted)
    if (counted.isExceeded) throw tooMany('rate_limited', counted.ttlInSeconds)
  }
}

const apiKeyOf = ({ api_key }: FastifyRequest) => api_key?.id ?? ''
