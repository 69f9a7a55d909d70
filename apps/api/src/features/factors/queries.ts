import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { and, asc, count, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { deleteBatch } from '../../db/in-batches.ts'
import { membership, mfaChallenge, mfaFactor, recoveryCode, webauthnCredential } from '../../db/schema.ts'

export type Factor = typeof mfaFactor.$inferSelect
export type Challenge = typeof mfaChallenge.$inferSelect
export type Passkey = typeof webauthnCredential.$inferSelect

export function listFactors(tx: Tx, user_id: string): Promise<Factor[]> {
  return tx
    .select()
    .from(mfaFactor)
    .where(eq(mfaFactor.user_id, user_id))
    .orderBy(asc(mfaFactor.created_at), asc(mfaFactor.id))
}

export async function findFactor(tx: Tx, user_id: string, id: string): Promise<Factor | undefined> {
  const [found] = await tx
    .select()
    .from(mfaFactor)
    .where(and(eq(mfaFactor.id, id), eq(mfaFactor.user_id, user_id)))
  return found
}

export async function insertFactor(
  tx: Tx,
  created: Omit<Factor, 'status' | 'last_step' | 'updated_at'>,
): Promise<void> {
  await tx.insert(mfaFactor).values({ ...created, updated_at: created.created_at })
}

export async function verifyFactor(tx: Tx, id: string, now: string): Promise<void> {
  await tx.update(mfaFactor).set({ status: 'verified', updated_at: now }).where(eq(mfaFactor.id, id))
}

/** Returns false when a code of this time step, or of a later one, was accepted before. */
export async function takeStep(tx: Tx, id: string, step: number): Promise<boolean> {
  const taken = await tx
    .update(mfaFactor)
    .set({ last_step: step })
    .where(and(eq(mfaFactor.id, id), or(isNull(mfaFactor.last_step), lt(mfaFactor.last_step, step))))
    .returning({ id: mfaFactor.id })
  return taken.length > 0
}

export async function deleteFactor(tx: Tx, id: string): Promise<void> {
  await tx.delete(mfaFactor).where(eq(mfaFactor.id, id))
}

/** Deletes an account's unverified factors except one, or those begun before an instant. */
export async function deleteUnverified(
  tx: Tx,
  { user_id, except, before }: { user_id?: string; except?: string | undefined; before?: string },
): Promise<void> {
  await tx
    .delete(mfaFactor)
    .where(
      and(
        eq(mfaFactor.status, 'unverified'),
        user_id === undefined ? undefined : eq(mfaFactor.user_id, user_id),
        except === undefined ? undefined : ne(mfaFactor.id, except),
        before === undefined ? undefined : lt(mfaFactor.created_at, before),
      ),
    )
}

export async function insertChallenge(
  tx: Tx,
  created: Pick<Challenge, 'id' | 'user_id' | 'factor_id' | 'purpose' | 'challenge' | 'expires_at'>,
): Promise<void> {
  await tx.insert(mfaChallenge).values(created)
}

/** Marks a challenge as used. Returns nothing if it cannot be used: each serves once. */
export async function spendChallenge(
  tx: Tx,
  { id, now, ...of }: Pick<Challenge, 'id' | 'user_id' | 'factor_id' | 'purpose'> & { now: string },
): Promise<Challenge | undefined> {
  const [spent] = await tx
    .update(mfaChallenge)
    .set({ used_at: now })
    .where(
      and(
        eq(mfaChallenge.id, id),
        eq(mfaChallenge.purpose, of.purpose),
        of.user_id === null ? isNull(mfaChallenge.user_id) : eq(mfaChallenge.user_id, of.user_id),
        of.factor_id === null ? isNull(mfaChallenge.factor_id) : eq(mfaChallenge.factor_id, of.factor_id),
        isNull(mfaChallenge.used_at),
        gt(mfaChallenge.expires_at, now),
      ),
    )
    .returning()
  return spent
}

export async function findFactorOfChallenge(
  tx: Tx,
  user_id: string,
  challenge_id: string,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ factor_id: mfaChallenge.factor_id })
    .from(mfaChallenge)
    .where(and(eq(mfaChallenge.id, challenge_id), eq(mfaChallenge.user_id, user_id)))
  return found?.factor_id ?? undefined
}

/** Deletes expired challenges and unfinished enrolments. */
export async function deleteOldAttempts(tx: Tx, now: string): Promise<number> {
  const isAbandoned = sql`${mfaFactor.status} = 'unverified' and ${mfaFactor.created_at} < ${addMs(now, -DAY_MS)}`
  const challenges = await deleteBatch(tx, mfaChallenge, lt(mfaChallenge.expires_at, now))
  return challenges + (await deleteBatch(tx, mfaFactor, isAbandoned))
}

