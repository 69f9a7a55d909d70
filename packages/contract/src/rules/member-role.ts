import type { ApiKeyRight } from './api-key.ts'

/**
 * Right of a member (M1): `view` sees events, shifts and names; `mark` says who came; `manage` handles members,
 * settings, API keys and the log. The other rights are those of a key (K1).
 */
export type Right = ApiKeyRight | 'view' | 'mark' | 'manage'

export const memberRoles = ['owner', 'admin', 'viewer', 'leader'] as const
export type MemberRole = (typeof memberRoles)[number]

/** Rights of each role. A leader views and marks the shifts of chosen roles only, see `led` in `route-access.ts`. */
export const rightsOfRole: Record<MemberRole, readonly Right[]> = {
  owner: ['view', 'read', 'mark', 'plan', 'send', 'manage'],
  admin: ['view', 'read', 'mark', 'plan', 'send'],
  viewer: ['view'],
  leader: ['view', 'mark'],
}

/** Contact details of people that a member may see. */
export type ShownContacts = 'all' | 'phone' | 'none'

export function contactsShownTo(role: MemberRole): ShownContacts {
  if (rightsOfRole[role].includes('read')) return 'all'
  return role === 'leader' ? 'phone' : 'none'
}

/** Returns whether this is the last owner, whom an organisation must keep. `owners` has the ids of all owners. */
export function isLastOwner(owners: readonly string[], user_id: string): boolean {
  return owners.length === 1 && owners[0] === user_id
}

export const invitationDays = 7

export type MemberInvitationState = 'invited' | 'expired'

export function memberInvitationState(
  { expires_at }: { expires_at: string },
  now: string,
): MemberInvitationState {
  return Date.parse(expires_at) <= Date.parse(now) ? 'expired' : 'invited'
}

/** D63: a role that may plan is shown the personal links. */
export const mayReadLinks = (role: MemberRole): boolean => rightsOfRole[role].includes('plan')
