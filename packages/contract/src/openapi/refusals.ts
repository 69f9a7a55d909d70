import type { ErrorCode } from '../errors.ts'
import type { Language } from '../language.ts'
import { contractTexts } from '../texts.ts'
import type { Json } from './schema.ts'

const FORBIDDEN = [
  'second_factor_required',
  'organization_forbidden',
  'second_factor_setup_required',
] as const

/** Sets of codes that many operations share, written as components. Other sets are written in their operation. */
const SHARED: Record<string, { status: number; codes: readonly ErrorCode[] }> = {
  InvalidQuery: { status: 400, codes: ['validation'] },
  InvalidAdminQuery: { status: 400, codes: ['organization_required', 'validation'] },
  InvalidInput: { status: 400, codes: ['validation', 'malformed_body'] },
  InvalidAdminInput: { status: 400, codes: ['organization_required', 'validation', 'malformed_body'] },
  InvalidPost: { status: 400, codes: ['validation', 'malformed_body', 'idempotency_key_refused'] },
  InvalidAdminPost: {
    status: 400,
    codes: ['organization_required', 'validation', 'malformed_body', 'idempotency_key_refused'],
  },
  Unauthorized: { status: 401, codes: ['session_required', 'session_invalid', 'api_key_invalid'] },
  PersonRequired: { status: 403, codes: ['second_factor_required', 'person_required'] },
  AdministratorRequired: { status: 403, codes: [...FORBIDDEN, 'person_required'] },
  RightMissing: { status: 403, codes: [...FORBIDDEN, 'api_key_right_missing'] },
  RightForAllMissing: {
    status: 403,
    codes: [...FORBIDDEN, 'api_key_right_missing', 'api_key_of_one_event'],
  },
  LinkExpired: { status: 403, codes: ['link_expired'] },
  EventNotFound: { status: 404, codes: ['not_found', 'event_not_found'] },
  RoleNotFound: { status: 404, codes: ['not_found', 'role_not_found'] },
  ShiftNotFound: { status: 404, codes: ['not_found', 'shift_not_found'] },
  PersonNotFound: { status: 404, codes: ['not_found', 'person_not_found'] },
  AssignmentNotFound: { status: 404, codes: ['not_found', 'assignment_not_found'] },
  BroadcastNotFound: { status: 404, codes: ['not_found', 'broadcast_not_found'] },
  LinkInvalid: { status: 404, codes: ['not_found', 'link_invalid'] },
  ChangedElsewhere: { status: 409, codes: ['changed_elsewhere'] },
  TooLarge: { status: 413, codes: ['too_large'] },
  NotJson: { status: 415, codes: ['not_json'] },
  IdempotencyKeyReused: { status: 422, codes: ['idempotency_key_reused'] },
  TooManyRequests: { status: 429, codes: ['rate_limited'] },
  DailyCapReached: { status: 429, codes: ['daily_cap_reached', 'rate_limited'] },
  InternalError: { status: 500, codes: ['internal'] },
  Busy: { status: 503, codes: ['busy'] },
}

/** D3 */
const MEANINGS: Record<number, string> = {
  400: 'The request is not valid.',
  401: 'No session or API key, or it has ended.',
  403: 'Not allowed, or the link has expired.',
  404: 'Not found, or the link is invalid.',
  409: 'A rule refused the request.',
  413: 'The request is larger than it may be: 64 KiB, unless the call says more.',
  415: 'The body is not JSON.',
  422: 'The idempotency key was used for another body.',
  429: 'Too many requests, or too many messages.',
  500: 'An error of the server.',
  503: 'The server is busy.',
}

/** Describes the refusals of one status, by a shared component if they are common. `used` collects components. */
export function refusalOf(status: number, codes: readonly ErrorCode[], used: Map<string, Json>): Json {
  const shared = Object.entries(SHARED).find(
    ([, set]) => set.status === status && [...set.codes].toSorted().join() === [...codes].toSorted().join(),
  )
  if (!shared) return describeRefusal(status, codes, 'Error')
  const [name, set] = shared
  used.set(name, describeRefusal(status, set.codes, 'Error'))
  return { $ref: `#/components/responses/${name}` }
}

/** Describes the refusals of one status. `body` names the model of the error body. */
export function describeRefusal(
  status: number,
  codes: readonly ErrorCode[],
  body: 'Error' | 'AuthError',
): Json {
  const list = codes.map((code) => `- [\`${code}\`](/docs/errors/${code}): ${sentenceOf(code)}`)
  return {
    description: [MEANINGS[status], '', ...list].join('\n'),
    ...((status === 429 || status === 503) && {
      headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    }),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: `#/components/schemas/${body}` },
            {
              type: 'object',
              properties: { code: { anyOf: [{ type: 'string', enum: codes }, { type: 'string' }] } },
            },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

const EXAMPLE_NAMES: Partial<Record<ErrorCode, string>> = { api_key_right_missing: 'plan' }

export const sentenceOf = (code: ErrorCode, language: Language = 'en'): string =>
  contractTexts[language](`errors.${code}`, { name: EXAMPLE_NAMES[code] ?? 'Åsa Öberg' })

/** Returns the body of a refusal with this code (D2). */
export function exampleOfRefusal(code: ErrorCode): Json {
  const details = EXAMPLE_DETAILS[code]
  return { summary: code, value: { error: sentenceOf(code), code, ...details } }
}

const RETRY = { retry_after: 30 }
const PERSON = { person_id: '019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e04' }

const EXAMPLE_DETAILS: Partial<Record<ErrorCode, Json>> = {
  validation: { issues: [{ path: 'email', message: contractTexts.en('issues.not_email') }] },
  schedule_conflict: PERSON,
  already_assigned: PERSON,
  rate_limited: RETRY,
  daily_cap_reached: RETRY,
  limit_reached: { limit: 5_000 },
  busy: RETRY,
}
