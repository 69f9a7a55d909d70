import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { OrgId } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { badRequest, forbidden, unauthorized } from './refusal.ts'

/** Who is asking, as the access token and its living session say (D7). */
export type Identity = { user_id: string; session_id: string; email: string }

/** What the session feature lends to the gate. */
export type Gate = {
  /** The identity behind a bearer token, or undefined if it is invalid or its session has ended. */
  identify(token: string): Promise<Identity | undefined>
  /** D1: whether the user belongs to the organisation. */
  isMember(user_id: string, organization_id: string): Promise<boolean>
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | undefined
    organization: OrgId | undefined
  }
}

/** D1: `/admin/*` and `/api/*` need a session, `/admin/*` an organisation too. Runs before validation: 401 comes before 400. */
export function installAccess(app: FastifyInstance, _deps: Deps, gate: Gate): void {
  app.decorateRequest('identity', undefined)
  app.decorateRequest('organization', undefined)

  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url
    const isAdmin = isUnder(route, '/admin')
    if (!isAdmin && !isUnder(route, '/api')) return

    request.identity = await getIdentityOf(request, gate)
    if (isAdmin) request.organization = await getChosenOrganization(request, request.identity, gate)
  })
}

/** The identity of a call under `/admin` or `/api`; elsewhere asking for it is a mistake of ours. */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw unauthorized('session_required')
  return request.identity
}

/** The organisation of a call under `/admin`. */
export function organizationOf(request: FastifyRequest): OrgId {
  if (!request.organization) throw badRequest('organization_required')
  return request.organization
}

function isUnder(route: string | undefined, prefix: string): boolean {
  return route === prefix || route?.startsWith(`${prefix}/`) === true
}

async function getIdentityOf(request: FastifyRequest, gate: Gate): Promise<Identity> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw unauthorized('session_required')
  const identity = await gate.identify(token)
  if (!identity) throw unauthorized('session_invalid')
  return identity
}

async function getChosenOrganization(
  request: FastifyRequest,
  identity: Identity,
  gate: Gate,
): Promise<OrgId> {
  const header = request.headers['x-organization-id']
  if (!header) throw badRequest('organization_required')
  const id = z.uuid().safeParse(header)
  // The same body for malformed, unknown and foreign: existence is not revealed.
  if (!id.success || !(await gate.isMember(identity.user_id, id.data)))
    throw forbidden('organization_forbidden')
  return id.data as OrgId
}
