import type { Language } from '@muster/contract/language'
import { and, asc, desc, eq, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import {
  appUser,
  flowState,
  membership,
  mfaFactor,
  oneTimeToken,
  organization,
  recoveryCode,
  refreshToken,
  session,
  webauthnCredential,
} from '../../db/schema.ts'

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

/** By account; deleted accounts are left out. */
export async function listCallNames(
  tx: Tx,
  user_ids: readonly string[],
): Promise<Map<string, { name: string; email: string }>> {
  const rows = await tx
    .select({ id: appUser.id, name: appUser.name, email: appUser.email })
    .from(appUser)
    .where(inArray(appUser.id, [...user_ids]))
  return new Map(rows.map(({ id, name, email }) => [id, { name: name ?? email, email }]))
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

/** Of a session that is alive. */
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

/** False when the email has an account, by the unique index. */
export async function insertAccount(tx: Tx, created: Account): Promise<boolean> {
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
  await tx.update(appUser).set({ password_hash, password_changed_at: now }).where(eq(appUser.id, id))
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
  const [found] = await tx.select(ending).from(appUser).where(eq(appUser.id, id)).for('update')
  return found
}

export async function updateName(tx: Tx, id: string, name: string | null): Promise<void> {
  await tx.update(appUser).set({ name }).where(eq(appUser.id, id))
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
  {
    now,
    ...created
  }: Pick<typeof session.$inferInsert, 'id' | 'user_id' | 'aal' | 'amr' | 'user_agent'> & {
    now: string
  },
): Promise<void> {
  await tx.insert(session).values({ ...created, created_at: now, refreshed_at: now })
}

const hasTotp = ofUser(sql`select from ${mfaFactor} where factor_type = 'totp' and status = 'verified'`)
const hasPhone = ofUser(sql`select from ${mfaFactor} where factor_type = 'phone' and status = 'verified'`)
const hasPasskey = ofUser(sql`select from ${webauthnCredential} where true`)
const hasRecoveryCode = ofUser(sql`select from ${recoveryCode} where used_at is null`)
const hasSecondFactor = sql<boolean>`(${hasTotp} or ${hasPhone} or ${hasPasskey})`

/** In a select of one table Drizzle writes columns without their table: hence the raw name. */
function ofUser(select: SQL): SQL<boolean> {
  return sql<boolean>`exists (${select} and user_id = ${sql.raw('session.user_id')})`
}

/** Undefined when it has ended. */
export async function findSessionState(tx: Tx, id: string) {
  const [found] = await tx
    .select({ aal: session.aal, has_second_factor: hasSecondFactor })
    .from(session)
    .where(and(eq(session.id, id), isNull(session.ended_at)))
  return found
}

/** Also of a session that has ended. */
export async function findSession(tx: Tx, id: string) {
  const [found] = await tx
    .select({ user_id: session.user_id, ended_at: session.ended_at, amr: session.amr })
    .from(session)
    .where(eq(session.id, id))
  return found
}

/** With what a session can still be lifted (D7); empty when it needs no more. */
export async function listMissingFactors(
  tx: Tx,
  id: string,
): Promise<('totp' | 'phone' | 'passkey' | 'recovery')[]> {
  const [found] = await tx
    .select({
      aal: session.aal,
      has_second_factor: hasSecondFactor,
      totp: hasTotp,
      phone: hasPhone,
      passkey: hasPasskey,
      recovery: hasRecoveryCode,
    })
    .from(session)
    .where(eq(session.id, id))
  if (!found?.has_second_factor || found.aal === 'aal2') return []
  return (['totp', 'phone', 'passkey', 'recovery'] as const).filter((kind) => found[kind])
}

/** D7: only where the session has passed what its account and the organisation ask for. */
export async function listMembershipsOfSessions(tx: Tx, ids: readonly string[]) {
  return tx
    .select({ session_id: session.id, organization_id: membership.organization_id })
    .from(session)
    .innerJoin(membership, eq(membership.user_id, session.user_id))
    .innerJoin(organization, eq(organization.id, membership.organization_id))
    .where(
      and(
        inArray(session.id, [...ids]),
        isNull(session.ended_at),
        or(and(eq(session.aal, 'aal2'), hasSecondFactor), sql`not ${hasSecondFactor}`),
        or(eq(organization.second_factor, 'optional'), hasSecondFactor),
      ),
    )
}

export async function findSecondFactorSetting(tx: Tx, organization_id: string) {
  const [found] = await tx
    .select({ second_factor: organization.second_factor })
    .from(organization)
    .where(eq(organization.id, organization_id))
  return found?.second_factor
}

/** Refreshes of one session run one after another. */
export async function lockSession(tx: Tx, id: string) {
  const [found] = await tx
    .select({
      id: session.id,
      user_id: session.user_id,
      email: appUser.email,
      aal: session.aal,
      amr: session.amr,
      created_at: session.created_at,
      refreshed_at: session.refreshed_at,
      ended_at: session.ended_at,
    })
    .from(session)
    .innerJoin(appUser, eq(appUser.id, session.user_id))
    .where(eq(session.id, id))
    .for('update', { of: session })
  return found
}

export async function updateLevel(
  tx: Tx,
  id: string,
  level: Required<Pick<typeof session.$inferInsert, 'aal' | 'amr'>>,
): Promise<void> {
  await tx.update(session).set(level).where(eq(session.id, id))
}

export function listOpenSessions(tx: Tx, user_id: string) {
  return tx
    .select({
      id: session.id,
      created_at: session.created_at,
      refreshed_at: session.refreshed_at,
      user_agent: session.user_agent,
    })
    .from(session)
    .where(and(eq(session.user_id, user_id), isNull(session.ended_at)))
    .orderBy(desc(session.refreshed_at), asc(session.id))
}

export async function updateRefreshedAt(tx: Tx, id: string, now: string): Promise<void> {
  await tx.update(session).set({ refreshed_at: now }).where(eq(session.id, id))
}

type SessionEnd = {
  because:
    | 'signed_out'
    | 'refresh_token_reused'
    | 'password_reset'
    | 'password_changed'
    | 'second_factor'
    | 'operator'
  now: string
}

export async function endSession(tx: Tx, id: string, { because, now }: SessionEnd): Promise<void> {
  await tx
    .update(session)
    .set({ ended_at: now, ended_because: because })
    .where(and(eq(session.id, id), isNull(session.ended_at)))
}

type SessionChoice = { only?: string | undefined; except?: string | undefined; aal?: 'aal1' }

/** Returns those that had not ended. */
export async function endSessionsOf(
  tx: Tx,
  user_id: string,
  { because, now, only, except, aal }: SessionEnd & SessionChoice,
): Promise<string[]> {
  const ended = await tx
    .update(session)
    .set({ ended_at: now, ended_because: because })
    .where(
      and(
        eq(session.user_id, user_id),
        isNull(session.ended_at),
        only === undefined ? undefined : eq(session.id, only),
        except === undefined ? undefined : ne(session.id, except),
        aal === undefined ? undefined : eq(session.aal, aal),
      ),
    )
    .returning({ id: session.id })
  return ended.map(({ id }) => id)
}

/** Of every account. Returns how many had not ended. */
export async function endAllSessions(tx: Tx, now: string): Promise<number> {
  const because: SessionEnd['because'] = 'operator'
  const { rowCount } = await tx
    .update(session)
    .set({ ended_at: now, ended_because: because })
    .where(isNull(session.ended_at))
  return rowCount ?? 0
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

export async function insertFlowState(
  tx: Tx,
  created: Pick<typeof flowState.$inferInsert, 'id' | 'user_id' | 'code_challenge' | 'expires_at'>,
): Promise<void> {
  await tx.insert(flowState).values(created)
}

export async function lockFlowState(tx: Tx, id: string) {
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
    .for('update', { of: flowState })
  return found
}

/** Of an account, or one of them. */
export async function spendFlowStates(
  tx: Tx,
  user_id: string,
  { now, only }: { now: string; only?: string },
): Promise<void> {
  await tx
    .update(flowState)
    .set({ used_at: now })
    .where(
      and(
        eq(flowState.user_id, user_id),
        isNull(flowState.used_at),
        only === undefined ? undefined : eq(flowState.id, only),
      ),
    )
}

export async function deleteOldFlowStates(tx: Tx, before: string): Promise<void> {
  await tx.delete(flowState).where(lt(flowState.expires_at, before))
}
