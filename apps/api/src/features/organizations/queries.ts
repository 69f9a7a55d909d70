import type { Notices, NoticesChange, Organization } from '@muster/contract/organizations'
import type { MemberRole } from '@muster/contract/rules/member-role'
import type { approvalOf, SenderFields } from '@muster/contract/rules/sms-sender'
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { OrgTx, Tx } from '../../db/client.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { joinShift } from '../../db/join-shift.ts'
import { oneRow } from '../../db/one-row.ts'
import { LOGO_PATH } from '../../db/public-organization.ts'
import { appUser, memberLead, membership, organization, organizationLogo } from '../../db/schema.ts'

/* Functions take `Tx` where the organisation of a request is not known yet. */

const logoUrl = sql<string | null>`${LOGO_PATH.replace(':hash', '')} || ${organization.logo_hash}`

const columns = {
  id: organization.id,
  name: organization.name,
  time_zone: organization.time_zone,
  language: organization.language,
  country: organization.country,
  contact_email: organization.contact_email,
  contact_phone: organization.contact_phone,
  sms_sender: organization.sms_sender,
  approved_sms_sender: organization.approved_sms_sender,
  sender_approved_for: organization.sender_approved_for,
  color: organization.color,
  logo_url: logoUrl,
  uses_child_team: organization.uses_child_team,
  second_factor: organization.second_factor,
  paused_at: organization.paused_at,
  pause_reason: organization.pause_reason,
  version: organization.version,
}

export async function findMember(
  tx: Tx,
  user_id: string,
  organization_id: string,
): Promise<{ role: MemberRole; lead_role_ids: string[] } | undefined> {
  const [found] = await tx
    .select(memberColumns)
    .from(membership)
    .where(and(eq(membership.organization_id, organization_id), eq(membership.user_id, user_id)))
  return found
}

/**
 * Columns are qualified by hand: without a join Drizzle writes bare names, which would be those of the inner table.
 */
const leadRoleIds = sql<string[]>`array(
  select l.role_id::text from ${memberLead} l
  where l.organization_id = membership.organization_id and l.user_id = membership.user_id
  order by l.role_id
)`

export const memberColumns = { role: membership.role, lead_role_ids: leadRoleIds }

export function listMembersToExport(tx: Tx, organization_id: string) {
  return tx
    .select({
      ...memberColumns,
      user_id: membership.user_id,
      email: appUser.email,
      name: appUser.name,
      created_at: membership.created_at,
    })
    .from(membership)
    .innerJoin(appUser, eq(appUser.id, membership.user_id))
    .where(eq(membership.organization_id, organization_id))
    .orderBy(asc(membership.user_id))
}

/** Counts how many of these ids are the roles or their events, shifts, assignments and assigned people. */
export async function countIdsOfRoles(
  tx: OrgTx,
  role_ids: readonly string[],
  ids: readonly string[],
): Promise<number> {
  const org = sql`${tx.org}::uuid`
  const led = sql`any(${sql.param([...role_ids])}::uuid[])`
  const given = sql`any(${sql.param([...ids])}::uuid[])`
  const { rows } = await tx.execute<{ found: number }>(sql`
    select count(*)::int as found from (
      select id from role where id = ${given} and id = ${led} and ${isOrganization(sql`organization_id`, org)}
      union
      select event_id from role
        where event_id = ${given} and id = ${led} and ${isOrganization(sql`organization_id`, org)}
      union
      select id from shift where id = ${given} and role_id = ${led} and ${isOrganization(sql`organization_id`, org)}
      union
      select a.id from assignment a ${joinShift}
        where a.id = ${given} and s.role_id = ${led} and ${isOrganization(sql`a.organization_id`, org)}
      union
      select a.person_id from assignment a ${joinShift}
        where a.person_id = ${given} and s.role_id = ${led} and ${isOrganization(sql`a.organization_id`, org)}
    ) as ids_of_roles
  `)
  return oneRow(rows).found
}

