import { and, desc, eq, gt, gte, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../../db/client.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { joinShift } from '../../db/join-shift.ts'
import { oneRow } from '../../db/one-row.ts'
import { apiKey, appUser, event, membership, organization } from '../../db/schema.ts'

// ── For administrators ───────────────────────────────────────────────────────────────────────────

/** Lists keys, newest first. Leaves out those that are revoked or whose creator is no longer an owner. */
export function listKeys(tx: OrgTx, id?: string) {
  return tx
    .select({
      id: apiKey.id,
      name: apiKey.name,
      start: apiKey.start,
      rights: apiKey.rights,
      event: { id: event.id, name: event.name },
      created_by: apiKey.created_by,
      created_at: apiKey.created_at,
      expires_at: apiKey.expires_at,
      last_used_at: apiKey.last_used_at,
      suspended_at: apiKey.suspended_at,
    })
    .from(apiKey)
    .innerJoin(membership, byOwner())
    .leftJoin(event, eq(event.id, apiKey.event_id))
    .where(
      and(
        eq(apiKey.organization_id, tx.org),
        isNull(apiKey.revoked_at),
        id === undefined ? undefined : eq(apiKey.id, id),
      ),
    )
    .orderBy(desc(apiKey.id))
}

export async function insertKey(
  tx: OrgTx,
  row: Omit<typeof apiKey.$inferInsert, 'organization_id'>,
): Promise<void> {
  await tx.insert(apiKey).values({ ...row, organization_id: tx.org })
}

/** Returns false when there is no such key, or it is revoked already. */
export async function updateRevokedAt(tx: OrgTx, id: string, now: string): Promise<boolean> {
  const updated = await tx
    .update(apiKey)
    .set({ revoked_at: now })
    .where(and(eq(apiKey.organization_id, tx.org), eq(apiKey.id, id), isNull(apiKey.revoked_at)))
    .returning({ id: apiKey.id })
  return updated.length > 0
}

/** K1: a key ends when its creator is no longer an owner, and must not work again when they become one later. */
export async function revokeKeysOf(tx: OrgTx, user_id: string, now: string): Promise<void> {
  await tx
    .update(apiKey)
    .set({ revoked_at: now })
    .where(and(eq(apiKey.organization_id, tx.org), eq(apiKey.created_by, user_id), isNull(apiKey.revoked_at)))
}

/** D64: of all organisations, since the act that the owner of the account disowned. */
export async function suspendKeysOf(
  tx: Tx,
  user_id: string,
  { since, now }: { since: string; now: string },
): Promise<void> {
  await tx
    .update(apiKey)
    .set({ suspended_at: now })
    .where(and(eq(apiKey.created_by, user_id), gte(apiKey.created_at, since), isNull(apiKey.suspended_at)))
}

export async function isOwner(tx: OrgTx, user_id: string): Promise<boolean> {
  const found = await tx
    .select({ user_id: membership.user_id })
    .from(membership)
    .where(
      and(
        eq(membership.organization_id, tx.org),
        eq(membership.user_id, user_id),
        eq(membership.role, 'owner'),
      ),
    )
  return found.length > 0
}

// ── For the nightly job ──────────────────────────────────────────────────────────────────────────

/** Returns the keys that still work, end by `until` and have had no warning yet. Marks them as warned. */
export function claimExpiring(tx: Tx, { now, until }: { now: string; until: string }) {
  return tx
    .update(apiKey)
    .set({ expiry_told_at: now })
    .from(membership)
    .innerJoin(organization, eq(organization.id, membership.organization_id))
    .where(
      and(
        byOwner(),
        gt(apiKey.expires_at, now),
        lte(apiKey.expires_at, until),
        isNull(apiKey.revoked_at),
        isNull(apiKey.suspended_at),
        isNull(apiKey.expiry_told_at),
      ),
    )
    .returning({
      organization_id: apiKey.organization_id,
      organization: organization.name,
      name: apiKey.name,
      expires_at: isoInstant(apiKey.expires_at),
      created_by: apiKey.created_by,
    })
}

/** Lists the owners whose accounts are not disabled. */
export function listOwners(tx: Tx, organization_id: string) {
  return tx
    .select({ id: appUser.id, email: appUser.email, language: appUser.language })
    .from(membership)
    .innerJoin(appUser, and(eq(appUser.id, membership.user_id), isNull(appUser.disabled_at)))
    .where(and(eq(membership.organization_id, organization_id), eq(membership.role, 'owner')))
}

// ── For a request with a key ─────────────────────────────────────────────────────────────────────

/** Finds a key that is not revoked and whose creator is an owner of its organisation and not disabled. */
export async function findKeyByHash(tx: Tx, hash: string) {
  const [found] = await tx
    .select({
      id: apiKey.id,
      organization_id: apiKey.organization_id,
      rights: apiKey.rights,
      event_id: apiKey.event_id,
      created_by: apiKey.created_by,
      expires_at: apiKey.expires_at,
      last_used_at: apiKey.last_used_at,
    })
    .from(apiKey)
    .innerJoin(membership, byOwner())
    .innerJoin(appUser, and(eq(appUser.id, apiKey.created_by), isNull(appUser.disabled_at)))
    .where(and(eq(apiKey.hash, hash), isNull(apiKey.revoked_at), isNull(apiKey.suspended_at)))
  return found
}

/** Writes nothing if the key was used after `before`: another process may have written it. */
export async function updateLastUsedAt(
  tx: Tx,
  { organization_id, id }: { organization_id: string; id: string },
  { now, before }: { now: string; before: string },
): Promise<void> {
  await tx
    .update(apiKey)
    .set({ last_used_at: now })
    .where(
      and(
        eq(apiKey.organization_id, organization_id),
        eq(apiKey.id, id),
        or(isNull(apiKey.last_used_at), lt(apiKey.last_used_at, before)),
      ),
    )
}

/** Counts how many of these ids are the event or its roles, shifts, assignments, assigned people and broadcasts. */
export async function countIdsOfEvent(tx: OrgTx, event_id: string, ids: readonly string[]): Promise<number> {
  const org = sql`${tx.org}::uuid`
  const of_event = sql`${event_id}::uuid`
  const given = sql`any(${sql.param([...ids])}::uuid[])`
  const { rows } = await tx.execute<{ found: number }>(sql`
    select count(*)::int as found from (
      select id from event
        where id = ${given} and id = ${of_event} and ${isOrganization(sql`organization_id`, org)}
      union
      select id from role
        where id = ${given} and event_id = ${of_event} and ${isOrganization(sql`organization_id`, org)}
      union
      select id from shift
        where id = ${given} and event_id = ${of_event} and ${isOrganization(sql`organization_id`, org)}
      union
      select a.id from assignment a ${joinShift}
        where a.id = ${given} and s.event_id = ${of_event} and ${isOrganization(sql`a.organization_id`, org)}
      union
      select a.ask_id from assignment a ${joinShift}
        where a.ask_id = ${given} and s.event_id = ${of_event} and ${isOrganization(sql`a.organization_id`, org)}
      union
      select a.person_id from assignment a ${joinShift}
        where a.person_id = ${given} and s.event_id = ${of_event} and ${isOrganization(sql`a.organization_id`, org)}
      union
      select q.id from request q join shift s on s.id = q.shift_id
        where q.id = ${given} and s.event_id = ${of_event} and ${isOrganization(sql`q.organization_id`, org)}
      union
      select id from broadcast
        where id = ${given} and event_id = ${of_event} and ${isOrganization(sql`organization_id`, org)}
      union
      select id from batch
        where id = ${given} and event_ids = array[${of_event}] and ${isOrganization(sql`organization_id`, org)}
    ) as ids_of_event
  `)
  return oneRow(rows).found
}

const byOwner = () =>
  and(
    isOrganization(membership.organization_id, sql`${apiKey.organization_id}`),
    eq(membership.user_id, apiKey.created_by),
    eq(membership.role, 'owner'),
  )
