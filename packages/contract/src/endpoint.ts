import type { AppRoute, AppRouteMutation, AppRouteQuery } from '@ts-rest/core'
import type { ErrorCode } from './errors.ts'
import type { LogAction } from './rules/log-action.ts'
import type { ProofNeed } from './rules/proof.ts'
import type { OrganizationAccess, RouteAccess } from './rules/route-access.ts'

/** What an endpoint demands and causes, beside its shapes. Refusals, checks and the API description follow from it. */
export type EndpointNotes = {
  /** Who may call it (K1, M1). */
  access: RouteAccess
  /** Its actions in the log (A1), which a change under /admin must name. `none`: it changes nothing of the organisation. */
  log?: readonly LogAction[] | 'none'
  /** Without it, no proof of identity is needed (D64). */
  proof?: ProofNeed
  /** Open to a session before its second step (D7): to finish, log out, and read its own account. */
  open_to_unfinished?: true
  /** Refusals of this endpoint only. Those that follow from method, path and schemas are in `codesOf`. */
  refuses?: readonly ErrorCode[]
  /** The answer has an ETag, so that `If-None-Match` can be answered 304. */
  has_etag?: true
  /** With `limit` the header `Total-Count` says how many there are on all pages. */
  has_total?: true
  /** Bytes of the body (D4). Without it 64 KiB. */
  body_limit?: number
  /** Use of the refresh cookie (D7). */
  refresh_cookie?: 'sets' | 'reads'
}

type Name = `${AppRoute['method']} /${string}`

type Described = { summary: string; description: string }

type Shapes<N extends Name> = N extends `GET ${string}`
  ? Omit<AppRouteQuery, 'method' | 'path' | 'metadata'>
  : Omit<AppRouteMutation, 'method' | 'path' | 'metadata'>

type Notes<N extends Name> = Omit<EndpointNotes, 'access' | 'log'> &
  (N extends `${string} /admin/${string}`
    ? { access: OrganizationAccess } & (N extends `GET ${string}`
        ? unknown
        : Required<Pick<EndpointNotes, 'log'>>)
    : { access: N extends `${string} /api/${string}` ? 'account' : 'open' | 'account' })

type Declaration<N extends Name> = Described & Shapes<N> & Notes<N>

/** Refuses misspelled fields, which the compiler lets pass where a type is inferred. */
type OnlyKnown<D, Known> = { [Field in Exclude<keyof D, keyof Known>]: never }

type Endpoint<N extends Name, D> = Omit<D, keyof EndpointNotes> &
  (N extends `${infer Method extends AppRoute['method']} ${infer Path}`
    ? { method: Method; path: Path }
    : never) & {
    metadata: EndpointNotes
  }

/**
 * Declares an endpoint: `endpoint('GET /admin/people', { access: viewsPeople, … })`. Does not compile without `access`,
 * nor without `log` if it changes something under /admin.
 */
export function endpoint<N extends Name, const D extends Declaration<N>>(
  name: N,
  declared: D & OnlyKnown<D, Declaration<N>>,
): Endpoint<N, D>
export function endpoint(name: string, declared: EndpointNotes & object): object {
  const {
    access,
    log,
    proof,
    open_to_unfinished,
    refuses,
    has_etag,
    has_total,
    body_limit,
    refresh_cookie,
    ...shapes
  } = declared
  const [method, path] = name.split(' ')
  const metadata = {
    access,
    log,
    proof,
    open_to_unfinished,
    refuses,
    has_etag,
    has_total,
    body_limit,
    refresh_cookie,
  }
  return { method, path, ...shapes, metadata }
}

/** Throws for a route that was not declared by `endpoint`. */
export function notesOf({ metadata }: Pick<AppRoute, 'metadata'>): EndpointNotes {
  if (!isNotes(metadata)) throw new Error('An endpoint is declared by endpoint()')
  return metadata
}

const isNotes = (metadata: unknown): metadata is EndpointNotes =>
  typeof metadata === 'object' && metadata !== null && 'access' in metadata

/** Returns whether an endpoint asks for a bearer token. Most endpoints under `/auth` do not. */
export const needsBearer = (route: AppRoute): boolean => notesOf(route).access !== 'open'