export function listPasskeys(tx: Tx, user_id: string): Promise<Passkey[]> {
  return tx
    .select()
    .from(webauthnCredential)
    .where(eq(webauthnCredential.user_id, user_id))
    .orderBy(asc(webauthnCredential.created_at), asc(webauthnCredential.id))
}

export async function findPasskeyOwner(tx: Tx, credential_id: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ user_id: webauthnCredential.user_id })
    .from(webauthnCredential)
    .where(eq(webauthnCredential.credential_id, credential_id))
  return found?.user_id
}

export async function lockPasskey(tx: Tx, credential_id: string): Promise<Passkey | undefined> {
  const [found] = await tx
    .select()
    .from(webauthnCredential)
    .where(eq(webauthnCredential.credential_id, credential_id))
    .for('update')
  return found
}

/** Returns false when the passkey is registered already. */
export async function insertPasskey(tx: Tx, created: Passkey): Promise<boolean> {
  const inserted = await tx
    .insert(webauthnCredential)
    .values(created)
    .onConflictDoNothing({ target: webauthnCredential.credential_id })
    .returning({ id: webauthnCredential.id })
  return inserted.length > 0
}

export async function updatePasskeyUse(
  tx: Tx,
  id: string,
  use: Pick<Passkey, 'counter' | 'last_used_at'>,
): Promise<void> {
  await tx.update(webauthnCredential).set(use).where(eq(webauthnCredential.id, id))
}

/** Returns undefined if the account has no such passkey. */
export async function updatePasskeyName(
  tx: Tx,
  user_id: string,
  { id, friendly_name }: Pick<Passkey, 'id' | 'friendly_name'>,
): Promise<Passkey | undefined> {
  const [updated] = await tx
    .update(webauthnCredential)
    .set({ friendly_name })
    .where(and(eq(webauthnCredential.id, id), eq(webauthnCredential.user_id, user_id)))
    .returning()
  return updated
}

export async function deletePasskey(tx: Tx, user_id: string, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(webauthnCredential)
    .where(and(eq(webauthnCredential.id, id), eq(webauthnCredential.user_id, user_id)))
    .returning({ id: webauthnCredential.id })
  return deleted.length > 0
}

export async function replaceRecoveryCodes(
  tx: Tx,
  user_id: string,
  { hashes, now }: { hashes: readonly string[]; now: string },
): Promise<void> {
  await deleteRecoveryCodes(tx, user_id)
  await tx.insert(recoveryCode).values(hashes.map((hash) => ({ user_id, hash, created_at: now })))
}

export async function deleteRecoveryCodes(tx: Tx, user_id: string): Promise<void> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.user_id, user_id))
}

/** Returns false unless it is an unused code of the account. */
export async function spendRecoveryCode(
  tx: Tx,
  user_id: string,
  { hash, now }: { hash: string; now: string },
): Promise<boolean> {
  const spent = await tx
    .update(recoveryCode)
    .set({ used_at: now })
    .where(and(eq(recoveryCode.user_id, user_id), eq(recoveryCode.hash, hash), isNull(recoveryCode.used_at)))
    .returning({ hash: recoveryCode.hash })
  return spent.length > 0
}

export async function countRecoveryCodes(tx: Tx, user_id: string): Promise<number> {
  const [counted] = await tx
    .select({ left: count() })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.user_id, user_id), isNull(recoveryCode.used_at)))
  return counted?.left ?? 0
}

/** Deletes the account's authenticator apps, phones and passkeys. Returns their number. */
export async function deleteFactorsOf(tx: Tx, user_id: string): Promise<number> {
  const factors = await tx
    .delete(mfaFactor)
    .where(eq(mfaFactor.user_id, user_id))
    .returning({ id: mfaFactor.id })
  const passkeys = await tx
    .delete(webauthnCredential)
    .where(eq(webauthnCredential.user_id, user_id))
    .returning({ id: webauthnCredential.id })
  return factors.length + passkeys.length
}

export async function listOrganizationIdsOf(tx: Tx, user_id: string): Promise<string[]> {
  const rows = await tx
    .select({ id: membership.organization_id })
    .from(membership)
    .where(eq(membership.user_id, user_id))
  return rows.map(({ id }) => id)
}

/** D7: returns true if a password alone does not finish the sign-in. */
export async function hasSecondFactor(tx: Tx, user_id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(sql`
    select exists (select from mfa_factor where user_id = ${user_id} and status = 'verified')
      or exists (select from webauthn_credential where user_id = ${user_id}) as has
  `)
  return rows[0]?.has === true
}
