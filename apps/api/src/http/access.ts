import { id } from '@muster/contract/fields'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OrgId } from '../db/client.ts'
import { bearerToken } from './bearer-token.ts'
import { badRequest, forbidden, unauthorized } from './refusal.ts'

/** Of an access token whose session is alive (D7). */
export type Identity = {
  user_id: string
  session_id: string
  email: string
  expires_at: string
}

export type Gate = {
  identify(token: string): Promise<Identity | undefined>
  isMember(user_id: string, organization_id: string): Promise<boolean>
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | undefined
    organization: OrgId | undefined
  }
}

/** D1. Runs before validation: 401 comes before 400. */
export function installAccess(app: FastifyInstance, gate: Gate): void {
  app.decorateRequest('identity', undefined)
  app.decorateRequest('organization', undefined)

  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    const isAdmin = isUnder(route, '/admin')
    // Without a promise for public routes, which most requests are for.
    if (!isAdmin && !isUnder(route, '/api')) return done()
    identify(request, isAdmin).then(() => done(), done)
  })

  async function identify(request: FastifyRequest, isAdmin: boolean): Promise<void> {
    request.identity = await getIdentityOf(request, gate)
    if (isAdmin) request.organization = await getChosenOrganization(request, request.identity, gate)
  }
}

/** Throws 401 outside of `/admin` and `/api`. */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw unauthorized('session_required')
  return request.identity
}

/** Throws 400 outside of `/admin`. */
export function organizationOf(request: FastifyRequest): OrgId {
  if (!request.organization) throw badRequest('organization_required')
  return request.organization
}

function isUnder(route: string | undefined, prefix: string): boolean {
  return route === prefix || route?.startsWith(`${prefix}/`) === true
}

async function getIdentityOf(request: FastifyRequest, gate: Gate): Promise<Identity> {
  const token = bearerToken(request)
  if (token === undefined) throw unauthorized('session_required')
  const identity = await gate.identify(token)
  if (!identity) throw unauthorized('session_invalid')
  return identity
}

async function getChosenOrganization(
  request: FastifyRequest,
  { user_id }: Identity,
  gate: Gate,
): Promise<OrgId> {
  const header = request.headers['x-organization-id']
  if (!header) throw badRequest('organization_required')
  const organization = await findAllowedOrganization(gate, user_id, header)
  if (!organization) throw forbidden('organization_forbidden')
  return organization
}

/** D1: undefined alike for a malformed id, an unknown organisation and one the user does not belong to. */
export async function findAllowedOrganization(
  gate: Gate,
  user_id: string,
  organization_id: unknown,
): Promise<OrgId | undefined> {
  const { data } = id.safeParse(organization_id)
  return data !== undefined && mayAct(data, await gate.isMember(user_id, data)) ? data : undefined
}

function mayAct(organization_id: string, is_member: boolean): organization_id is OrgId {
  return is_member
}
