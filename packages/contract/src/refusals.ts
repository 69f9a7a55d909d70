import { type AppRoute, isAppRouteOtherResponse } from '@ts-rest/core'
import { z } from 'zod'
import { needsBearer, notesOf } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { isOpenWhilePaused } from './rules/log-action.ts'
import { memberRoles } from './rules/member-role.ts'
import { mayRoleUse, rightOfKey } from './rules/route-access.ts'

/** Returns whether the public auth client calls it, which sends its own fields and reads its own names of errors (D10). */
export const isAuthService = ({ path }: AppRoute): boolean => path.startsWith('/auth/v1/')

/** Codes and statuses of the public auth client that differ from our own (D10). */
const authServiceRefusals: Partial<Record<ErrorCode, { code: ErrorCode; status: number }>> = {
  validation: { code: 'validation_failed', status: 400 },
  malformed_body: { code: 'bad_json', status: 400 },
  session_required: { code: 'no_authorization', status: 401 },
  session_invalid: { code: 'bad_jwt', status: 403 },
  invalid_credentials: { code: 'invalid_credentials', status: 400 },
  account_disabled: { code: 'user_banned', status: 400 },
  second_factor_required: { code: 'insufficient_aal', status: 403 },
  rate_limited: { code: 'over_request_rate_limit', status: 429 },
  internal: { code: 'unexpected_failure', status: 500 },
}

/** Returns what the auth service answers in place of one of our refusals. */
export function authServiceRefusal(refusal: { code: ErrorCode; status: number }) {
  return authServiceRefusals[refusal.code] ?? refusal
}

/** Returns every refusal of an endpoint: its codes by status. */
export function refusalsOf(route: AppRoute): Map<number, ErrorCode[]> {
  const refusals = new Map<number, ErrorCode[]>()
  for (const own of codesOf(route)) {
    for (const own_status of errorStatuses[own]) {
      const refusal = { code: own, status: own_status }
      const { code, status } = isAuthService(route) ? authServiceRefusal(refusal) : refusal
      const others = refusals.get(status) ?? []
      if (!others.includes(code)) refusals.set(status, [...others, code])
    }
  }
  return new Map([...refusals].toSorted(([a], [b]) => a - b))
}

function codesOf(route: AppRoute): ErrorCode[] {
  const { method, path, headers } = route
  const notes = notesOf(route)
  const is_admin = path.startsWith('/admin/')
  const codes: (ErrorCode | false)[] = [
    ...(needsBearer(route) ? (['session_required', 'session_invalid', 'api_key_invalid'] as const) : []),
    needsBearer(route) && !notes.open_to_unfinished && 'second_factor_required',
    ...(is_admin
      ? (['organization_required', 'organization_forbidden', 'second_factor_setup_required'] as const)
      : []),
    is_admin && !isOpenWhilePaused(method, notes.log) && 'organization_paused',
    ...refusalsByRight(route),
    notes.proof !== undefined && 'reauthentication_needed',
    // An unknown field is refused (D2).
    (!isFile(route) || headers !== undefined) && 'validation',
    // A malformed id is not found (D1).
    path.includes('/:') && 'not_found',
    ...(method === 'GET' ? [] : (['malformed_body', 'not_json', 'too_large'] as const)),
    method === 'POST' && !takesIdempotencyKey(route) && 'idempotency_key_refused',
    takesIdempotencyKey(route) && hasBody(route) && 'idempotency_key_reused',
    ...(notes.refuses ?? []),
    // A flood of refreshes is answered `busy` (D7).
    path !== '/auth/refresh' && 'rate_limited',
    'internal',
    'busy',
  ]
  return [...new Set(codes)].filter((code) => code !== false)
}

/** Returns false for `c.noBody()`, which is a symbol. */
const hasBody = (route: AppRoute) => 'body' in route && route.body instanceof z.ZodType

/** Returns true for answers opened from links, to which mail programs and other services add parameters. */
export const isFile = (route: AppRoute) =>
  !needsBearer(route) &&
  Object.values(route.responses).some(
    (response) => isAppRouteOtherResponse(response) && !response.contentType.startsWith('application/json'),
  )

/** D16 */
export function takesIdempotencyKey({ headers }: Pick<AppRoute, 'headers'>): boolean {
  return typeof headers === 'object' && headers !== null && 'idempotency-key' in headers
}

/** K1, M1 */
function refusalsByRight(route: AppRoute): ErrorCode[] {
  const { access } = notesOf(route)
  if (access === 'open') return []
  if (access === 'account') return ['person_required']
  const codes: (ErrorCode | false)[] = [
    !memberRoles.every((role) => mayRoleUse(role, access)) && 'role_forbidden',
    // A key of one event, or a leader, may name an id outside their scope.
    (access.led || access.keys === 'event') && namesIds(route) && 'not_found',
    rightOfKey(access) === undefined ? 'person_required' : 'api_key_right_missing',
    access.keys === 'organization' && 'api_key_of_one_event',
  ]
  return codes.filter((code) => code !== false)
}

