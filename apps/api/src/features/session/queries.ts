import type { Language } from '@muster/contract/language'
import { and, desc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { appUser, membership, oneTimeToken, refreshToken, session } from '../../db/schema.ts'

const account = {
  id: appUser.id,
  email: appUser.email,
  password_hash: appUser.password_hash,
  language: appUser.language,
}

export type Account = { id: string; email: string; password_hash: string; language: Language }

export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  const [found] = await tx.select(account).from(appUser).where(eq(appUser.email, email))
  return found
}

/** E-mail addresses by account; deleted accounts are left out. */
export async function listEmailsOf(tx: Tx, user_ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: appUser.id, email: appUser.email })
    .from(appUser)
    .where(inArray(appUser.id, [...user_ids]))
  return new Map(rows.map(({ id, email }) => [id, email]))
}

export async function lockAccount(tx: Tx, id: string): Promise<Account | undefined> {
  const [found] = await tx.select(account).from(appUser).where(eq(appUser.id, id)).for('update')
  return found
}

/** False when the email has an account, by the unique index. */
export async function insertAccount(tx: Tx, created: Account): Promise<boolean> {
  const inserted = await tx
    .insert(appUser)
    .values(created)
    .onConflictDoNothing({ target: appUser.email })
    .returning({ id: appUser.id })
  return inserted.length > 0
}

export async function updatePasswordHash(tx: Tx, id: string, password_hash: string): Promise<void> {
  await tx.update(appUser).set({ password_hash }).where(eq(appUser.id, id))
}

const ending = { id: appUser.id, email: appUser.email, language: appUser.language, ends_at: appUser.ends_at }

export async function findEnding(tx: Tx, id: string) {
  const [found] = await tx.select(ending).from(appUser).where(eq(appUser.id, id))
  return found
}

export async function lockEnding(tx: Tx, id: string) {
  const [found] = await tx.select(ending).from(appUser).where(eq(appUser.id, id)).for('update')
  return found
}

export async function updateEnding(tx: Tx, id: string, ends_at: string | null): Promise<void> {
  await tx.update(appUser).set({ ends_at }).where(eq(appUser.id, id))
}

/** Skips those that another process is ending. */
export async function lockEndedAccount(tx: Tx, now: string): Promise<string | undefined> {
  const [ended] = await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(lte(appUser.ends_at, now))
    .limit(1)
    .for('update', { skipLocked: true })
  return ended?.id
}

export async function deleteAccount(tx: Tx, id: string): Promise<void> {
  await tx.delete(appUser).where(eq(appUser.id, id))
}

/** Marks accounts as told of a version of the terms, and returns them: each is told once. */
export async function claimForTerms(tx: Tx, { version, limit }: { version: string; limit: number }) {
  const untold = tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(sql`${appUser.notified_terms_version} is distinct from ${version}`)
    .limit(limit)
    .for('update', { skipLocked: true })
  return tx
    .update(appUser)
    .set({ notified_terms_version: version })
    .where(inArray(appUser.id, untold))
    .returning({ id: appUser.id, email: appUser.email, language: appUser.language })
}

export async function insertSession(
  tx: Tx,
  { id, user_id, now }: { id: string; user_id: string; now: string },
): Promise<void> {
  await tx.insert(session).values({ id, user_id, created_at: now, refreshed_at: now })
}

export async function isSessionAlive(tx: Tx, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.id, id), isNull(session.ended_at)))
  return found.length > 0
}

export async function listMembershipsOfSessions(tx: Tx, ids: readonly string[]) {
  return tx
    .select({ session_id: session.id, organization_id: membership.organization_id })
    .from(session)
    .innerJoin(membership, eq(membership.user_id, session.user_id))
    .where(and(inArray(session.id, [...ids]), isNull(session.ended_at)))
}

/** Refreshes of one session run one after another. Ended sessions are not found. */
export async function lockSession(tx: Tx, id: string) {
  const [found] = await tx
    .select({
      id: session.id,
      user_id: session.user_id,
      email: appUser.email,
      aal: session.aal,
      created_at: session.created_at,
      refreshed_at: session.refreshed_at,
    })
    .from(session)
    .innerJoin(appUser, eq(appUser.id, session.user_id))
    .where(and(eq(session.id, id), isNull(session.ended_at)))
    .for('update', { of: session })
  return found
}

export async function updateRefreshedAt(tx: Tx, id: string, now: string): Promise<void> {
  await tx.update(session).set({ refreshed_at: now }).where(eq(session.id, id))
}

type SessionEnd = { because: 'signed_out' | 'refresh_token_reused' | 'password_reset'; now: string }

export async function endSession(tx: Tx, id: string, { because, now }: SessionEnd): Promise<void> {
  await tx
    .update(session)
    .set({ ended_at: now, ended_because: because })
    .where(and(eq(session.id, id), isNull(session.ended_at)))
}

export async function endSessionsOf(
  tx: Tx,
  user_id: string,
  { because, now }: SessionEnd,
): Promise<string[]> {
  const ended = await tx
    .update(session)
    .set({ ended_at: now, ended_because: because })
    .where(and(eq(session.user_id, user_id), isNull(session.ended_at)))
    .returning({ id: session.id })
  return ended.map(({ id }) => id)
}

export async function deleteOldSessions(tx: Tx, user_id: string, before: string): Promise<void> {
  const last_alive = sql`coalesce(${session.ended_at}, ${session.refreshed_at})`
  await tx.delete(session).where(and(eq(session.user_id, user_id), lt(last_alive, before)))
}

export type Generation = { session_id: string; generation: number; hash: string }
export type StoredGeneration = Generation & { created_at: string; repeats: number }

export async function insertGeneration(
  tx: Tx,
  created: Generation & Pick<StoredGeneration, 'created_at'>,
): Promise<void> {
  await tx.insert(refreshToken).values(created)
}

export async function countRepeat(tx: Tx, hash: string): Promise<void> {
  await tx
    .update(refreshToken)
    .set({ repeats: sql`${refreshToken.repeats} + 1` })
    .where(eq(refreshToken.hash, hash))
}

export async function deleteGenerationsBefore(
  tx: Tx,
  { session_id, generation }: Omit<Generation, 'hash'>,
): Promise<void> {
  await tx
    .delete(refreshToken)
    .where(and(eq(refreshToken.session_id, session_id), lt(refreshToken.generation, generation)))
}

export async function findGeneration(tx: Tx, hash: string): Promise<Generation | undefined> {
  const [found] = await tx.select().from(refreshToken).where(eq(refreshToken.hash, hash))
  return found
}

export async function findNewestGeneration(
  tx: Tx,
  session_id: string,
): Promise<StoredGeneration | undefined> {
  const [found] = await tx
    .select()
    .from(refreshToken)
    .where(eq(refreshToken.session_id, session_id))
    .orderBy(desc(refreshToken.generation))
    .limit(1)
  return found
}

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
