import type { AppRoute } from '@ts-rest/core'
import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { isFile } from './known-fields.ts'
import { keyAccessOf } from './rules/key-access.ts'

/** What an endpoint says in ts-rest's `metadata`, for the API description. */
const endpointNotes = z.object({
  /** Its own refusals. Those that follow from its method, path and schemas are in `codesOf`. */
  codes: z.array(z.custom<ErrorCode>()).default([]),
  /** The answer has an ETag; `If-None-Match` is answered 304. */
  has_etag: z.boolean().default(false),
  /** D7: what it does with the refresh cookie. */
  refresh_cookie: z.enum(['sets', 'reads']).optional(),
})

export type EndpointNotes = z.output<typeof endpointNotes>

/** `metadata: refuses('person_not_found')` */
export const refuses = (...codes: ErrorCode[]): { codes: ErrorCode[] } => ({ codes })

export const notesOf = ({ metadata }: AppRoute): EndpointNotes => endpointNotes.parse(metadata ?? {})

/** Every refusal of an endpoint: its codes by status. */
export function refusalsOf(route: AppRoute): Map<number, ErrorCode[]> {
  const refusals = new Map<number, ErrorCode[]>()
  for (const code of codesOf(route)) {
    for (const status of errorStatuses[code]) {
      refusals.set(status, [...(refusals.get(status) ?? []), code])
    }
  }
  return new Map([...refusals].toSorted(([a], [b]) => a - b))
}

function codesOf(route: AppRoute): ErrorCode[] {
  const { method, path, headers } = route
  const is_admin = path.startsWith('/admin/')
  const codes: (ErrorCode | false)[] = [
    ...(needsBearer(path) ? (['session_required', 'session_invalid', 'api_key_invalid'] as const) : []),
    ...(is_admin ? (['organization_required', 'organization_forbidden'] as const) : []),
    ...(needsBearer(path) ? refusalsToKeys(method, path) : []),
    // D2: an unknown field.
    (!isFile(route) || headers !== undefined) && 'validation',
    // D1: a malformed id.
    path.includes('/:') && 'not_found',
    ...(method === 'GET' ? [] : (['malformed_body', 'not_json', 'too_large'] as const)),
    method === 'POST' && !takesIdempotencyKey(route) && 'idempotency_key_refused',
    takesIdempotencyKey(route) && hasBody(route) && 'idempotency_key_reused',
    ...notesOf(route).codes,
    // D7: there a flood is answered `busy`.
    path !== '/auth/refresh' && 'rate_limited',
    'internal',
    'busy',
  ]
  return codes.filter((code) => code !== false)
}

/** `c.noBody()` is a symbol. */
const hasBody = (route: AppRoute) => 'body' in route && route.body instanceof z.ZodType

/** D16 */
export function takesIdempotencyKey({ headers }: Pick<AppRoute, 'headers'>): boolean {
  return typeof headers === 'object' && headers !== null && 'idempotency-key' in headers
}

/** D1 */
export const needsBearer = (path: string) => path.startsWith('/admin/') || path.startsWith('/api/')

/** K1 */
function refusalsToKeys(method: string, path: string): ErrorCode[] {
  const access = keyAccessOf(method, path)
  if (typeof access === 'string') return ['person_required']
  return access.of_event ? ['api_key_right_missing'] : ['api_key_right_missing', 'api_key_of_one_event']
}

/** The status of each code (D3). Of `reset_link_invalid` two: of an unknown link, and of a used one. */
export const errorStatuses: Record<ErrorCode, readonly number[]> = {
  validation: [400],
  method_not_allowed: [405],
  malformed_body: [400],
  malformed_request: [400],
  not_json: [415],
  too_large: [413],
  forbidden: [403],
  precondition_failed: [412],
  range_not_satisfiable: [416],
  refused: [400],
  api_key_invalid: [401],
  api_key_not_found: [404],
  api_key_of_one_event: [403],
  api_key_right_missing: [403],
  person_required: [403],
  organization_required: [400],
  organization_forbidden: [403],
  origin_forbidden: [403],
  session_required: [401],
  session_invalid: [401],
  invalid_credentials: [401],
  reset_link_invalid: [403, 404],
  password_too_long: [400],
  password_weak: [400],
  not_found: [404],
  event_not_found: [404],
  role_not_found: [404],
  shift_not_found: [404],
  person_not_found: [404],
  link_invalid: [404],
  link_expired: [403],
  shift_full: [409],
  shift_over: [409],
  already_signed_up: [409],
  schedule_conflict: [409],
  already_assigned: [409],
  already_answered: [409],
  not_answered: [409],
  shift_started: [409],
  cancelling_closed: [409],
  assignment_not_found: [404],
  assignment_absent: [409],
  not_invited: [409],
  shift_not_started: [409],
  no_contact_info: [409],
  number_not_allowed: [409],
  opted_out: [409],
  message_too_long: [400],
  no_target_group: [400],
  message_required: [400],
  broadcast_not_found: [404],
  daily_cap_reached: [429],
  role_in_use: [409],
  person_exists: [409],
  changed_elsewhere: [409],
  idempotency_key_reused: [422],
  idempotency_key_refused: [400],
  rate_limited: [429],
  busy: [503],
  internal: [500],
}
