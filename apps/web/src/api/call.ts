import type { contract } from '@muster/contract/contract'
import { publicRoutes } from '@muster/contract/public-routes'
import type { routes } from '@muster/contract/routes'
import type { AppRoute, ClientInferRequest, ClientInferResponses } from '@ts-rest/core'
import { synchronizeClock } from '../clock.ts'
import { config } from '../config.ts'
import { currentLanguage } from '../i18n/language.ts'
import { ApiError } from './api-error.ts'

/** Returns the body of a success, else throws `ApiError`: `await call('events', 'getEvent', { params: { id } })`. */
export async function call<F extends Feature, E extends Endpoint<F>>(
  feature: F,
  endpoint: E,
  ...[given]: OptionalIfEmpty<Given<F, E>>
): Promise<Answer<F, E>>
export async function call(feature: Feature, endpoint: PropertyKey, given: AnyGiven = {}): Promise<unknown> {
  return (await ask(feature, endpoint, given)).body
}

/** Returns the headers too: the link to the next page, the batch that undoes a change. */
export async function callForHeaders<F extends Feature, E extends Endpoint<F>>(
  feature: F,
  endpoint: E,
  given: Given<F, E>,
): Promise<{ body: Answer<F, E>; headers: Headers }>
export async function callForHeaders(feature: Feature, endpoint: PropertyKey, given: AnyGiven) {
  return ask(feature, endpoint, given)
}

async function ask(feature: Feature, endpoint: PropertyKey, given: AnyGiven) {
  // Loaded meanwhile. Without it the answer is taken as it is.
  const checks = loadChecks().catch(() => undefined)
  const response = await sendWithSession(findRoute(feature, endpoint), given)
  const body = await readBody(response, given.signal)
  const isPromised = (await checks)?.isPromised(`${feature}.${String(endpoint)}`, body) ?? true
  // A proxy that asks for a sign-in answers 200, too.
  if (!response.ok || !isPromised) throw new ApiError(response.status, isRecord(body) ? body : {})
  return { body, headers: response.headers }
}

/** Session for the calls that need an access token (D1, D7). The public pages have none. */
export type CallSession = {
  /** Returns the access token, renewed if it has expired; undefined when signed out. */
  token: () => Promise<string | undefined>
  /** Returns another token than the refused one, or undefined. Called after a 401. */
  renew: (refused: string) => Promise<string | undefined>
  end: () => void
  organization: () => string | null
  /** D64: asks for a proof of identity. Returns false if the user gives none. */
  prove: () => Promise<boolean>
  /** Called when the organisation asks its members for a second factor and the account has none. */
  requireSetup: (organization_id: string | null) => void
}

/**
 * Milliseconds until the answer to a read must have begun, and the answer to a write must have ended: a network may
 * delay either for minutes. The server ends its own statements sooner.
 */
const ANSWER_LIMIT_MS = 30_000

let session: CallSession | undefined

export function attachSession(attached: CallSession): void {
  session = attached
}

async function sendWithSession(route: Route, given: AnyGiven): Promise<Response> {
  if (!session || !needsSession(route)) return send(route, given, {})
  // Read before any await, because another organisation may be chosen while the token is renewed (D35).
  const organization_id = session.organization()
  const token = await session.token()
  if (!token) return endSession(session)
  const response = await send(route, given, headersOf(token, organization_id))
  const code = await readRefusal(response, given.signal)
  // Only reads count: a write may be refused for what it sets, while every read of the page is refused to members
  // without a second factor.
  if (code === 'second_factor_setup_required' && route.method === 'GET') session.requireSetup(organization_id)
  if (code === 'reauthentication_needed' && (await session.prove())) {
    const proven = await session.token()
    return proven ? send(route, given, headersOf(proven, organization_id)) : endSession(session)
  }
  if (response.status !== 401 && code !== 'second_factor_required') return response
  const renewed = await session.renew(token)
  if (!renewed) return endSession(session)
  const second = await send(route, given, headersOf(renewed, organization_id))
  if (second.status === 401) session.end()
  return second
}

/** Returns the code of a 400 or 403, and leaves the body to be read by others. */
async function readRefusal(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  if (response.status !== 400 && response.status !== 403) return undefined
  const body = await readBody(response.clone(), signal)
  return isRecord(body) ? body['code'] : undefined
}

function endSession(ended: CallSession): never {
  ended.end()
  throw new ApiError(401, { code: 'session_required' })
}

function headersOf(token: string, organization_id: string | null): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    ...(organization_id && { 'x-organization-id': organization_id }),
  }
}

