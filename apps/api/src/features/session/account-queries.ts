import type { Language } from '@muster/contract/language'
import { and, eq, gte, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { appUser, mfaFactor, recoveryCode, session, webauthnCredential } from '../../db/schema.ts'

const account = {
  id: appUser.id,
  email: appUser.email,
  password_hash: appUser.password_hash,
  language: appUser.language,
  locked_since: appUser.locked_since,
}

export type Account = { id: string; email: string; password_hash: string; language: Language }
/** `locked_since`: time of the earliest act that the owner disowned; nobody can sign in until a reset by mail (D64). */
export type LockedAccount = Account & { locked_since: string | null }

export async function findAccountByEmail(tx: Tx, email: string): Promise<LockedAccount | undefined> {
  const [found] = await tx.select(account).from(appUser).where(eq(appUser.email, email))
  return found
}

/** Returns names by account. Leaves out deleted accounts. */
export async function listCallNames(
  tx: Tx,
  user_ids: readonly string[],
): Promise<Map<string, { name: string; email: string; is_disabled: boolean }>> {
  const rows = await tx
    .select({
      id: appUser.id,
      name: appUser.name,
      email: appUser.email,
      disabled_at: appUser.disabled_at,
    })
    .from(appUser)
    .where(isAnyOf(appUser.id, user_ids))
  return new Map(
    rows.map(({ id, name, email, disabled_at }) => [
      id,
      { name: name ?? email, email, is_disabled: disabled_at !== null },
    ]),
  )
}

/** Uses NO KEY: rows with a foreign key to the account share-lock it, also before their transaction calls this. */
export async function lockAccount(tx: Tx, id: string): Promise<LockedAccount | undefined> {
  const [found] = await tx.select(account).from(appUser).where(eq(appUser.id, id)).for('no key update')
  return found
}

/** Keeps the earliest act when several are disowned. */
export async function updateLockedSince(tx: Tx, id: string, at: string): Promise<void> {
  await tx
    .update(appUser)
    .set({ locked_since: sql`least(${appUser.locked_since}, ${at}::timestamptz)` })
    .where(eq(appUser.id, id))
}

/** D64: removes the factors and recovery codes added since the act that the owner disowned. */
export async function deleteDisownedFactors(tx: Tx, { id, locked_since }: LockedAccount): Promise<void> {
  if (locked_since === null) return
  const isVerified = eq(mfaFactor.status, 'verified')
  // A factor counts from its first code on, which sets `updated_at`.
  const since = or(not(isVerified), gte(mfaFactor.updated_at, locked_since))
  await tx.delete(mfaFactor).where(and(eq(mfaFactor.user_id, id), since))
  await tx
    .delete(webauthnCredential)
    .where(and(eq(webauthnCredential.user_id, id), gte(webauthnCredential.created_at, locked_since)))
  await tx
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.user_id, id), gte(recoveryCode.created_at, locked_since)))
}

/** Finds the account of a session that is alive. */
export async function findUser(tx: Tx, id: string) {
  const [found] = await tx
    .select({
      id: appUser.id,
      email: appUser.email,
      created_at: appUser.created_at,
      password_changed_at: appUser.password_changed_at,
      last_sign_in_at: sql<
        string | null
      >`(select max(created_at) from session where user_id = app_user.id)`.mapWith(session.created_at),
    })
    .from(appUser)
    .where(eq(appUser.id, id))
  return found
}

/** Returns false when the email has an account, as its unique index tells. */
export async function insertAccount(tx: Tx, created: Account & { name?: string }): Promise<boolean> {
  const inserted = await tx
    .insert(appUser)
    .values(created)
    .onConflictDoNothing({ target: appUser.email })
    .returning({ id: appUser.id })
  return inserted.length > 0
}

export async function updatePasswordHash(
  tx: Tx,
  id: string,
  { password_hash, now }: { password_hash: string; now: string },
): Promise<void> {
  await tx
    .update(appUser)
    .set({ password_hash, password_changed_at: now, locked_since: null })
    .where(eq(appUser.id, id))
}

const ending = {
  id: appUser.id,
  email: appUser.email,
  name: appUser.name,
  language: appUser.language,
  ends_at: appUser.ends_at,
  password_changed_at: appUser.password_changed_at,
}

export async function findEnding(tx: Tx, id: string) {
  const [found] = await tx.select(ending).from(appUser).where(eq(appUser.id, id))
  return found
}

export async function lockEnding(tx: Tx, id: string) {
  const [found] = await tx.select(ending).from(appUser).where(eq(appUser.id, id)).for('no key update')
  return found
}

export async function updateName(tx: Tx, id: string, name: string | null): Promise<void> {
  await tx.update(appUser).set({ name }).where(eq(appUser.id, id))
}

export async function updateEnding(tx: Tx, id: string, ends_at: string | null): Promise<void> {
  await tx.update(appUser).set({ ends_at }).where(eq(appUser.id, id))
}

/** Share-locks the account, so that a sign-in and disabling the account run one after another. */
export async function holdDisabledAt(tx: Tx, id: string): Promise<string | null | undefined> {
  const [found] = await tx
    .select({ disabled_at: appUser.disabled_at })
    .from(appUser)
    .where(eq(appUser.id, id))
    .for('share')
  return found?.disabled_at
}

/** Returns false when the account has this state already. */
export async function updateDisabledAt(tx: Tx, id: string, disabled_at: string | null): Promise<boolean> {
  const { rowCount } = await tx
    .update(appUser)
    .set({ disabled_at })
    .where(
      and(eq(appUser.id, id), disabled_at ? isNull(appUser.disabled_at) : isNotNull(appUser.disabled_at)),
    )
  return rowCount === 1
}

export async function listEndedAccounts(tx: Tx, now: string): Promise<string[]> {
  const ended = await tx.select({ id: appUser.id }).from(appUser).where(lte(appUser.ends_at, now))
  return ended.map(({ id }) => id)
}

/** Returns false if it was kept or deleted meanwhile, or if another process is ending it. */
export async function lockEndedAccount(tx: Tx, id: string, now: string): Promise<boolean> {
  const locked = await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(and(eq(appUser.id, id), lte(appUser.ends_at, now)))
    .for('update', { skipLocked: true })
  return locked.length === 1
}

export async function deleteAccount(tx: Tx, id: string): Promise<void> {
  await tx.delete(appUser).where(eq(appUser.id, id))
}

/** Marks accounts as told of a version of the terms, and returns them: each is told once. */
export async function claimForTerms(tx: Tx, { version, limit }: { version: string; limit: number }) {
  const not_notified = tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(sql`${appUser.notified_terms_version} is distinct from ${version}`)
    .limit(limit)
    .for('update', { skipLocked: true })
  return tx
    .update(appUser)
    .set({ notified_terms_version: version })
    .where(inArray(appUser.id, not_notified))
    .returning({ id: appUser.id, email: appUser.email, language: appUser.language })
}
