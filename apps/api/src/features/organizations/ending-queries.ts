import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/client.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { appUser, memberInvitation, membership, organization, shift } from '../../db/schema.ts'

/* D24 */

/** D24: returns true if the account is the only enabled owner of an organisation that has other, disabled owners. */
export async function isLastEnabledOwner(tx: Tx, user_id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from membership mine
    join membership other on other.organization_id = mine.organization_id and other.user_id <> mine.user_id
      and other.role = 'owner'
    join app_user account on account.id = other.user_id
    where mine.user_id = ${user_id} and mine.role = 'owner'
    group by mine.organization_id having bool_and(account.disabled_at is not null)
  `)
  return rows.length > 0
}

/**
 * D24: ends the organisations without another administrator. In those that go on without an enabled owner, an
 * administrator becomes owner. The account must be locked. Pauses end too, so that people on the shifts can be told;
 * returns those that were `paused`.
 */
export async function endOrganizationsOf(
  tx: Tx,
  user_id: string,
  now: string,
): Promise<{ paused: string[] }> {
  const other = alias(membership, 'other')
  const others = tx
    .select({ user_id: other.user_id })
    .from(other)
    .where(
      and(
        eq(other.organization_id, organization.id),
        ne(other.user_id, user_id),
        inArray(other.role, ['owner', 'admin']),
      ),
    )
  const locked = await lockOrganizationsOf(tx, user_id)
  const ended = await tx
    .update(organization)
    .set({ ended_at: now, paused_at: null, pause_reason: null })
    .where(and(inArray(organization.id, organizationIdsOf(tx, user_id)), notExists(others)))
    .returning({ id: organization.id })
  await withdrawInvitations(
    tx,
    ended.map(({ id }) => id),
    now,
  )
  await tx.execute(sql`
    update membership set role = 'owner'
    from (
      select distinct on (m.organization_id) m.organization_id, m.user_id
      from membership m join membership mine
        on mine.organization_id = m.organization_id and mine.user_id = ${user_id}
      where m.role = 'admin' and not exists (
        select from membership o
        where o.organization_id = m.organization_id and o.user_id <> ${user_id} and o.role = 'owner'
          and exists (select from app_user a where a.id = o.user_id and a.disabled_at is null)
      ) and exists (select from app_user a where a.id = m.user_id and a.disabled_at is null)
      order by m.organization_id, m.created_at, m.user_id
    ) heir
    where membership.organization_id = heir.organization_id and membership.user_id = heir.user_id
  `)
  const paused = new Set(locked.filter(({ paused_at }) => paused_at !== null).map(({ id }) => id))
  return { paused: ended.map(({ id }) => id).filter((id) => paused.has(id)) }
}

/**
 * Call before the account is locked. Without this lock, two accounts that end at once would each find the other and
 * end no organisation.
 */
export function lockOrganizationsOf(tx: Tx, user_id: string) {
  return tx
    .select({ id: organization.id, paused_at: organization.paused_at })
    .from(organization)
    .where(inArray(organization.id, organizationIdsOf(tx, user_id)))
    .orderBy(asc(organization.id))
    .for('update')
}

const organizationIdsOf = (tx: Tx, user_id: string) =>
  tx.select({ id: membership.organization_id }).from(membership).where(eq(membership.user_id, user_id))

/** Locks the organisation against changes of its members. Returns undefined once it is deleted. */
export async function lockToEnd(tx: Tx, organization_id: string) {
  const [found] = await tx
    .select({
      name: organization.name,
      ended_at: organization.ended_at,
      paused_at: organization.paused_at,
    })
    .from(organization)
    .where(eq(organization.id, organization_id))
    .for('update')
  return found
}

/** Returns the accounts that were members. The API keys end with the owners (K1). */
export async function endWithMembers(tx: Tx, organization_id: string, now: string) {
  await tx.update(organization).set({ ended_at: now }).where(eq(organization.id, organization_id))
  await withdrawInvitations(tx, [organization_id], now)
  const members = await tx
    .delete(membership)
    .where(eq(membership.organization_id, organization_id))
    .returning({ user_id: membership.user_id })
  return tx
    .select({ id: appUser.id, email: appUser.email, language: appUser.language })
    .from(appUser)
    .where(
      inArray(
        appUser.id,
        members.map(({ user_id }) => user_id),
      ),
    )
}

/** M2: otherwise people could join an organisation that the nightly job deletes. */
async function withdrawInvitations(tx: Tx, organization_ids: readonly string[], now: string): Promise<void> {
  await tx
    .update(memberInvitation)
    .set({ withdrawn_at: now })
    .where(and(isAnyOf(memberInvitation.organization_id, organization_ids), isNull(memberInvitation.used_at)))
}

export async function listEndedOrganizations(tx: Tx): Promise<{ id: string; ended_at: string }[]> {
  const ended = await tx
    .select({ id: organization.id, ended_at: organization.ended_at })
    .from(organization)
    .where(isNotNull(organization.ended_at))
    .orderBy(asc(organization.ended_at), asc(organization.id))
  return ended.flatMap(({ id, ended_at }) => (ended_at === null ? [] : [{ id, ended_at }]))
}

/** Lists events with a shift that is not over. */
export async function listEventsAhead(tx: Tx, organization_id: string, now: string): Promise<string[]> {
  const ahead = await tx
    .selectDistinct({ id: shift.event_id })
    .from(shift)
    .where(and(eq(shift.organization_id, organization_id), gt(shift.end_dt, now)))
    .orderBy(asc(shift.event_id))
  return ahead.map(({ id }) => id)
}
