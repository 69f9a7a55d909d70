import type { routes } from '../routes.ts'
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

  'GET /api/last-active-organization': 'person',
  'GET /api/my-organizations': 'person',
  'POST /api/set-last-active-organization': 'person',
  'POST /api/organizations': 'person',
  'PUT /admin/organization': 'person',
  'GET /admin/user/notices': 'person',
  'PUT /admin/user/notices': 'person',

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
  'POST /assignment/:token/reminders': 'open',
  'POST /links': 'open',
  'GET /assignment/:token': 'open',
  'GET /assignment/:token/organizer': 'open',
  'POST /assignment/:token/confirm': 'open',
  'POST /assignment/:token/change': 'open',
  'POST /assignment/:token/messages': 'open',
  'GET /assignment/:token/calendar.ics': 'open',
}

/** A route without a row is refused to every key. HEAD is answered like GET. */
export function keyAccessOf(method: string, path: string): KeyAccess {
  const rows: Partial<Record<string, KeyAccess>> = keyAccess
  return rows[`${method === 'HEAD' ? 'GET' : method} ${path}`] ?? 'person'
}

type Routes = typeof routes
type NameOf<R> = R extends { method: infer Method extends string; path: infer Path extends string }
  ? `${Method} ${Path}`
  : never
/** Every route of the contract: one without a row does not compile. */
type RouteName = { [F in keyof Routes]: NameOf<Routes[F][keyof Routes[F]]> }[keyof Routes]
