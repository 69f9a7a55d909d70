import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { deleteBatch } from '../../db/in-batches.ts'
import { appUser, flowState, oneTimeToken } from '../../db/schema.ts'

const PASSWORD_RESET = 'password_reset'

export async function insertResetToken(
  tx: Tx,
  created: { id: string; user_id: string; expires_at: string },
): Promise<void> {
  await tx.insert(oneTimeToken).values({ ...created, purpose: PASSWORD_RESET })
}

export async function deleteOldResetTokens(tx: Tx, user_id: string, before: string): Promise<void> {
  await tx
    .delete(oneTimeToken)
    .where(and(eq(oneTimeToken.user_id, user_id), lt(oneTimeToken.expires_at, before)))
}

export type ResetToken = { user_id: string; email: string; expires_at: string; used_at: string | null }

export async function findResetToken(tx: Tx, id: string): Promise<ResetToken | undefined> {
  const [found] = await tx
    .select({
      user_id: oneTimeToken.user_id,
      email: appUser.email,
      expires_at: oneTimeToken.expires_at,
      used_at: oneTimeToken.used_at,
    })
    .from(oneTimeToken)
    .innerJoin(appUser, eq(appUser.id, oneTimeToken.user_id))
    .where(and(eq(oneTimeToken.id, id), eq(oneTimeToken.purpose, PASSWORD_RESET)))
  return found
}

/** Returns the ids of the unused links. The account must be locked, so that a link is used once. */
export async function spendResetTokens(tx: Tx, user_id: string, now: string): Promise<string[]> {
  const spent = await tx
    .update(oneTimeToken)
    .set({ used_at: now })
    .where(
      and(
        eq(oneTimeToken.user_id, user_id),
        eq(oneTimeToken.purpose, PASSWORD_RESET),
        isNull(oneTimeToken.used_at),
      ),
    )
    .returning({ id: oneTimeToken.id })
  return spent.map(({ id }) => id)
}

export async function insertFlowState(
  tx: Tx,
  created: Pick<typeof flowState.$inferInsert, 'id' | 'user_id' | 'code_challenge' | 'expires_at'>,
): Promise<void> {
  await tx.insert(flowState).values(created)
}

export async function findFlowState(tx: Tx, id: string) {
  const [found] = await tx
    .select({
      user: { id: appUser.id, email: appUser.email },
      code_challenge: flowState.code_challenge,
      expires_at: flowState.expires_at,
      used_at: flowState.used_at,
    })
    .from(flowState)
    .innerJoin(appUser, eq(appUser.id, flowState.user_id))
    .where(eq(flowState.id, id))
  return found
}

/** Uses up one flow state of an account, or all of them. Returns how many. The account must be locked. */
export async function spendFlowStates(
  tx: Tx,
  user_id: string,
  { now, only }: { now: string; only?: string },
): Promise<number> {
  const { rowCount } = await tx
    .update(flowState)
    .set({ used_at: now })
    .where(
      and(
        eq(flowState.user_id, user_id),
        isNull(flowState.used_at),
        only === undefined ? undefined : eq(flowState.id, only),
      ),
    )
  return rowCount ?? 0
}

export const deleteOldFlowStates = (tx: Tx, now: string): Promise<number> =>
  deleteBatch(tx, flowState, lt(flowState.expires_at, now))
