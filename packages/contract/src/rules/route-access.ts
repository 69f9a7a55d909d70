import type { ApiKeyRight } from './api-key.ts'
import { type MemberRole, type Right, rightsOfRole } from './member-role.ts'

/**
 * Right that an endpoint about an organisation needs, of a member's role or of an API key (K1, M1). `keys: none` refuses
 * every key. `keys: event` also admits a key of one event if all ids of the call belong to that event. `led` also admits a
 * leader if all ids belong to roles they lead.
 */
export type OrganizationAccess = { right: Right; keys: 'none' | 'organization' | 'event'; led: boolean }

/** `open` asks for no bearer token. `account` is for any person who is signed in. */
export type RouteAccess = 'open' | 'account' | OrganizationAccess

export const views: OrganizationAccess = { right: 'view', keys: 'event', led: true }
export const viewsPeople: OrganizationAccess = { right: 'view', keys: 'organization', led: true }
export const marks: OrganizationAccess = { right: 'mark', keys: 'event', led: true }
export const ownView: OrganizationAccess = { right: 'view', keys: 'none', led: true }
export const reads: OrganizationAccess = { right: 'read', keys: 'organization', led: false }
export const readsEvent: OrganizationAccess = { right: 'read', keys: 'event', led: false }
export const plans: OrganizationAccess = { right: 'plan', keys: 'organization', led: false }
export const plansEvent: OrganizationAccess = { right: 'plan', keys: 'event', led: false }
export const plansInPerson: OrganizationAccess = { right: 'plan', keys: 'none', led: false }
export const sends: OrganizationAccess = { right: 'send', keys: 'organization', led: false }
export const sendsEvent: OrganizationAccess = { right: 'send', keys: 'event', led: false }
export const sendsInPerson: OrganizationAccess = { right: 'send', keys: 'none', led: false }
export const manages: OrganizationAccess = { right: 'manage', keys: 'none', led: false }

export function mayRoleUse(role: MemberRole, { right, led }: OrganizationAccess): boolean {
  return rightsOfRole[role].includes(right) && (role !== 'leader' || led)
}

/** Returns the right that a key needs: `read` for what a viewer sees, `plan` for what a leader marks. */
export function rightOfKey({ right, keys }: OrganizationAccess): ApiKeyRight | undefined {
  if (keys === 'none' || right === 'manage') return undefined
  if (right === 'mark') return 'plan'
  return right === 'view' ? 'read' : right
}
