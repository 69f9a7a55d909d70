import type { authServiceRoutes, routes } from '../routes.ts'
import type { ApiKeyRight } from './api-key.ts'
import { type MemberRole, type Right, rightsOfRole } from './member-role.ts'

/**
 * Right that a route needs, of a member's role or of an API key (K1, M1). `open` asks for no bearer token.
 * `account` is for any person who is signed in. `keys: none` refuses every key. `keys: event` also admits a key of
 * one event if all ids of the call belong to that event. `led` also admits a leader if all ids belong to roles they
 * lead.
 */
export type RouteAccess =
  | 'open'
  | 'account'
  | { right: Right; keys: 'none' | 'organization' | 'event'; led: boolean }

const views = { right: 'view', keys: 'event', led: true } as const
const viewsPeople = { right: 'view', keys: 'organization', led: true } as const
const marks = { right: 'mark', keys: 'event', led: true } as const
const ownView = { right: 'view', keys: 'none', led: true } as const
const reads = { right: 'read', keys: 'organization', led: false } as const
const readsEvent = { right: 'read', keys: 'event', led: false } as const
const plans = { right: 'plan', keys: 'organization', led: false } as const
const plansEvent = { right: 'plan', keys: 'event', led: false } as const
const sends = { right: 'send', keys: 'organization', led: false } as const
const sendsEvent = { right: 'send', keys: 'event', led: false } as const
const plansInPerson = { right: 'plan', keys: 'none', led: false } as const
const sendsInPerson = { right: 'send', keys: 'none', led: false } as const
const manages = { right: 'manage', keys: 'none', led: false } as const

export const routeAccess: Record<RouteName, RouteAccess> = {
  'POST /auth/login': 'open',
  'POST /auth/refresh': 'open',
  'POST /auth/logout': 'open',
  'POST /auth/request-password-reset': 'open',
  'POST /auth/reset-password': 'open',
  'GET /api/account': 'account',
  'PUT /api/account': 'account',
  'POST /api/account/end': 'account',
  'POST /api/account/keep': 'account',
  'POST /api/account/password': 'account',
  'GET /api/account/sessions': 'account',
  'DELETE /api/account/sessions/:id': 'account',
  'POST /api/account/end-other-sessions': 'account',

  'POST /auth/second-factor/challenge': 'account',
  'POST /auth/second-factor': 'account',
  'POST /auth/passkey/options': 'open',
  'POST /auth/passkey/verify': 'open',
  'GET /api/account/factors': 'account',
  'POST /api/account/factors': 'account',
  'DELETE /api/account/factors/:id': 'account',
  'POST /api/account/recovery-codes': 'account',
  'POST /api/account/passkey-options': 'account',
  'POST /api/account/passkeys': 'account',
  'PUT /api/account/passkeys/:id': 'account',
  'DELETE /api/account/passkeys/:id': 'account',

  'POST /auth/v1/token': 'open',
  'POST /auth/v1/recover': 'open',
  'POST /auth/v1/logout': 'account',
  'GET /auth/v1/user': 'account',
  'PUT /auth/v1/user': 'account',
  'GET /auth/v1/user/identities/authorize': 'account',
  'DELETE /auth/v1/user/identities/:id': 'account',
  'GET /auth/v1/authorize': 'open',
  'POST /auth/v1/factors': 'account',
  'DELETE /auth/v1/factors/:id': 'account',
  'POST /auth/v1/factors/:id/challenge': 'account',
  'POST /auth/v1/factors/:id/verify': 'account',

  'GET /api/last-active-organization': 'account',
  'GET /api/my-organizations': 'account',
  'POST /api/set-last-active-organization': 'account',
  'POST /api/organizations': 'account',
  'PUT /admin/organization': manages,
  'POST /admin/organization/end': manages,
  'GET /admin/organization/export': manages,
  'GET /admin/user/notices': plansInPerson,
  'PUT /admin/user/notices': plansInPerson,

  'GET /admin/api-keys': manages,
  'POST /admin/api-keys': manages,
  'DELETE /admin/api-keys/:id': manages,

  'GET /admin/members': manages,
  'PUT /admin/members/:userId': manages,
  'DELETE /admin/members/:userId': manages,
  'POST /admin/members/leave': ownView,
  'POST /admin/member-invitations': manages,
  'PUT /admin/member-invitations/:id': manages,
  'POST /admin/member-invitations/:id/send': manages,
  'DELETE /admin/member-invitations/:id': manages,
  'GET /member-invitations/:token': 'open',
  'POST /member-invitations/:token/account': 'open',
  'POST /api/memberships': 'account',

  'GET /admin/log': manages,
  'GET /admin/log/export': manages,

  'GET /admin/people': viewsPeople,
  'POST /admin/people': plans,
  'PUT /admin/people/:id': plans,
  'GET /admin/people/:id/sent-links': reads,
  'DELETE /admin/people/:id': plans,
  'GET /admin/people/:id/export': reads,

  'GET /admin/events': views,
  'GET /admin/events/:id': views,
  'POST /admin/events': plans,
  'PUT /admin/events/:id': plansEvent,
  'DELETE /admin/events/:id': plansEvent,
  'GET /admin/events/:id/roles': views,
  'POST /admin/events/:id/roles': plansEvent,
  'PUT /admin/events/:id/roles/:roleId': plansEvent,
  'DELETE /admin/events/:id/roles/:roleId': plansEvent,
  // These calls only remember what an administrator last looked at.
  'GET /admin/user/last-event': ownView,
  'POST /admin/user/last-event': ownView,
  'GET /events/:eventId/public': 'open',

  'GET /admin/shifts': views,
  'POST /admin/shifts': plansEvent,
  'PUT /admin/shifts/:id': plansEvent,
  'DELETE /admin/shifts/:id': plansEvent,

  'POST /admin/assign': plansEvent,
  'POST /admin/shifts/:id/assignments': plansEvent,
  'DELETE /admin/assignments/:id': plansEvent,
  'PATCH /admin/assignments/:id': marks,
  'PATCH /admin/assignments/:id/extend-expiration': plansEvent,
  'POST /admin/assignments/:id/send-invite': sendsEvent,
  'POST /admin/assignments/:id/new-link': plansEvent,
  'GET /admin/open-links': plansInPerson,
  'POST /admin/notices/preview': plansEvent,

  'GET /admin/people/:id/messages': reads,
  'POST /admin/people/:id/send-sms': sends,
  // The answer has a token for the administrator's browser.
  'POST /admin/people/:id/thread': sendsInPerson,
  'POST /admin/people/:id/messages/read': sendsInPerson,

  'POST /admin/events/:eventId/broadcast': sendsEvent,
  'POST /admin/events/:eventId/broadcast/preview': sendsEvent,
  'GET /admin/broadcasts/:id': readsEvent,
  'POST /admin/broadcasts/:id/undo': sendsEvent,
  'GET /admin/events/:eventId/broadcasts': readsEvent,

  'POST /shifts/:shiftId/signup': 'open',
  'POST /events/:eventId/signup': 'open',
  'GET /calendar/:file': 'open',
  'POST /shifts/:shiftId/waiting-list': 'open',
  'GET /waiting/:token': 'open',
  'POST /waiting/:token': 'open',
  'GET /admin/shifts/:id/waiting-list': views,
  'POST /admin/waiting/:id/offer': plans,
  'DELETE /admin/waiting/:id': plans,
  'GET /assignment/:token': 'open',
  'GET /assignment/:token/organizer': 'open',
  'POST /assignment/:token/confirm': 'open',
  'POST /assignment/:token/change': 'open',
  'POST /assignment/:token/reminders': 'open',
  'GET /assignment/:token/details': 'open',
  'PUT /assignment/:token/details': 'open',
  'PUT /assignment/:token/email': 'open',
  'POST /links': 'open',
  'GET /rest/v1/person': 'open',
  'GET /rest/v1/shift': 'open',
  'POST /assignment/:token/messages': 'open',
  'GET /assignment/:token/calendar.ics': 'open',
  'GET /assignment/:token/calendar-feed': 'open',
  'POST /assignment/:token/calendar-feed': 'open',
  'POST /assignment/:token/calendar-feed/send': 'open',
  'GET /calendar/feed/:file': 'open',
}