const namesIds = (route: AppRoute): boolean =>
  route.path.includes('/:') ||
  [route.query, 'body' in route ? route.body : undefined].some(
    (fields) =>
      fields instanceof z.ZodObject && Object.keys(fields.shape).some((name) => /_ids?$/.test(name)),
  )

/** Statuses of each code (D3). `reset_link_invalid` has two: for an unknown link, and for a used one. */
export const errorStatuses: Record<ErrorCode, readonly number[]> = {
  validation: [400],
  method_not_allowed: [405],
  malformed_body: [400],
  malformed_request: [400],
  not_json: [415],
  too_large: [413],
  forbidden: [403],
  precondition_failed: [412],
  not_one_row: [406],
  range_not_satisfiable: [416],
  refused: [400],
  api_key_invalid: [401],
  api_key_not_found: [404],
  api_key_of_one_event: [403],
  api_key_right_missing: [403],
  person_required: [403],
  role_forbidden: [403],
  last_owner: [409],
  organization_name_differs: [409],
  already_member: [409],
  limit_reached: [409],
  account_exists: [409],
  member_not_found: [404],
  member_invitation_not_found: [404],
  member_link_invalid: [404],
  member_link_expired: [403],
  member_link_used: [403],
  member_link_withdrawn: [403],
  member_link_not_yours: [403],
  organization_required: [400],
  organization_forbidden: [403],
  organization_paused: [403],
  organization_creation_closed: [403],
  origin_forbidden: [403],
  session_required: [401],
  session_invalid: [401],
  invalid_credentials: [401],
  account_disabled: [403],
  user_banned: [400],
  reset_link_invalid: [403, 404],
  password_too_long: [400],
  password_weak: [400],
  second_factor_required: [403],
  second_factor_setup_required: [403],
  insufficient_aal: [403],
  reauthentication_needed: [400],
  current_password_wrong: [400],
  same_password: [422],
  weak_password: [422],
  mfa_factor_not_found: [404],
  mfa_factor_name_conflict: [422],
  mfa_verification_failed: [422],
  mfa_challenge_expired: [422],
  too_many_enrolled_mfa_factors: [422],
  phone_provider_disabled: [422],
  passkey_refused: [422],
  session_not_found: [400, 403],
  session_expired: [400],
  refresh_token_not_found: [400],
  refresh_token_already_used: [400],
  flow_state_not_found: [404],
  flow_state_expired: [422],
  bad_code_verifier: [400],
  provider_disabled: [400],
  identity_not_found: [404],
  single_identity_not_deletable: [422],
  validation_failed: [400],
  bad_json: [400],
  bad_jwt: [403],
  no_authorization: [401],
  over_request_rate_limit: [429],
  unexpected_failure: [500],
  not_found: [404],
  event_not_found: [404],
  role_not_found: [404],
  shift_not_found: [404],
  person_not_found: [404],
  link_invalid: [404],
  link_replaced: [404],
  mailbox_unreachable: [409],
  link_expired: [403],
  correction_closed: [403],
  certificate_not_given: [404],
  signup_paused: [409],
  signup_not_open: [409],
  signup_closed: [409],
  event_archived: [409],
  shift_full: [409],
  shift_over: [409],
  none_taken: [409],
  waiting_list_off: [409],
  waiting_list_full: [409],
  place_free: [409],
  not_offered: [409],
  waiting_not_found: [404],
  already_signed_up: [409],
  schedule_conflict: [409],
  already_assigned: [409],
  already_answered: [409],
  place_taken: [409],
  swap_not_possible: [409],
  swap_pending: [409],
  too_young: [409],
  too_many_shifts: [409],
  request_not_found: [404],
  tag_in_use: [409],
  not_answered: [409],
  shift_started: [409],
  cancelling_closed: [409],
  shift_moved: [409],
  assignment_not_found: [404],
  ask_not_found: [404],
  assignment_absent: [409],
  not_invited: [409],
  shift_not_started: [409],
  no_contact_info: [409],
  number_not_allowed: [409],
  address_bounced: [409],
  opted_out: [409],
  message_too_long: [400],
  no_target_group: [400],
  message_required: [400],
  broadcast_not_found: [404],
  no_recipient: [409],
  saved_text_not_found: [404],
  tag_not_found: [404],
  tag_exists: [409],
  daily_cap_reached: [429],
  role_in_use: [409],
  person_exists: [409],
  changed_elsewhere: [409],
  batch_refused: [409],
  import_not_found: [404],
  batch_not_found: [404],
  undo_too_late: [409],
  merge_not_found: [404],
  idempotency_key_reused: [422],
  idempotency_key_refused: [400],
  rate_limited: [429],
  busy: [503],
  internal: [500],
}