/** Returns whether one of these ids is that of an archived event, or of something in it (D49). */
export async function isAnyArchived(tx: OrgTx, ids: readonly string[]): Promise<boolean> {
  const org = sql`${tx.org}::uuid`
  const given = sql`any(${sql.param([...ids])}::uuid[])`
  const { rows } = await tx.execute<{ is_archived: boolean }>(sql`
    select exists (
      select from (
        select id as event_id from event where id = ${given}
        union all
        select event_id from role where id = ${given} and ${isOrganization(sql`organization_id`, org)}
        union all
        select event_id from shift where id = ${given} and ${isOrganization(sql`organization_id`, org)}
        union all
        select s.event_id from assignment a ${joinShift}
          where a.id = ${given} and ${isOrganization(sql`a.organization_id`, org)}
        union all
        select s.event_id from waiting a ${joinShift}
          where a.id = ${given} and ${isOrganization(sql`a.organization_id`, org)}
        union all
        select s.event_id from request a ${joinShift}
          where a.id = ${given} and ${isOrganization(sql`a.organization_id`, org)}
      ) named
      cross join lateral (select archived from event where id = named.event_id and organization_id = ${org} offset 0) e
      where e.archived
    ) as is_archived
  `)
  return oneRow(rows).is_archived
}

export function listOrganizationsOf(tx: Tx, user_id: string): Promise<Organization[]> {
  return tx
    .select({ ...columns, role: membership.role })
    .from(organization)
    .innerJoin(membership, eq(membership.organization_id, organization.id))
    .where(eq(membership.user_id, user_id))
}

export async function findLastActiveId(tx: Tx, user_id: string): Promise<string | null> {
  const [user] = await tx
    .select({ id: appUser.last_active_organization_id })
    .from(appUser)
    .where(eq(appUser.id, user_id))
  return user?.id ?? null
}

export async function updateLastActiveId(
  tx: Tx,
  user_id: string,
  organization_id: string | null,
): Promise<void> {
  await tx
    .update(appUser)
    .set({ last_active_organization_id: organization_id })
    .where(eq(appUser.id, user_id))
}

export async function getNotices(tx: OrgTx, user_id: string): Promise<Notices> {
  return oneRow(
    await tx
      .select({
        cancellations: membership.cancellation_notices,
        sign_ups: membership.sign_up_notices,
        requests: membership.request_notices,
      })
      .from(membership)
      .where(isMembershipOf(tx, user_id)),
  )
}

export async function updateNotices(
  tx: OrgTx,
  user_id: string,
  { cancellations, sign_ups, requests }: NoticesChange,
): Promise<void> {
  await tx
    .update(membership)
    .set({
      cancellation_notices: cancellations,
      ...(sign_ups && { sign_up_notices: sign_ups }),
      ...(requests && { request_notices: requests }),
    })
    .where(isMembershipOf(tx, user_id))
}

const isMembershipOf = (tx: OrgTx, user_id: string) =>
  and(eq(membership.organization_id, tx.org), eq(membership.user_id, user_id))

/**
 * Returns undefined unless the state changes. If ended, it can only be resumed: notices of its cancelled shifts wait
 * too (D24).
 */
export async function updatePause(
  tx: Tx,
  organization_id: string,
  pause: { paused_at: string; pause_reason: string } | null,
): Promise<{ name: string } | undefined> {
  const [changed] = await tx
    .update(organization)
    .set(pause ?? { paused_at: null, pause_reason: null })
    .where(
      and(
        eq(organization.id, organization_id),
        pause
          ? and(isNull(organization.ended_at), isNull(organization.paused_at))
          : isNotNull(organization.paused_at),
      ),
    )
    .returning({ name: organization.name })
  return changed
}

