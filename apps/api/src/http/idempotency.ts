import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../db/client.ts'
import { idempotencyKey } from '../db/schema.ts'
import { Refusal } from './refusal.ts'

/** D16: a call that may be repeated, on a shift or an event. Without a key every call is a new one. */
export type Attempt = { scope_id: string; key: string | undefined; body: unknown }

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
  if (kept && kept.body_hash !== hashOf(body)) throw new Refusal(422, 'idempotency_key_reused')
  return kept?.answer
}

/** Keeps a success, in the transaction that brought it about. */
export async function keepAnswer(
  tx: OrgTx,
  { scope_id, key, body }: Attempt,
  answer: unknown,
): Promise<void> {
  if (key === undefined) return
  await tx
    .insert(idempotencyKey)
    .values({ organization_id: tx.org, scope_id, key, body_hash: hashOf(body), answer })
}

/** D16: answers are kept 24 hours. */
export async function sweepIdempotencyKeys(tx: Tx): Promise<void> {
  await tx.delete(idempotencyKey).where(sql`${idempotencyKey.created_at} < now() - interval '24 hours'`)
}

/** Validation built the body, so its fields stand in the contract's order whatever was sent. */
function hashOf(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url')
}
