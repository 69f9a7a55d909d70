import type { Notices, Organization } from '@muster/contract/organizations'
import { and, asc, eq, gt, inArray, isNotNull, ne, notExists, sql } from 'drizzle-orm'
import { alias, type PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { OrgTx, Tx } from '../../db/client.ts'
import { oneRow } from '../../db/one-row.ts'
import { appUser, membership, organization, shift } from '../../db/schema.ts'

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
  version: organization.version,
}

export async function isMember(tx: Tx, user_id: string, organization_id: string): Promise<boolean> {
  const found = await tx
    .select({ user_id: membership.user_id })
    .from(membership)
    .where(and(eq(membership.organization_id, organization_id), eq(membership.user_id, user_id)))
  return found.length > 0
}

export function listOrganizationsOf(tx: Tx, user_id: string): Promise<Organization[]> {
  return tx
    .select(columns)
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

/** D24: those that only this account belongs to. The account must be locked. */
export async function endOrganizationsOf(tx: Tx, user_id: string, now: string): Promise<void> {
  const other = alias(membership, 'other')
  const others = tx
    .select({ user_id: other.user_id })
    .from(other)
    .where(and(eq(other.organization_id, organization.id), ne(other.user_id, user_id)))
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
  created: Omit<Organization, 'version'> & { created_by: string },
): Promise<void> {
  await tx.insert(organization).values(created)
}

export async function insertMembership(
  tx: Tx,
  belongs: { organization_id: string; user_id: string },
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

export async function lockOrganization(tx: OrgTx): Promise<Organization> {
  return oneRow(await tx.select(columns).from(organization).where(eq(organization.id, tx.org)).for('update'))
}

export async function updateOrganization(
  tx: OrgTx,
  change: PgUpdateSetSource<typeof organization>,
): Promise<Organization> {
  return oneRow(
    await tx
      .update(organization)
      .set({ ...change, version: sql`${organization.version} + 1` })
      .where(eq(organization.id, tx.org))
      .returning(columns),
  )
}