/** Lists owners and administrators whose accounts are not disabled. */
export function listManagers(tx: Tx, organization_id: string) {
  return tx
    .select({ id: appUser.id, email: appUser.email, language: appUser.language })
    .from(membership)
    .innerJoin(appUser, and(eq(appUser.id, membership.user_id), isNull(appUser.disabled_at)))
    .where(and(eq(membership.organization_id, organization_id), inArray(membership.role, ['owner', 'admin'])))
}

export function listPaused(tx: Tx) {
  return tx
    .select({ id: organization.id, name: organization.name, paused_at: organization.paused_at })
    .from(organization)
    .where(isNotNull(organization.paused_at))
    .orderBy(asc(organization.paused_at), asc(organization.id))
}

export async function insertOrganization(
  tx: Tx,
  created: Omit<Organization, 'version' | 'role' | 'logo_url'> & { created_by: string },
): Promise<void> {
  await tx.insert(organization).values(created)
}

export async function insertMembership(
  tx: Tx,
  belongs: { organization_id: string; user_id: string; role: MemberRole },
): Promise<void> {
  await tx.insert(membership).values(belongs)
}

/** Lists those whose sender may wait for approval. */
export function listUnapprovedSenders(tx: Tx) {
  return tx
    .select({ id: organization.id, ...senderColumns })
    .from(organization)
    .where(
      or(
        sql`${organization.sms_sender} is distinct from ${organization.approved_sms_sender}`,
        and(isNull(organization.sms_sender), isNull(organization.approved_sms_sender)),
      ),
    )
    .orderBy(asc(organization.name), asc(organization.id))
}

export async function lockSenders(tx: Tx, organization_id: string): Promise<SenderFields | undefined> {
  const [found] = await tx
    .select(senderColumns)
    .from(organization)
    .where(eq(organization.id, organization_id))
    .for('update')
  return found
}

const senderColumns = {
  name: organization.name,
  sms_sender: organization.sms_sender,
  approved_sms_sender: organization.approved_sms_sender,
  sender_approved_for: organization.sender_approved_for,
}

export async function updateApproval(
  tx: Tx,
  organization_id: string,
  approval: ReturnType<typeof approvalOf>,
): Promise<void> {
  await tx.update(organization).set(approval).where(eq(organization.id, organization_id))
}

export async function lockOrganization(tx: OrgTx): Promise<Omit<Organization, 'role'>> {
  return oneRow(await tx.select(columns).from(organization).where(eq(organization.id, tx.org)).for('update'))
}

type Logo = Pick<typeof organizationLogo.$inferSelect, 'type' | 'bytes'>

/** Leaves the version: who has the settings open can go on. Undefined removes it. */
export async function saveLogo(
  tx: OrgTx,
  logo: (Logo & { hash: string }) | undefined,
): Promise<Omit<Organization, 'role'>> {
  await tx.delete(organizationLogo).where(eq(organizationLogo.organization_id, tx.org))
  if (logo)
    await tx.insert(organizationLogo).values({ organization_id: tx.org, type: logo.type, bytes: logo.bytes })
  return oneRow(
    await tx
      .update(organization)
      .set({ logo_hash: logo?.hash ?? null })
      .where(eq(organization.id, tx.org))
      .returning(columns),
  )
}

export async function findLogo(tx: Tx, hash: string): Promise<Logo | undefined> {
  const [logo] = await tx
    .select({ type: organizationLogo.type, bytes: organizationLogo.bytes })
    .from(organization)
    .innerJoin(organizationLogo, eq(organizationLogo.organization_id, organization.id))
    .where(eq(organization.logo_hash, hash))
    .limit(1)
  return logo
}

export async function updateOrganization(
  tx: OrgTx,
  change: PgUpdateSetSource<typeof organization>,
): Promise<Omit<Organization, 'role'>> {
  return oneRow(
    await tx
      .update(organization)
      .set({ ...change, version: sql`${organization.version} + 1` })
      .where(eq(organization.id, tx.org))
      .returning(columns),
  )
}
