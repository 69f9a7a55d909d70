import type { LedRole, Member, MemberInvitation } from '@muster/contract/members'
import { groupBy } from '@muster/contract/rules/group-by'
import { memberInvitationState } from '@muster/contract/rules/member-role'
import type { OrgId, Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import {
  holdLedRoles,
  type InvitationRow,
  listAccounts,
  listLeads,
  listMemberships,
  listOpenInvitations,
} from './queries.ts'

type Members = { members: Member[]; invitations: MemberInvitation[] }

export async function listMembers(deps: Pick<Deps, 'db' | 'now'>, org: OrgId): Promise<Members> {
  const { db, now } = deps
  const { invitations, leads, roles } = await db.transaction(org, async (tx) => {
    const open = await listOpenInvitations(tx)
    const led = await listLeads(tx)
    const ids = [...led.map(({ role_id }) => role_id), ...open.flatMap((row) => row.lead_role_ids)]
    return { invitations: open, leads: led, roles: await holdLedRoles(tx, org, ids) }
  })
  const members = await listNamedMembers(deps, org, { leads, roles })
  const inviters = await db.system((tx) =>
    listAccounts(
      tx,
      invitations.map(({ invited_by }) => invited_by),
    ),
  )
  const inviter_names = new Map(inviters.map(({ id, name, email }) => [id, name ?? email]))
  return {
    members,
    invitations: invitations.map((row) =>
      describeInvitation(row, { roles, invited_by: inviter_names.get(row.invited_by) ?? null, now: now() }),
    ),
  }
}

async function listNamedMembers(
  { db }: Pick<Deps, 'db'>,
  org: OrgId,
  { leads, roles }: { leads: { user_id: string; role_id: string }[]; roles: LedRole[] },
): Promise<Member[]> {
  const memberships = await db.transaction(org, (tx) => listMemberships(tx))
  const accounts = await db.system((tx) =>
    listAccounts(
      tx,
      memberships.map(({ user_id }) => user_id),
    ),
  )
  const by_id = new Map(accounts.map((account) => [account.id, account]))
  const led = groupBy(leads, ({ user_id }) => user_id)
  return memberships
    .flatMap(({ user_id, role, created_at }) => {
      const account = by_id.get(user_id)
      // The account was deleted after its membership was read.
      if (!account) return []
      const role_ids = led.get(user_id)?.map(({ role_id }) => role_id) ?? []
      const { name, email, is_disabled } = account
      return [{ user_id, name, email, role, leads: pick(roles, role_ids), is_disabled, created_at }]
    })
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

export async function readInvitation(tx: Tx, row: InvitationRow, now: string): Promise<MemberInvitation> {
  const roles = await holdLedRoles(tx, row.organization_id, row.lead_role_ids)
  const [inviter] = await listAccounts(tx, [row.invited_by])
  return describeInvitation(row, { roles, invited_by: inviter?.name ?? inviter?.email ?? null, now })
}

function describeInvitation(
  { id, email, role, language, sent_at, expires_at, lead_role_ids }: InvitationRow,
  { roles, invited_by, now }: { roles: LedRole[]; invited_by: string | null; now: string },
): MemberInvitation {
  const state = memberInvitationState({ expires_at }, now)
  return {
    id,
    email,
    role,
    leads: pick(roles, lead_role_ids),
    language,
    state,
    invited_by,
    sent_at,
    expires_at,
  }
}

function pick(roles: readonly LedRole[], ids: readonly string[]): LedRole[] {
  return roles.filter(({ id }) => ids.includes(id))
}
