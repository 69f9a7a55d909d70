import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../db/client.ts'
import { prepare } from '../db/prepare.ts'
import { idempotencyKey } from '../db/schema.ts'
import { Refusal } from './refusal.ts'

/** D16: a call that may be repeated, on a shift or an event. Without a key every call is a new one. */
export type Attempt = { scope_id: string; key: string | undefined; body: unknown }

/** A success as it is stored under its key. */
export type KeptAnswer = { body_hash: string; answer: unknown }

/**
 * The answer this call was given before. Throws 422 `idempotency_key_reused` if the key came with
 * another body. Asked under the lock of its scope: the second of two at once waits there for the first.
 */
export async function findAnswer(tx: OrgTx, { scope_id, key, body }: Attempt): Promise<unknown> {
  if (key === undefined) return undefined
  const [kept] = await tx
    .select({ body_hash: idempotencyKey.body_hash, answer: idempotencyKey.answer })
    .from(idempotencyKey)
    .where(
      and(
        eq(idempotencyKey.organization_id, tx.org),
        eq(idempotencyKey.scope_id, scope_id),
        eq(idempotencyKey.key, key),
      ),
    )
  return readAnswer(kept, body)
}

/** The answer that is kept, if any. Throws as `findAnswer`. */
export function readAnswer(kept: KeptAnswer | null | undefined, body: unknown): unknown {
  if (kept && kept.body_hash !== hashOf(body)) throw new Refusal(422, 'idempotency_key_reused')
  return kept?.answer
}

const insertAnswer = prepare(
  'keep_answer',
  sql`
    insert into idempotency_key (organization_id, scope_id, key, body_hash, answer)
    values (${sql.placeholder('org')}, ${sql.placeholder('scope_id')}, ${sql.placeholder('key')},
      ${sql.placeholder('body_hash')}, ${sql.placeholder('answer')})
  `,
)

/** Keeps a success, in the transaction that brought it about. */
export async function keepAnswer(
  tx: OrgTx,
  { scope_id, key, body }: Attempt,
  answer: unknown,
): Promise<void> {
  if (key === undefined) return
  await insertAnswer(tx, {
    org: tx.org,
    scope_id,
    key,
    body_hash: hashOf(body),
    answer: JSON.stringify(answer),
  })
}

/** D16: answers are kept 24 hours. */
export async function sweepIdempotencyKeys(tx: Tx): Promise<void> {
  await tx.delete(idempotencyKey).where(sql`${idempotencyKey.created_at} < now() - interval '24 hours'`)
}

/** Validation built the body, so its fields stand in the contract's order whatever was sent. */
function hashOf(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url')
}