async function send(route: Route, given: AnyGiven, headers: Record<string, string>): Promise<Response> {
  const isAuth = route.path.startsWith('/auth/')
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), ANSWER_LIMIT_MS)
  // `AbortSignal.any` came with iOS 17.4, which many phones never get.
  given.signal?.addEventListener('abort', () => limit.abort())
  try {
    given.signal?.throwIfAborted()
    const response = await fetch(addressOf(route, given), {
      method: route.method,
      headers: {
        accept: 'application/json',
        'accept-language': currentLanguage(),
        ...(given.body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        ...given.headers,
      },
      // The refresh cookie belongs to /auth alone (D7).
      credentials: isAuth ? 'include' : 'same-origin',
      ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
      signal: limit.signal,
    })
    if (isAuth) synchronizeClock(response.headers.get('date'))
    return response
  } catch (error) {
    if (given.signal?.aborted) throw error
    throw new ApiError(0, { code: 'network' })
  } finally {
    if (route.method === 'GET') clearTimeout(timer)
  }
}

async function readBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  if (response.status === 204) return undefined
  const type = response.headers.get('content-type')
  const read = type?.includes('zip') ? response.blob() : response.text()
  const body = await read.catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, { code: 'network' })
  })
  if (typeof body !== 'string' || !type?.includes('json')) return body
  try {
    return JSON.parse(body)
  } catch {
    // The answer is truncated, or does not come from our API.
    throw new ApiError(response.ok ? 0 : response.status, { code: 'network' })
  }
}

function addressOf({ path }: Route, { params = {}, query = {} }: AnyGiven): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  const origin = /^\/(admin|api|auth)\//.test(path) ? config.adminOrigin : config.publicOrigin
  return `${origin}${filled}${search.size > 0 ? `?${search}` : ''}`
}

function needsSession({ path }: Route): boolean {
  return /^\/(admin|api|auth\/second-factor)(\/|$)/.test(path)
}

let known: Record<string, Record<string, Route>> = publicRoutes
let loadChecks: () => Promise<{ isPromised: (call: string, answer: unknown) => boolean }> = () =>
  import('./answers-of-volunteers.ts')

/** Adds the routes of the organizers' pages. The public pages load only their own. */
export function addRoutes(all: typeof routes): void {
  known = all
  loadChecks = () => import('./answers.ts')
}

function findRoute(feature: Feature, endpoint: PropertyKey): Route {
  const route = known[feature]?.[String(endpoint)]
  if (!route) throw new Error(`No route ${feature}.${String(endpoint)}: npm run openapi`)
  return route
}

function isRecord(value: unknown): value is Record<string, never> {
  return typeof value === 'object' && value !== null
}

type Route = { method: string; path: string }

type AnyGiven = {
  params?: Record<string, string> | undefined
  query?: Record<string, string | number | boolean | undefined> | undefined
  body?: unknown
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
}

type Contract = typeof contract
export type Feature = keyof typeof routes
export type Endpoint<F extends Feature> = keyof Contract[F]

export type Given<F extends Feature, E extends Endpoint<F>> = Parts<RequestOf<Contract[F][E]>> & {
  signal?: AbortSignal | undefined
}

export type Answer<F extends Feature, E extends Endpoint<F>> = SuccessOf<Contract[F][E]>

type RequestOf<At> = At extends AppRoute ? ClientInferRequest<At> : never

type SuccessOf<At> = At extends AppRoute
  ? Extract<ClientInferResponses<At>, { status: 200 | 201 | 202 | 204 }> extends { body: infer Body }
    ? WithoutNoBody<Body>
    : never
  : never

type Parts<Request> = Part<'params', Request> &
  Part<'query', Request> &
  Part<'body', Request> &
  Part<'headers', Request>

type Part<Key extends string, Request> = Request extends { [K in Key]: infer Value }
  ? Value extends symbol
    ? unknown
    : IsOptional<Value> extends true
      ? { [K in Key]?: Value | undefined }
      : { [K in Key]: Value }
  : unknown

/** D16: a call that takes an idempotency key is made with `once`, or says `headers: {}`. */
type IsOptional<Value> = 'idempotency-key' extends keyof Value
  ? false
  : Partial<Value> extends Value
    ? true
    : false

type OptionalIfEmpty<Value> = Partial<Value> extends Value ? [given?: Value] : [given: Value]

/** ts-rest represents "no body" as a symbol. */
type WithoutNoBody<Body> = Body extends symbol ? undefined : Body
