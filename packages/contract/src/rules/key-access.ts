import type { authServiceRoutes, routes } from '../routes.ts'
import type { ApiKeyRight } from './api-key.ts'

/**
 * K1: what an API key needs for a route. `open`: no bearer token is asked for. `person`: refused to every key. `of_event`:
 * also open to a key of one event, as far as all ids of the call belong to that event.
 */
export type KeyAccess = 'open' | 'person' | { right: ApiKeyRight; of_event: boolean }

const reads = { right: 'read', of_event: false } as const
const readsEvent = { right: 'read', of_event: true } as const
const plans = { right: 'plan', of_event: false } as const
const plansEvent = { right: 'plan', of_event: true } as const
const sends = { right: 'send', of_event: false } as const
const sendsEvent = { right: 'send', of_event: true } as const

export const keyAccess: Record<RouteName, KeyAccess> = {
  'POST /auth/login': 'open',
  'POST /auth/refresh': 'open',
  'POST /auth/logout': 'open',
  'POST /auth/request-password-reset': 'open',
  'POST /auth/reset-password': 'open',
  'GET /api/account': 'person',
  'POST /api/account/end': 'person',
  'POST /api/account/keep': 'person',
  'POST /api/account/password': 'person',
  'GET /api/account/sessions': 'person',
  'DELETE /api/account/sessions/:id': 'person',
  'POST /api/account/end-other-sessions': 'person',

  'POST /auth/second-factor/challenge': 'person',
  'POST /auth/second-factor': 'person',
  'POST /auth/passkey/options': 'open',
  'POST /auth/passkey/verify': 'open',
  'GET /api/account/factors': 'person',
  'POST /api/account/factors': 'person',
  'DELETE /api/account/factors/:id': 'person',
  'POST /api/account/recovery-codes': 'person',
  'POST /api/account/passkey-options': 'person',
  'POST /api/account/passkeys': 'person',
  'DELETE /api/account/passkeys/:id': 'person',

  'POST /auth/v1/token': 'open',
  'POST /auth/v1/recover': 'open',
  'POST /auth/v1/logout': 'person',
  'GET /auth/v1/user': 'person',
  'PUT /auth/v1/user': 'person',
  'GET /auth/v1/user/identities/authorize': 'person',
  'DELETE /auth/v1/user/identities/:id': 'person',
  'GET /auth/v1/authorize': 'open',
  'POST /auth/v1/factors': 'person',
  'DELETE /auth/v1/factors/:id': 'person',
  'POST /auth/v1/factors/:id/challenge': 'person',
  'POST /auth/v1/factors/:id/verify': 'person',

  'GET /api/last-active-organization': 'person',
  'GET /api/my-organizations': 'person',
  'POST /api/set-last-active-organization': 'person',
  'POST /api/organizations': 'person',
  'PUT /admin/organization': 'person',

  'GET /admin/api-keys': 'person',
  'POST /admin/api-keys': 'person',
  'DELETE /admin/api-keys/:id': 'person',

  'GET /admin/people': reads,
  'POST /admin/people': plans,
  'PUT /admin/people/:id': plans,
  'GET /admin/people/:id/sent-links': reads,
  'DELETE /admin/people/:id': plans,
  'GET /admin/people/:id/export': reads,

  'GET /admin/events': readsEvent,
  'GET /admin/events/:id': readsEvent,
  'POST /admin/events': plans,
  'PUT /admin/events/:id': plansEvent,
  'DELETE /admin/events/:id': plansEvent,
  'GET /admin/events/:id/roles': readsEvent,
  'POST /admin/events/:id/roles': plansEvent,
  'PUT /admin/events/:id/roles/:roleId': plansEvent,
  'DELETE /admin/events/:id/roles/:roleId': plansEvent,
  // What an administrator looked at last.
  'GET /admin/user/last-event': 'person',
  'POST /admin/user/last-event': 'person',
  'GET /events/:eventId/public': 'open',

  'GET /admin/shifts': readsEvent,
  'POST /admin/shifts': plansEvent,
  'PUT /admin/shifts/:id': plansEvent,
  'DELETE /admin/shifts/:id': plansEvent,

  'POST /admin/assign': plansEvent,
  'POST /admin/shifts/:id/assignments': plansEvent,
  'DELETE /admin/assignments/:id': plansEvent,
  'PATCH /admin/assignments/:id': plansEvent,
  'PATCH /admin/assignments/:id/extend-expiration': plansEvent,
  'POST /admin/assignments/:id/send-invite': sendsEvent,
  'POST /admin/assignments/:id/new-link': plansEvent,
  'POST /admin/notices/preview': plansEvent,

  'GET /admin/people/:id/messages': reads,
  'POST /admin/people/:id/send-sms': sends,
  // A token for the administrator's browser.
  'POST /admin/people/:id/thread': 'person',

  'POST /admin/events/:eventId/broadcast': sendsEvent,
  'POST /admin/events/:eventId/broadcast/preview': sendsEvent,
  'GET /admin/broadcasts/:id': readsEvent,
  'POST /admin/broadcasts/:id/undo': sendsEvent,
  'GET /admin/events/:eventId/broadcasts': readsEvent,

  'POST /shifts/:shiftId/signup': 'open',
  'GET /calendar/:file': 'open',
  'GET /assignment/:token': 'open',
  'GET /assignment/:token/organizer': 'open',
  'POST /assignment/:token/confirm': 'open',
  'POST /assignment/:token/messages': 'open',
  'GET /assignment/:token/calendar.ics': 'open',
}

/** A route without a row is refused to every key. HEAD is answered like GET. */
export function keyAccessOf(method: string, path: string): KeyAccess {
  return rowOf(method, path) ?? 'person'
}

/** Whether a route asks for a bearer token. Under `/auth` most do not. */
export function needsBearer(method: string, path: string): boolean {
  if (path.startsWith('/admin/') || path.startsWith('/api/')) return true
  return rowOf(method, path) === 'person'
}

function rowOf(method: string, path: string): KeyAccess | undefined {
  const rows: Partial<Record<string, KeyAccess>> = keyAccess
  return rows[`${method === 'HEAD' ? 'GET' : method} ${path}`]
}

type Routes = typeof routes & { authService: typeof authServiceRoutes }
type NameOf<R> = R extends { method: infer Method extends string; path: infer Path extends string }
  ? `${Method} ${Path}`
  : never
/** Every route of the contract: one without a row does not compile. */
type RouteName = { [F in keyof Routes]: NameOf<Routes[F][keyof Routes[F]]> }[keyof Routes]
