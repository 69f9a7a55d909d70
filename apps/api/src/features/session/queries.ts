import { and, asc, desc, eq, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import {
  appUser,
  membership,
  mfaFactor,
  organization,
  recoveryCode,
  refreshToken,
  session,
  webauthnCredential,
} from '../../db/schema.ts'
import { memberColumns } from '../organizations/queries.ts'

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

/** Raw name, because Drizzle omits the table of columns in a select of one table. */
function ofUser(select: SQL): SQL<boolean> {
  return sql<boolean>`exists (${select} and user_id = ${sql.raw('session.user_id')})`
}

/** Returns undefined when the session has ended. */
export async function findSessionState(tx: Tx, id: string) {
  const [found] = await tx
    .select({ aal: session.aal, has_second_factor: hasSecondFactor })
    .from(session)
    .where(and(eq(session.id, id), isNull(session.ended_at)))
  return found
}

/** Finds sessions that have ended, too. */
export async function findSession(tx: Tx, id: string) {
  const [found] = await tx
    .select({
      user_id: session.user_id,
      ended_at: session.ended_at,
      proven_at: sql<string>`coalesce(${session.proven_at}, ${session.created_at})`.mapWith(
        session.created_at,
      ),
    })
    .from(session)
    .where(eq(session.id, id))
  return found
}

/** Returns the factors that can raise the session's level (D7). Empty when it needs none. */
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

/** D7: lists only memberships for which the session has passed what its account and the organisation require. */
export async function listMembershipsOfSessions(tx: Tx, ids: readonly string[]) {
  return tx
    .select({ session_id: session.id, organization_id: membership.organization_id, ...memberColumns })
    .from(session)
    .innerJoin(membership, eq(membership.user_id, session.user_id))
    .innerJoin(organization, eq(organization.id, membership.organization_id))
    .where(
      and(
        isAnyOf(session.id, ids),
        isNull(session.ended_at),
        or(and(eq(session.aal, 'aal2'), hasSecondFactor), sql`not ${hasSecondFactor}`),
        or(eq(organization.second_factor, 'optional'), hasSecondFactor),
      ),
    )
}

export async function findGateSettings(tx: Tx, organization_id: string) {
  const [found] = await tx
    .select({ second_factor: organization.second_factor, paused_at: organization.paused_at })
    .from(organization)
    .where(eq(organization.id, organization_id))
  return found
}

/** Locks the session, so that its refreshes run one after another. */
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
  level: Required<Pick<typeof session.$inferInsert, 'aal' | 'amr'>> & { proven_at?: string },
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
    | 'disowned'
  now: string
}

export async function endSession(tx: Tx, id: string, { because, now }: SessionEnd): Promise<void> {
  await tx
    .update(session)
    .set({ ended_at: now, ended_because: because })
    .where(and(eq(session.id, id), isNull(session.ended_at)))
}

type SessionChoice = { only?: string | undefined; except?: string | undefined; aal?: 'aal1' }

/** Returns the sessions that had not ended. */
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

/** Ends the sessions of every account. Returns how many had not ended. */
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
