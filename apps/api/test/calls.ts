import { authErrorBody } from '@muster/contract/auth-service'
import { contract } from '@muster/contract/contract'
import { needsBearer } from '@muster/contract/endpoint'
import { type ErrorBody, errorBody } from '@muster/contract/errors'
import { listEndpoints } from '@muster/contract/openapi/document'
import { exampleOf } from '@muster/contract/openapi/example'
import { type Models, schemaOf } from '@muster/contract/openapi/schema'
import { isAuthService } from '@muster/contract/refusals'
import type { AppRoute } from '@ts-rest/core'
import { test } from 'vitest'
import { z } from 'zod'
import { newId } from '../src/db/ids.ts'
import { buildAuthenticator } from './authenticator.ts'
import { type Filled, PASSKEY_CHALLENGE } from './fill-organization.ts'
import type { Administrator } from './organizations.ts'

export const nameOf = ({ method, path }: Pick<AppRoute, 'method' | 'path'>) => `${method} ${path}`
/** All routes of the contract. */
export const endpoints = listEndpoints(contract).map(({ route }) => route)
/** All routes under /admin and /api. */
export const administration = endpoints.filter(({ path }) => /^\/(admin|api)\//.test(path))
/** All routes under /admin. */
export const adminRoutes = endpoints.filter(({ path }) => path.startsWith('/admin/'))

/** Declares a test of each route, with its name before the title. */
export function testRoutes(
  routes: readonly AppRoute[],
  title: string,
  holds: (route: AppRoute) => Promise<void>,
): void {
  for (const route of routes) test(`${nameOf(route)} ${title}`, () => holds(route))
}

/** Names the fields of a query or a body. */
export const fieldsOf = (schema: unknown): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

export const bodyFieldsOf = (route: AppRoute): string[] => ('body' in route ? fieldsOf(route.body) : [])

export type Call = { params: Record<string, string>; query?: Record<string, string>; body?: object }

/**
 * Returns a call that succeeds. The ids in its path and the required fields of its body are those of `Filled`, or the
 * contract's examples. Tests replace ids that depend on the organisation by those of another.
 */
export function callOf(route: AppRoute, of: Filled): Call {
  const { params, query, body } = SPECIAL[nameOf(route)]?.(of) ?? {}
  const fields = bodyOf(route, of)
  return {
    params: { ...paramsOf(route, of), ...params },
    ...(query && { query }),
    ...((fields || body) && { body: { ...fields, ...body } }),
  }
}

/** Parameters that are the id, or the token, of something in `Filled`. */
const PARAMS: Record<string, keyof Filled> = {
  eventId: 'event_id',
  roleId: 'role_id',
  shiftId: 'shift_id',
  userId: 'member_id',
  'events/:id': 'event_id',
  'shifts/:id': 'shift_id',
  'people/:id': 'person_id',
  'assignments/:id': 'assignment_id',
  'assignment/:token': 'link',
  'waiting/:id': 'waiting_id',
  'waiting/:token': 'waiting_link',
  'swaps/:token': 'swap_link',
  'requests/:token': 'request_link',
  'broadcasts/:id': 'broadcast_id',
  'saved-texts/:id': 'saved_text_id',
  'tags/:id': 'tag_id',
  other_id: 'free_person_id',
  'merges/:id': 'merge_id',
  'batches/:batch_id': 'batch_id',
  'imports/:import_id': 'import_id',
  'ask/:ask_id': 'ask_id',
  'api-keys/:id': 'api_key_id',
  'sessions/:id': 'session_id',
  'factors/:id': 'factor_id',
  'passkeys/:id': 'passkey_id',
  'member-invitations/:id': 'invitation_id',
  'member-invitations/:token': 'member_link',
}

export function paramsOf({ path }: Pick<AppRoute, 'path'>, of: Filled): Record<string, string> {
  return Object.fromEntries(
    Array.from(path.matchAll(/([\w-]+)\/:(\w+)/g), ([place, , name = '']) => {
      const key = PARAMS[name] ?? PARAMS[place]
      return [name, key ? of[key] : 'x']
    }),
  )
}

const models: Models = new Map()
/** Kept, because thousands of calls are made. */
const examples = new WeakMap<z.ZodType, unknown>()
let serial = 0

function bodyOf(route: AppRoute, of: Filled): object | undefined {
  if (!('body' in route && route.body instanceof z.ZodObject)) return undefined
  const values: Record<string, unknown> = {
    ...of,
    shift_ids: [of.shift_id],
    person_ids: [of.free_person_id],
    request_ids: [of.request_id],
    add: [of.free_person_id],
    remove: [of.assignment_id],
    email: `ida@${serial++}.example`,
  }
  const required = Object.entries<z.ZodType>(route.body.shape).filter(
    ([, field]) => !field.safeParse(undefined).success,
  )
  return Object.fromEntries(required.map(([name, field]) => [name, values[name] ?? exampleFor(field)]))
}

function exampleFor(field: z.ZodType): unknown {
  const example = examples.get(field) ?? exampleOf(schemaOf(field, 'input', models), models)
  examples.set(field, example)
  return example
}

const TIMES = { start_dt: '2027-06-19T10:00:00.000Z', end_dt: '2027-06-19T14:00:00.000Z' }
const BROADCAST = { messageType: 'custom', customText: 'Hej', communicationChannel: 'email', language: 'sv' }

/** What a call needs to succeed, or to change something, beside what every call has. */
const SPECIAL: Partial<Record<string, (of: Filled) => Partial<Call>>> = {
  'POST /api/account/password': () => ({
    body: { current_password: 'three blue bikes', password: 'seven green tents' },
  }),
  'POST /api/account/passkeys': ({ passkey_challenge_id }) => ({
    body: { challenge_id: passkey_challenge_id, response: buildAuthenticator().create(PASSKEY_CHALLENGE) },
  }),
  'PUT /auth/v1/user': () => ({ body: { password: 'seven green tents' } }),
  'PUT /admin/organization': () => ({ body: { name: 'Ny' } }),
  'POST /admin/organization/end': ({ organization_name }) => ({ body: { name: organization_name } }),
  'PUT /admin/members/:userId': ({ role_id }) => ({ body: { role: 'leader', lead_role_ids: [role_id] } }),
  'POST /admin/member-invitations': ({ role_id }) => ({ body: { role: 'leader', lead_role_ids: [role_id] } }),
  'PUT /admin/member-invitations/:id': ({ role_id }) => ({
    body: { role: 'leader', lead_role_ids: [role_id] },
  }),
  'POST /api/memberships': ({ member_link }) => ({ body: { token: member_link } }),
  'GET /admin/log': ({ member_id }) => ({ query: { actor: member_id } }),
  'GET /admin/log/export': ({ member_id }) => ({ query: { actor: member_id } }),
  'POST /admin/people': () => ({
    body: { first_name: 'Åsa', last_name: 'Öberg', email: `ida@${serial++}.example` },
  }),
  'PUT /admin/people/:id': () => ({ body: { notes: 'x' } }),
  'POST /admin/people/import': () => ({
    body: {
      rows: [{ first_name: 'Åsa', last_name: 'Öberg', email: `ida@${serial++}.example` }],
      mode: 'save',
      on_existing: 'fill',
    },
  }),
  'GET /admin/deletions': () => ({ query: { since: new Date().toISOString() } }),
  'PUT /admin/tags/:id': () => ({ body: { name: `x${serial++}` } }),
  'POST /admin/people/:id/merge': ({ free_person_id }) => ({
    body: { other_id: free_person_id, version: 1, other_version: 1, take: [] },
  }),
  'POST /admin/tags/people': ({ free_person_id }) => ({ body: { person_ids: [free_person_id], add: ['x'] } }),
  'PUT /admin/events/:id': () => ({ body: { name: 'x' } }),
  'PUT /admin/events/:id/roles/:roleId': () => ({ body: { name: 'x' } }),
  'PUT /admin/events/:id/role-order': ({ role_id }) => ({ body: { role_ids: [role_id] } }),
  'DELETE /admin/events/:id/roles/:roleId': ({ free_role_id }) => ({ params: { roleId: free_role_id } }),
  'POST /admin/events/:eventId/broadcast': () => ({ body: BROADCAST }),
  'POST /admin/events/:eventId/broadcast/preview': () => ({ body: BROADCAST }),
  'POST /admin/events/:eventId/broadcast/test': () => ({ body: BROADCAST }),
  'PUT /admin/saved-texts/:id': () => ({ body: { title: 'x' } }),
  'GET /admin/shifts': ({ event_id }) => ({ query: { event_id } }),
  'GET /admin/requests': ({ event_id }) => ({ query: { event_id } }),
  'PUT /admin/shifts/:id': ({ event_id, role_id }) => ({ body: { event_id, role_id, required_qty: 9 } }),
  'POST /admin/shifts/batch': ({ event_id, role_id, shift_id, full_shift_id }) => ({
    body: {
      create: [{ event_id, role_id, ...TIMES, required_qty: 2, people_of: shift_id }],
      update: [{ id: shift_id, required_qty: 9 }],
      delete: [full_shift_id],
    },
  }),
  'PATCH /admin/assignments/:id': ({ begun_assignment_id }) => ({
    params: { id: begun_assignment_id },
    body: { status: 'ABSENT' },
  }),
  'POST /admin/events/:id/invitations': ({ free_person_id, later_assignment_id }) => ({
    body: {
      invites: [{ person_id: free_person_id, assignment_ids: [later_assignment_id], method: 'EMAIL' }],
      own_line: 'x',
    },
  }),
  'POST /admin/events/:id/invitations/preview': ({ person_id, shift_id }) => ({
    body: { invites: [{ person_id, shift_ids: [shift_id], method: 'EMAIL' }], as_person_id: person_id },
  }),
  'POST /admin/assignments/:id/move': ({ later_shift_id }) => ({
    body: { shift_id: later_shift_id, notify: true },
  }),
  'POST /admin/assignments/:id/new-link': () => ({ body: { notify: true } }),
  'POST /admin/notices/preview': ({ shift_id }) => ({ body: { shift_id } }),
  'POST /shifts/:shiftId/waiting-list': ({ full_shift_id }) => ({ params: { shiftId: full_shift_id } }),
}

/** Returns the address of a route. A parameter without a value gets an id of nothing. */
export const addressOf = ({ path }: Pick<AppRoute, 'path'>, params: Record<string, string>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? newId())

export const requestOf = (route: AppRoute, { params = {}, query, body }: Partial<Call>) => ({
  method: route.method,
  url: addressOf(route, params),
  ...(query && { query }),
  ...(body && { payload: body }),
})

/** Returns the session where one is required, except for a logout, after which later calls would be refused. */
export function sessionFor(route: AppRoute, { headers }: Pick<Administrator, 'headers'>) {
  return needsBearer(route) && !route.path.endsWith('/logout') ? headers : {}
}

/** D2. The auth service adds fields (D10), except for a path that reaches no route. */
export const errorBodyOf = (route: AppRoute): z.ZodType<ErrorBody> =>
  isAuthService(route) ? authErrorBody.strict() : errorBody.strict()
