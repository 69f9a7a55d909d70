import { and, eq, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../db/client.ts'
import { prepare } from '../db/prepare.ts'
import { idempotencyKey } from '../db/schema.ts'
import { sha256 } from '../signing/sha256.ts'
import { Refusal } from './refusal.ts'

export type Attempt = { scope_id: string; key: string | undefined; body: unknown }

export type StoredAnswer = { body_hash: string; answer: unknown }

/** Throws 422 `idempotency_key_reused`. The scope must be locked, so that the second of two calls waits (D16). */
export async function findReplay(tx: OrgTx, { scope_id, key, body }: Attempt): Promise<unknown> {
  if (key === undefined) return undefined
  const [stored] = await tx
    .select({ body_hash: idempotencyKey.body_hash, answer: idempotencyKey.answer })
    .from(idempotencyKey)
    .where(
      and(
        eq(idempotencyKey.organization_id, tx.org),
        eq(idempotencyKey.scope_id, scope_id),
        eq(idempotencyKey.key, key),
      ),
    )
  return replayOf(stored, body)
}

export function replayOf(stored: StoredAnswer | undefined, body: unknown): unknown {
  if (stored && stored.body_hash !== hashBody(body)) throw new Refusal(422, 'idempotency_key_reused')
  return stored?.answer
}

const insertAnswer = prepare(
  'store_answer',
  sql`
    insert into idempotency_key (organization_id, scope_id, key, body_hash, answer)
    values (${sql.placeholder('org')}, ${sql.placeholder('scope_id')}, ${sql.placeholder('key')},
      ${sql.placeholder('body_hash')}, ${sql.placeholder('answer')})
  `,
)

export async function storeAnswer(
  tx: OrgTx,
  { scope_id, key, body }: Attempt,
  answer: unknown,
): Promise<void> {
  if (key === undefined) return
  await insertAnswer(tx, {
    org: tx.org,
    scope_id,
    key,
    body_hash: hashBody(body),
    answer: JSON.stringify(answer),
  })
}

export async function sweepIdempotencyKeys(tx: Tx): Promise<void> {
  await tx.delete(idempotencyKey).where(sql`${idempotencyKey.created_at} < now() - interval '24 hours'`)
}

/** Of a validated body, whose fields are in the contract's order. */
const hashBody = (body: unknown) => sha256(JSON.stringify(body))