/** Returns the access of owners only for a route without a row. HEAD is answered like GET. */
export function routeAccessOf(method: string, path: string): RouteAccess {
  return rowOf(method, path) ?? manages
}

/** Returns whether a route asks for a bearer token. Most routes under `/auth` do not. */
export function needsBearer(method: string, path: string): boolean {
  if (path.startsWith('/admin/') || path.startsWith('/api/')) return true
  return rowOf(method, path) === 'account'
}

function rowOf(method: string, path: string): RouteAccess | undefined {
  const rows: Partial<Record<string, RouteAccess>> = routeAccess
  return rows[`${method === 'HEAD' ? 'GET' : method} ${path}`]
}

type AccessToOrganization = Exclude<RouteAccess, string>

export function mayRoleUse(role: MemberRole, { right, led }: AccessToOrganization): boolean {
  return rightsOfRole[role].includes(right) && (role !== 'leader' || led)
}

/** Returns the right that a key needs: `read` for what a viewer sees, `plan` for what a leader marks. */
export function rightOfKey({ right, keys }: AccessToOrganization): ApiKeyRight | undefined {
  if (keys === 'none' || right === 'manage') return undefined
  if (right === 'mark') return 'plan'
  return right === 'view' ? 'read' : right
}

type Routes = typeof routes & { authService: typeof authServiceRoutes }
type NameOf<R> = R extends { method: infer Method extends string; path: infer Path extends string }
  ? `${Method} ${Path}`
  : never
/** Name of every route of the contract. A route without a row does not compile. */
export type RouteName = { [F in keyof Routes]: NameOf<Routes[F][keyof Routes[F]]> }[keyof Routes]
