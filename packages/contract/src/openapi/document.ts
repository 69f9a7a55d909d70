import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core'
import { authErrorBody } from '../auth-service.ts'
import { errorBody } from '../errors.ts'
import { type Components, type Operation, operationOf } from './operation.ts'
import { exampleOfRefusal } from './refusals.ts'
import { type Json, schemaOf } from './schema.ts'
import { API_VERSION } from './version.ts'

/*
 * OpenAPI 3.1, written from the contract itself: the generator that belongs to ts-rest emits empty schemas with zod 4
 * (docs/decisions/0002, 0019).
 */

const DESCRIPTION = `Volunteers and shifts for events.

**Access.** Calls under \`/admin\` and \`/api\` need the access token of \`POST /auth/login\`, or an API key, which an administrator
makes on the page of settings. Calls under \`/admin\` also name the organization, in \`X-Organization-ID\`.

**Bodies.** JSON in UTF-8 of at most 64 KiB, unless a call says more. Texts are trimmed and normalized to NFC before their length is counted. In a
PUT what is left out stays; \`null\` or an empty text clears. Times are ISO 8601; answers are in UTC. Ids are UUIDs.

**Refusals.** Every refusal has the body \`Error\`: a sentence for people and a code for programs. [All codes](/docs/errors).
An unknown field of a query or a body is refused with its name. Another method than those of a path is answered 405, with
\`Allow\`.

**Lists.** With \`limit\` a list comes in pages: follow the header \`Link\` until an answer has none.

**Repeating.** A POST that was not answered can be sent again with the same \`Idempotency-Key\` where that is a parameter: it
has one effect and one answer. Other POSTs refuse the header.

**Changes.** Fields, codes and values may be added at any time: ignore what you do not know. What would break a client is
announced in the changelog and comes with a new version.`

type OpenApiDocument = {
  openapi: string
  info: Json
  servers: { url: string }[]
  tags: { name: string; description: string | undefined }[]
  /** Operations by path and method. */
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Json>
}

/** Returns the OpenAPI document. `server` is the address of the API, an absolute URL or `/`. */
export function openapi(router: AppRouter, { server }: { server: string }): OpenApiDocument {
  const components: Components = {
    schemas: new Map(),
    parameters: new Map(),
    responses: new Map(),
    codes: new Set(),
  }
  for (const body of [errorBody, authErrorBody]) schemaOf(body, 'output', components.schemas)
  const paths: OpenApiDocument['paths'] = {}
  for (const { route, operation_id } of listEndpoints(router)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = operationOf(route, operation_id, components)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version: API_VERSION,
      description: DESCRIPTION,
      contact: { name: 'Muster' },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    servers: [{ url: server }],
    tags: Object.keys(router).map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      schemas: sorted(components.schemas),
      parameters: sorted(components.parameters),
      headers: HEADERS,
      responses: sorted(components.responses),
      examples: Object.fromEntries(
        [...components.codes].toSorted().map((code) => [code, exampleOfRefusal(code)]),
      ),
      securitySchemes: SECURITY,
    },
  }
}

/** Returns every endpoint with its `operationId`. */
export function listEndpoints(router: AppRouter, prefix = ''): { route: AppRoute; operation_id: string }[] {
  return Object.entries(router).flatMap(([key, node]) =>
    isAppRoute(node)
      ? [{ route: node, operation_id: prefix + key }]
      : listEndpoints(node, `${prefix}${key}.`),
  )
}

const sorted = (entries: ReadonlyMap<string, Json>): Json =>
  Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)))

const TAGS: Record<string, string> = {
  session: 'Signing in and out, and the account.',
  factors: 'Second factors, passkeys and recovery codes.',
  authService:
    'The wire of the public JavaScript auth client, for clients that use it. Its errors have `error_code`, `msg` and `message` too.',
  organizations: 'Organizations and their settings.',
  members: 'Accounts that belong to an organization, their roles, and invitations to them.',
  log: 'What was done in an organization, and by whom.',
  apiKeys: 'API keys, with which scripts work for an organization.',
  people: 'The volunteers of an organization.',
  imports: 'Many people at once, from a sheet.',
  tags: 'Words by which an organization sorts its people.',
  hours: 'Hours that were planned and worked.',
  duplicates: 'Entries that may be the same person, and merging them.',
  deletions: 'What is gone, for copies of the lists.',
  events: 'Events and their roles.',
  shifts: 'Shifts and who is on them.',
  assignments: 'People on shifts: assigning, inviting, changing.',
  fill: 'Who could fill a gap, and asking them.',
  batches: 'Undoing what was done to many shifts or people at once.',
  messages: 'E-mail and SMS to and from one person.',
  broadcasts: 'One message to many people of an event.',
  savedTexts: 'Texts to use again in broadcasts.',
  signup: 'Taking a place on a shift, without an account.',
  waitingList: 'Waiting for a place on a full shift, and what happens when one becomes free.',
  invitations: 'What the holder of a personal link can do.',
  answers: 'What volunteers answered to the questions of an event (D51).',
  requests: 'Sign-ups that an organizer answers first (D52).',
  swap: 'Replacements: a volunteer hands a place over by a link (D58).',
  correction: 'Correcting the e-mail address of a sign-up that was just made.',
  direct: 'Public rows in the form of PostgREST, for the public JavaScript client.',
}

const HEADERS = {
  RetryAfter: {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', minimum: 0 },
    example: 30,
  },
  ETag: {
    description: 'Version of the answer, for `If-None-Match`.',
    schema: { type: 'string' },
    example: '"5d41402abc4b2a76b9719d911017c592"',
  },
  UndoBatch: {
    description: 'Id of the batch with which the call can be undone. Only with `undoable=true`.',
    schema: { type: 'string', format: 'uuid' },
    example: '019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e0a',
  },
  TotalCount: {
    description: 'How many there are on all pages. Only with `limit`.',
    schema: { type: 'integer', minimum: 0 },
    example: 412,
  },
  Link: {
    description: 'Address of the next page, with `rel="next"`. The last page has none.',
    schema: { type: 'string' },
    example: '<https://muster.example/admin/people?limit=50&cursor=MDE5YjJmNmU>; rel="next"',
  },
  SetCookie: {
    description:
      'The refresh cookie `muster_refresh` (over https `__Secure-muster_refresh`): HttpOnly, SameSite=Strict, for `/auth`. Replaced by every refresh, cleared when the session has ended.',
    schema: { type: 'string' },
    example:
      'muster_refresh=AZsvbkwafSCfPlprfI2eDwbV; Max-Age=2592000; Path=/auth; HttpOnly; SameSite=Strict',
  },
  ContentDisposition: {
    description: 'Name of the file.',
    schema: { type: 'string' },
    example: 'attachment; filename="shift.ics"',
  },
}

const SECURITY = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of `POST /auth/login` or `POST /auth/refresh`, valid for 15 minutes.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mk_…',
    description:
      'An API key of the organization in `X-Organization-ID`, with the right that the call needs: `read`, `plan` or `send`.',
  },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'muster_refresh',
    description: 'Set by `POST /auth/login`. Browsers send it by themselves, to `/auth` only.',
  },
}
