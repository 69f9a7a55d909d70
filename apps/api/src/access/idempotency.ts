import { takesIdempotencyKey } from '@muster/contract/refusals'
import type { AppRoute } from '@ts-rest/core'
import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { z } from 'zod'
import type { OrgTx, Tx } from '../db/client.ts'
import { deleteBatch } from '../db/in-batches.ts'
import { prepare } from '../db/prepare.ts'
import { idempotencyKey } from '../db/schema.ts'
import { badRequest, Refusal } from '../edge/refusal.ts'
import { sha256 } from '../signing/sha256.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by ts-rest. */
    tsRestRoute?: AppRoute
  }
}

export type Attempt = { scope_id: string; key: string | undefined; body: unknown }

export type StoredAnswer = { body_hash: string; answer: unknown }

/** Returns the attempt of a validated call. Its key is valid for the caller's account or API key and for this URL. */
export function attemptOf(
  request: FastifyRequest,
  { params, body }: { params?: Record<string, string>; body?: unknown },
): Attempt {
  const caller = request.api_key?.id ?? request.identity?.user_id
  const scope = [request.method, request.routeOptions.url, params, caller]
  const key = request.headers['idempotency-key']
  return {
    scope_id: toUuid(sha256(JSON.stringify(scope))),
    key: Array.isArray(key) ? key[0] : key,
    body,
  }
}

/** Result of a call that creates something: a stored copy of it would outlive an erasure (D33). */
export const createdId = z.object({ id: z.string() })

/**
 * D16: does the work, or returns what it returned to an earlier call with this key. The result is stored, so it must
 * contain no secret and no personal data. Throws 422 `idempotency_key_reused`.
 */
export async function oncePerKey<Result>(
  tx: OrgTx,
  attempt: Attempt | undefined,
  schema: z.ZodType<Result>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (attempt?.key === undefined) return work()
  const stored = await claimKey(tx, attempt)
  if (stored) return schema.parse(replayOf(stored, attempt.body))
  const result = await work()
  await storeAnswer(tx, attempt, schema.parse(result))
  return result
}

/** Returns what was stored under the key. Otherwise another call with it waits until this transaction ends. */
export async function claimKey(tx: OrgTx, attempt: Attempt): Promise<StoredAnswer | undefined> {
  if (attempt.key === undefined) return undefined
  const claim = { ...attempt, of: tx.org }
  const [, [stored]] = await Promise.all([lockKey(tx, claim), selectAnswer(tx, claim)])
  return stored
}

/** Does the same for a call that creates an organisation. The result is stored in that organisation. */
export async function oncePerKeyOfAccount<Result extends { id: string }>(
  tx: Tx,
  { user_id, attempt }: { user_id: string; attempt: Attempt | undefined },
  schema: z.ZodType<Result>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (attempt?.key === undefined) return work()
  const claim = { ...attempt, of: user_id }
  const [, [stored]] = await Promise.all([lockKey(tx, claim), selectAnswerOfMember(tx, claim)])
  if (stored) return schema.parse(replayOf(stored, attempt.body))
  const result = await work()
  await insertAnswer(tx, answerRow(result.id, attempt, schema.parse(result)))
  return result
}

/** Throws 422 `idempotency_key_reused`. */
export function replayOf(stored: StoredAnswer | undefined, body: unknown): unknown {
  if (stored && stored.body_hash !== hashBody(body)) throw new Refusal(422, 'idempotency_key_reused')
  return stored?.answer
}

export async function storeAnswer(tx: OrgTx, attempt: Attempt, answer: unknown): Promise<void> {
  await insertAnswer(tx, answerRow(tx.org, attempt, answer))
}

/** Throws 400 for a key where none is supported: the client would trust it and repeat the call. */
export function refuseUselessKey(
  { method, headers, routeOptions }: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  const isUseless =
    method === 'POST' &&
    headers['idempotency-key'] !== undefined &&
    !(routeOptions.config.tsRestRoute && takesIdempotencyKey(routeOptions.config.tsRestRoute))
  done(isUseless ? badRequest('idempotency_key_refused') : undefined)
}

export const sweepIdempotencyKeys = (tx: Tx): Promise<number> =>
  deleteBatch(tx, idempotencyKey, sql`${idempotencyKey.created_at} < now() - interval '24 hours'`)

const of = sql`${sql.placeholder('of')}::uuid`
const scope_id = sql`${sql.placeholder('scope_id')}::uuid`
const key = sql.placeholder('key')

/** The second of two simultaneous calls waits here, and then sees what the first has committed. */
const lockKey = prepare(
  'lock_idempotency_key',
  sql`select pg_advisory_xact_lock(hashtextextended(concat('muster key ', ${of}, ${scope_id}, ${key}::text), 0))`,
)

const selectAnswer = prepare<StoredAnswer>(
  'find_answer',
  sql`
    select body_hash, answer from idempotency_key
    where organization_id = ${of} and scope_id = ${scope_id} and key = ${key}
  `,
)

const selectAnswerOfMember = prepare<StoredAnswer>(
  'find_answer_of_member',
  sql`
    select i.body_hash, i.answer from membership m join idempotency_key i on i.organization_id = m.organization_id
    where m.user_id = ${of} and i.scope_id = ${scope_id} and i.key = ${key}
  `,
)

/** Inserts nothing without a key. */
const insertAnswer = prepare(
  'store_answer',
  sql`
    insert into idempotency_key (organization_id, scope_id, key, body_hash, answer)
    select ${sql.placeholder('org')}::uuid, ${scope_id}, ${key}::text, ${sql.placeholder('body_hash')}::text,
      ${sql.placeholder('answer')}::jsonb
    where ${key}::text is not null
  `,
)

const answerRow = (org: string, attempt: Attempt, answer: unknown) => ({
  org,
  scope_id: attempt.scope_id,
  key: attempt.key ?? null,
  body_hash: hashBody(attempt.body),
  answer: JSON.stringify(answer),
})

/** Requires a validated body, whose fields are in the contract's order. */
const hashBody = (body: unknown) => sha256(JSON.stringify(body ?? null))

const toUuid = (hash: string) => Buffer.from(hash, 'base64url').toString('hex').slice(0, 32)
