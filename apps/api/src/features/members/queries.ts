import type { LedRole } from '@muster/contract/members'
import type { MemberRole } from '@muster/contract/rules/member-role'
import { and, asc, desc, eq, gt, gte, inArray, isNull, like, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { lockMembers } from '../../db/lock.ts'
import { oneRow } from '../../db/one-row.ts'
import {
  accountMessage,
  appUser,
  auditLog,
  event,
  memberInvitation,
  memberLead,
  membership,
  organization,
  role,
} from '../../db/schema.ts'

export type InvitationRow = typeof memberInvitation.$inferSelect

// ── Members ──────────────────────────────────────────────────────────────────────────────────────

export function listMemberships(tx: OrgTx, user_id?: string) {
  return tx
    .select({ user_id: membership.user_id, role: membership.role, created_at: membership.created_at })
    .from(membership)
    .where(
      and(
        eq(membership.organization_id, tx.org),
        user_id === undefined ? undefined : eq(membership.user_id, user_id),
      ),
    )
}

export async function listOwnerIds(tx: OrgTx): Promise<string[]> {
  const owners = await tx
    .select({ user_id: membership.user_id })
    .from(membership)
    .where(and(eq(membership.organization_id, tx.org), eq(membership.role, 'owner')))
  return owners.map(({ user_id }) => user_id)
}

/**
 * Leaves out disabled accounts, which cannot act. Needs the system role: an organisation's role cannot read
 * accounts.
 */
export async function listEnabledOwnerIds(tx: Tx, organization_id: string): Promise<string[]> {
  const owners = await tx
    .select({ user_id: membership.user_id })
    .from(membership)
    .innerJoin(appUser, and(eq(appUser.id, membership.user_id), isNull(appUser.disabled_at)))
    .where(and(eq(membership.organization_id, organization_id), eq(membership.role, 'owner')))
  return owners.map(({ user_id }) => user_id)
}

/** Lists organisations by id, the order in which they are locked. */
export function listOrganizationsOf(tx: Tx, user_id: string) {
  return tx
    .select({ id: organization.id, name: organization.name })
    .from(membership)
    .innerJoin(organization, eq(organization.id, membership.organization_id))
    .where(eq(membership.user_id, user_id))
    .orderBy(asc(organization.id))
}

/** Needs the system role, because accounts belong to no organisation. */
export function listAccounts(tx: Tx, ids: readonly string[]) {
  return tx
    .select({
      id: appUser.id,
      email: appUser.email,
      name: appUser.name,
      is_disabled: sql<boolean>`${appUser.disabled_at} is not null`,
    })
    .from(appUser)
    .where(isAnyOf(appUser.id, ids))
}

export async function isMemberByEmail(tx: Tx, organization_id: string, email: string): Promise<boolean> {
  const found = await tx
    .select({ user_id: membership.user_id })
    .from(membership)
    .innerJoin(appUser, eq(appUser.id, membership.user_id))
    .where(and(eq(membership.organization_id, organization_id), eq(appUser.email, email)))
  return found.length > 0
}

export async function updateMemberRole(tx: OrgTx, user_id: string, member_role: MemberRole): Promise<void> {
  await tx.update(membership).set({ role: member_role }).where(isMembership(tx, user_id))
}

export async function deleteMembership(tx: OrgTx, user_id: string): Promise<boolean> {
  const deleted = await tx
    .delete(membership)
    .where(isMembership(tx, user_id))
    .returning({ user_id: membership.user_id })
  return deleted.length > 0
}

/** Returns false for an account that is a member already. */
export async function insertMember(
  tx: Tx,
  row: { organization_id: string; user_id: string; role: MemberRole },
): Promise<boolean> {
  const inserted = await tx
    .insert(membership)
    .values(row)
    .onConflictDoNothing()
    .returning({ user_id: membership.user_id })
  return inserted.length > 0
}

// ── Roles that are led ───────────────────────────────────────────────────────────────────────────

export async function replaceLeads(
  tx: Tx,
  { organization_id, user_id }: { organization_id: string; user_id: string },
  role_ids: readonly string[],
): Promise<void> {
  await tx
    .delete(memberLead)
    .where(and(eq(memberLead.organization_id, organization_id), eq(memberLead.user_id, user_id)))
  if (role_ids.length === 0) return
  await tx.insert(memberLead).values(role_ids.map((role_id) => ({ organization_id, user_id, role_id })))
}

/** Locks and returns the roles that exist, by event and name: they cannot be deleted until the transaction ends. */
export function holdLedRoles(
  tx: Tx,
  organization_id: string,
  role_ids: readonly string[],
): Promise<LedRole[]> {
  return tx
    .select({ id: role.id, name: role.name, event: { id: event.id, name: event.name } })
    .from(role)
    .innerJoin(event, eq(event.id, role.event_id))
    .where(and(eq(role.organization_id, organization_id), isAnyOf(role.id, role_ids)))
    .orderBy(asc(event.event_date_start), asc(role.id))
    .for('key share', { of: role })
}

export function listLeads(tx: OrgTx) {
  return tx
    .select({ user_id: memberLead.user_id, role_id: memberLead.role_id })
    .from(memberLead)
    .where(inOrganization(tx, memberLead))
}

// ── Invitations ──────────────────────────────────────────────────────────────────────────────────

export function listOpenInvitations(tx: OrgTx): Promise<InvitationRow[]> {
  return tx
    .select()
    .from(memberInvitation)
    .where(and(eq(memberInvitation.organization_id, tx.org), isOpen))
    .orderBy(desc(memberInvitation.sent_at), desc(memberInvitation.id))
}

/** Locks the members too, as every change of an invitation does. */
export async function lockInvitation(tx: Tx, id: string): Promise<InvitationRow | undefined> {
  const found = await findInvitation(tx, id)
  if (!found) return undefined
  await lockMembers(tx, found.invitation.organization_id)
  const [locked] = await tx.select().from(memberInvitation).where(eq(memberInvitation.id, id)).for('update')
  return locked
}

/** The members must be locked. */
export async function lockOpenInvitation(
  tx: Tx,
  organization_id: string,
  which: { id: string } | { email: string },
): Promise<InvitationRow | undefined> {
  const [found] = await tx
    .select()
    .from(memberInvitation)
    .where(
      and(
        eq(memberInvitation.organization_id, organization_id),
        'id' in which ? eq(memberInvitation.id, which.id) : eq(memberInvitation.email, which.email),
        isOpen,
      ),
    )
    .for('update')
  return found
}

export async function findInvitation(tx: Tx, id: string) {
  const [found] = await tx
    .select({ invitation: memberInvitation, organization: { name: organization.name } })
    .from(memberInvitation)
    .innerJoin(organization, eq(organization.id, memberInvitation.organization_id))
    .where(eq(memberInvitation.id, id))
  return found
}

export async function insertInvitation(
  tx: Tx,
  row: typeof memberInvitation.$inferInsert,
): Promise<InvitationRow> {
  return oneRow(await tx.insert(memberInvitation).values(row).returning())
}

export async function updateInvitation(
  tx: Tx,
  { organization_id, id }: Pick<InvitationRow, 'organization_id' | 'id'>,
  change: Partial<InvitationRow>,
): Promise<InvitationRow> {
  return oneRow(
    await tx
      .update(memberInvitation)
      .set(change)
      .where(and(eq(memberInvitation.organization_id, organization_id), eq(memberInvitation.id, id)))
      .returning(),
  )
}

/** M2: an owner answers for each open invitation. The members must be locked. */
export async function withdrawInvitationsOf(tx: OrgTx, user_id: string, now: string): Promise<void> {
  await tx
    .update(memberInvitation)
    .set({ withdrawn_at: now })
    .where(
      and(eq(memberInvitation.organization_id, tx.org), eq(memberInvitation.invited_by, user_id), isOpen),
    )
}

/**
 * D64: lets the open invitations expire that the account has sent or changed since, as the log tells. An owner who sends
 * one again lets it go on.
 */
export async function suspendInvitationsOf(
  tx: Tx,
  organization_id: string,
  { user_id, since, now }: { user_id: string; since: string; now: string },
): Promise<void> {
  const touched = tx
    .select({ id: sql`(${auditLog.subjects}->>'invitation_id')::uuid` })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.organization_id, organization_id),
        eq(auditLog.actor_id, user_id),
        like(auditLog.action, 'member_invitation.%'),
        gte(auditLog.at, since),
      ),
    )
  await tx
    .update(memberInvitation)
    .set({ expires_at: now })
    .where(
      and(
        eq(memberInvitation.organization_id, organization_id),
        inArray(memberInvitation.id, touched),
        gt(memberInvitation.expires_at, now),
        isOpen,
      ),
    )
}

export async function findAccountMessage(tx: Tx, id: string) {
  const [found] = await tx
    .select({
      user_id: accountMessage.user_id,
      language: accountMessage.language,
      payload: accountMessage.payload,
    })
    .from(accountMessage)
    .where(eq(accountMessage.id, id))
  return found
}

export async function getOrganization(tx: Tx, organization_id: string) {
  const [found] = await tx
    .select({ name: organization.name, time_zone: organization.time_zone })
    .from(organization)
    .where(eq(organization.id, organization_id))
  return oneRow(found ? [found] : [])
}

const isOpen = and(isNull(memberInvitation.used_at), isNull(memberInvitation.withdrawn_at))
const isMembership = (tx: OrgTx, user_id: string) =>
  and(eq(membership.organization_id, tx.org), eq(membership.user_id, user_id))
