import type { Notices, Organization } from '@muster/contract/organizations'
import type { MemberRole } from '@muster/contract/rules/member-role'
import { and, asc, eq, gt, inArray, isNotNull, ne, notExists, sql } from 'drizzle-orm'
import { alias, type PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { OrgTx, Tx } from '../../db/client.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { joinShift } from '../../db/join-shift.ts'
import { oneRow } from '../../db/one-row.ts'
import { appUser, memberLead, membership, organization, shift } from '../../db/schema.ts'

/* With `Tx` where the organisation of a request is not known yet. */

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
  uses_child_team: organization.uses_child_team,
  second_factor: organization.second_factor,
  version: organization.version,
}

export async function findMember(
  tx: Tx,
  user_id: string,
  organization_id: string,
): Promise<{ role: MemberRole; lead_role_ids: string[] } | undefined> {
  const [found] = await tx
    .select({ role: membership.role, lead_role_ids: leadRoleIds })
    .from(membership)
    .where(and(eq(membership.organization_id, organization_id), eq(membership.user_id, user_id)))
  return found
}

/** Qualified by hand: without a join drizzle writes bare columns, which would be those of the inner table. */
const leadRoleIds = sql<string[]>`array(
  select l.role_id::text from ${memberLead} l
  where l.organization_id = membership.organization_id and l.user_id = membership.user_id
)`

/** How many of these ids are the roles, or of their events, shifts, assignments and assigned people. */
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
      .select({ cancellations: membership.cancellation_notices })
      .from(membership)
      .where(isMembershipOf(tx, user_id)),
  )
}

export async function updateNotices(tx: OrgTx, user_id: string, { cancellations }: Notices): Promise<void> {
  await tx.update(membership).set({ cancellation_notices: cancellations }).where(isMembershipOf(tx, user_id))
}

const isMembershipOf = (tx: OrgTx, user_id: string) =>
  and(eq(membership.organization_id, tx.org), eq(membership.user_id, user_id))

/** D24: those without another administrator. Of the others, one without another owner gets one. The account must be locked. */
export async function endOrganizationsOf(tx: Tx, user_id: string, now: string): Promise<void> {
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
  const own = tx
    .select({ id: membership.organization_id })
    .from(membership)
    .where(eq(membership.user_id, user_id))
  // Otherwise two accounts that end at once would each find the other.
  await tx
    .select({ id: organization.id })
    .from(organization)
    .where(inArray(organization.id, own))
    .for('update')
  await tx
    .update(organization)
    .set({ ended_at: now })
    .where(and(inArray(organization.id, own), notExists(others)))
  await tx.execute(sql`
    update membership set role = 'owner'
    from (
      select distinct on (m.organization_id) m.organization_id, m.user_id
      from membership m join membership mine
        on mine.organization_id = m.organization_id and mine.user_id = ${user_id}
      where m.role = 'admin' and not exists (
        select from membership o
        where o.organization_id = m.organization_id and o.user_id <> ${user_id} and o.role = 'owner'
      )
      order by m.organization_id, m.created_at, m.user_id
    ) heir
    where membership.organization_id = heir.organization_id and membership.user_id = heir.user_id
  `)
}

export async function listEndedOrganizations(tx: Tx): Promise<{ id: string; ended_at: string }[]> {
  const ended = await tx
    .select({ id: organization.id, ended_at: organization.ended_at })
    .from(organization)
    .where(isNotNull(organization.ended_at))
  return ended.flatMap(({ id, ended_at }) => (ended_at === null ? [] : [{ id, ended_at }]))
}

/** Events with a shift that is not over. */
export async function listEventsAhead(tx: Tx, organization_id: string, now: string): Promise<string[]> {
  const ahead = await tx
    .selectDistinct({ id: shift.event_id })
    .from(shift)
    .where(and(eq(shift.organization_id, organization_id), gt(shift.end_dt, now)))
  return ahead.map(({ id }) => id)
}

export async function insertOrganization(
  tx: Tx,
  created: Omit<Organization, 'version' | 'role'> & { created_by: string },
): Promise<void> {
  await tx.insert(organization).values(created)
}

export async function insertMembership(
  tx: Tx,
  belongs: { organization_id: string; user_id: string; role: MemberRole },
): Promise<void> {
  await tx.insert(membership).values(belongs)
}

export function listChosenSenders(tx: Tx) {
  return tx
    .select({
      id: organization.id,
      name: organization.name,
      sms_sender: organization.sms_sender,
      approved_sms_sender: organization.approved_sms_sender,
    })
    .from(organization)
    .where(isNotNull(organization.sms_sender))
    .orderBy(asc(organization.name), asc(organization.id))
}

export async function updateApprovedSender(
  tx: Tx,
  { organization_id, sms_sender }: { organization_id: string; sms_sender: string },
): Promise<boolean> {
  const updated = await tx
    .update(organization)
    .set({ approved_sms_sender: sms_sender })
    .where(and(eq(organization.id, organization_id), eq(organization.sms_sender, sms_sender)))
    .returning({ id: organization.id })
  return updated.length > 0
}

export async function lockOrganization(tx: OrgTx): Promise<Omit<Organization, 'role'>> {
  return oneRow(await tx.select(columns).from(organization).where(eq(organization.id, tx.org)).for('update'))
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
