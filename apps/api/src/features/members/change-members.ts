import type { Member } from '@muster/contract/members'
import { isLastOwner, type MemberRole } from '@muster/contract/rules/member-role'
import { asSystem } from '../../db/as-system.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { lockMembers } from '../../db/lock.ts'
import { oneRow } from '../../db/one-row.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { announce } from '../../live/announce.ts'
import { tellOwner } from '../../outbox/tell-owner.ts'
import { revokeKeysOf } from '../api-keys/queries.ts'
import { askToReplaceAllLinks } from '../assignments/replace-all-links.ts'
import {
  deleteMembership,
  listAccounts,
  listEnabledOwnerIds,
  listMemberships,
  listOwnerIds,
  replaceLeads,
  updateMemberRole,
  withdrawInvitationsOf,
} from './queries.ts'
import { refuseUnknownRoles } from './refuse-unknown-roles.ts'

/** `replaces_links`: the personal links that the member could read stop working (D63). */
type MemberChange = {
  user_id: string
  role: MemberRole
  lead_role_ids?: readonly string[] | undefined
  /** The account that makes the change. */
  changed_by: string
  replaces_links: boolean
}

/** M1. Refuses with `member_not_found`, `last_owner`, `role_not_found`. */
export async function changeMember(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  { user_id, role, lead_role_ids = [], changed_by, replaces_links }: MemberChange,
): Promise<Member> {
  const changed = await db.transaction(org, async (tx) => {
    await lockMembers(tx, org)
    const [before] = await listMemberships(tx, user_id)
    if (!before) throw notFound('member_not_found')
    if (role !== 'owner') await refuseLastOwner(tx, user_id)
    const leads = role === 'leader' ? await refuseUnknownRoles(tx, org, lead_role_ids) : []
    await updateMemberRole(tx, user_id, role)
    if (role !== 'owner') await endRightsOf(tx, user_id, now())
    await replaceLeads(
      tx,
      { organization_id: org, user_id },
      leads.map(({ id }) => id),
    )
    const changes = { role: [before.role, role] } as const
    await recordAction(tx, { action: 'member.changed', at: now(), user_id, fields: ['role'], changes })
    if (role === 'owner' && before.role !== 'owner') {
      const act = { change: 'owner_made', at: now(), organization_id: org } as const
      await asSystem(tx, () => tellOwner(tx, changed_by, act))
    }
    if (replaces_links) await askToReplaceAllLinks(tx, now())
    announce(tx, { kind: 'membership', organization_id: org, user_id })
    return { ...before, role, leads }
  })
  const { name, email, is_disabled } = oneRow(await db.system((tx) => listAccounts(tx, [user_id])))
  return { ...changed, name, email, is_disabled }
}

/** Leaves the sessions alone: they are the account's, also in its other organisations (decisions/0023). */
export function removeMember(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  {
    user_id,
    because,
    replaces_links,
  }: { user_id: string; because: 'removed' | 'left'; replaces_links: boolean },
): Promise<void> {
  return db.transaction(org, async (tx) => {
    await lockMembers(tx, org)
    await refuseLastOwner(tx, user_id)
    if (!(await deleteMembership(tx, user_id))) throw notFound('member_not_found')
    await endRightsOf(tx, user_id, now())
    await recordAction(tx, { action: `member.${because}`, at: now(), user_id })
    if (replaces_links) await askToReplaceAllLinks(tx, now())
    announce(tx, { kind: 'membership', organization_id: org, user_id })
  })
}

/** K1, M2: ends what only an owner may give to others. */
async function endRightsOf(tx: OrgTx, user_id: string, now: string): Promise<void> {
  await revokeKeysOf(tx, user_id, now)
  await withdrawInvitationsOf(tx, user_id, now)
}

/** Keeps one owner who can act, unless all were disabled. The members must be locked. */
async function refuseLastOwner(tx: OrgTx, user_id: string): Promise<void> {
  const owners = await listOwnerIds(tx)
  const enabled = await asSystem(tx, () => listEnabledOwnerIds(tx, tx.org))
  if (isLastOwner(owners, user_id) || isLastOwner(enabled, user_id)) throw conflict('last_owner')
}
