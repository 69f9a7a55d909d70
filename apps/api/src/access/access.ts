import { type EndpointNotes, notesOf } from '@muster/contract/endpoint'
import { id } from '@muster/contract/fields'
import { type ApiKeyRight, isApiKey } from '@muster/contract/rules/api-key'
import { isOpenWhilePaused } from '@muster/contract/rules/log-action'
import {
  contactsShownTo,
  type MemberRole,
  rightsOfRole,
  type ShownContacts,
} from '@muster/contract/rules/member-role'
import { needsProof } from '@muster/contract/rules/proof'
import { manages, mayRoleUse, type RouteAccess, rightOfKey } from '@muster/contract/rules/route-access'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, actAs } from '../db/actor.ts'
import type { OrgId } from '../db/client.ts'
import { listIds } from '../edge/list-ids.ts'
import { badRequest, conflict, forbidden, notFound, type Refusal, unauthorized } from '../edge/refusal.ts'
import { bearerToken } from './bearer-token.ts'

/** Caller with an access token whose session has not ended (D7). */
export type Identity = {
  user_id: string
  session_id: string
  email: string
  expires_at: string
  /** Present level of the session: that in the token may be out of date. */
  aal: 'aal1' | 'aal2'
  /** Whether the account has a verified second factor. */
  has_second_factor: boolean
}

/** D7: the account has a second factor, and only its password has been given so far. */
export const isUnfinished = ({ aal, has_second_factor }: Pick<Identity, 'aal' | 'has_second_factor'>) =>
  has_second_factor && aal !== 'aal2'

export type Gate = {
  identify(token: string): Promise<Identity | undefined>
  /** Returns true for a token that is valid except that its session has ended. */
  hasEnded(token: string): Promise<boolean>
  /** Returns true if the organisation requires a second factor and the account has none. */
  lacksSecondFactor(identity: Identity, organization_id: string): Promise<boolean>
  /** Returns true if the operator has paused the organisation. */
  isPaused(organization_id: string): Promise<boolean>
  /** D64: whether the session has signed in, or passed an existing second factor, in the last 15 minutes. */
  isProven(identity: Identity): Promise<boolean>
  findMember(user_id: string, organization_id: string): Promise<Member | undefined>
  /** Checks that all ids are those of the roles or of their events, shifts, assignments or assigned people. */
  areOfRoles(org: OrgId, role_ids: readonly string[], ids: readonly string[]): Promise<boolean>
  /** Checks whether an id is that of an archived event, or of its roles, shifts, assignments or places in line. */
  isAnyArchived(org: OrgId, ids: readonly string[]): Promise<boolean>
}

/** M1 */
export type Member = { role: MemberRole; lead_role_ids: readonly string[] }

/** An API key that is valid now (K1). */
export type ApiKey = {
  id: string
  organization_id: string
  rights: readonly ApiKeyRight[]
  /** Null: the key is valid for the whole organisation. */
  event_id: string | null
  /** The account that created it. */
  created_by: string
}

export type KeyGate = {
  /** Returns undefined for an unknown, an expired and a revoked key. Throws 429 `rate_limited`. */
  find(secret: string, request: FastifyRequest): Promise<ApiKey | undefined>
  /** Counts a call of `request.api_key`. Throws 429 `rate_limited`. */
  count(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Checks that all ids are the event's or of its roles, shifts, assignments, assigned people or broadcasts. */
  areOfEvent(org: OrgId, event_id: string, ids: readonly string[]): Promise<boolean>
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | undefined
    /** Set instead of `identity`. */
    api_key: ApiKey | undefined
    /** Membership of the identity, set under `/admin`. */
    member: Member | undefined
    organization: OrgId | undefined
  }
}

/** D1, M1. Runs before validation, so that 401 comes before 400. */
export function installAccess(app: FastifyInstance, gate: Gate, keys: KeyGate): void {
  app.decorateRequest('identity', undefined)
  app.decorateRequest('api_key', undefined)
  app.decorateRequest('member', undefined)
  app.decorateRequest('organization', undefined)

  app.addHook('onRequest', (request, reply, done) => {
    const isAdmin = isUnder(request, '/admin')
    // Avoids a promise for public routes, which most requests use.
    if (!asksForToken(request)) return done()
    const token = bearerToken(request)
    const admitted =
      token !== undefined && isApiKey(token)
        ? admitKey(request, reply, { secret: token, isAdmin })
        : admitPerson(request, { token, isAdmin })
    admitted.then(() => done(), done)
  })

  // Runs after the body has been read, because it may contain ids.
  app.addHook('preHandler', (request, _reply, done) => {
    const actor = actorOf(request)
    if (!actor) return done()
    refuseUnproven(request)
      .then(() => refuseOutside(request))
      .then(() => refuseArchived(request))
      .then(() => actAs(actor, done), done)
  })

  /** D64: a stolen access token must not become the account or the organisation. */
  async function refuseUnproven(request: FastifyRequest): Promise<void> {
    const { identity, body } = request
    if (!identity || !needsProof(notesOfRequest(request).proof, body)) return
    if (!(await gate.isProven(identity))) throw badRequest('reauthentication_needed')
  }

  async function admitPerson(
    request: FastifyRequest,
    { token, isAdmin }: { token: string | undefined; isAdmin: boolean },
  ): Promise<void> {
    if (token === undefined) throw unauthorized('session_required')
    const identity = await gate.identify(token)
    if (!identity) throw await refuseToken(request, token)
    const { access, open_to_unfinished } = notesOfRequest(request)
    if (isUnfinished(identity) && !open_to_unfinished) throw forbidden('second_factor_required')
    request.identity = identity
    if (!isAdmin) return
    const chosen = getChosenOrganization(request)
    const { data } = id.safeParse(chosen)
    const member = data === undefined ? undefined : await gate.findMember(identity.user_id, data)
    if (!data || !member || !mayAct(data, true)) throw forbidden('organization_forbidden')
    if (await gate.lacksSecondFactor(identity, data)) throw forbidden('second_factor_setup_required')
    request.organization = data
    request.member = member
    refuseRole(member, access)
    await refusePaused(request, data)
  }

  /** `session_not_found` makes the public auth client sign out, so it means only an ended session (D10). */
  async function refuseToken(request: FastifyRequest, token: string): Promise<Refusal> {
    const isAuthService = isUnder(request, '/auth/v1')
    return isAuthService && (await gate.hasEnded(token))
      ? forbidden('session_not_found')
      : unauthorized('session_invalid')
  }

  async function admitKey(
    request: FastifyRequest,
    reply: FastifyReply,
    { secret, isAdmin }: { secret: string; isAdmin: boolean },
  ): Promise<void> {
    const key = await keys.find(secret, request)
    if (!key) throw unauthorized('api_key_invalid')
    request.api_key = key
    await keys.count(request, reply)
    if (isAdmin) {
      const { data } = id.safeParse(getChosenOrganization(request))
      if (data === undefined || !mayAct(data, data === key.organization_id))
        throw forbidden('organization_forbidden')
      request.organization = data
    }
    refuseWithoutRight(key, notesOfRequest(request).access)
    await refusePaused(request, key.organization_id)
  }

  async function refusePaused(request: FastifyRequest, organization_id: string): Promise<void> {
    if (isOpenWhilePaused(request.method, notesOfRequest(request).log)) return
    if (await gate.isPaused(organization_id)) throw forbidden('organization_paused')
  }

  /** K1, M1: ids of another event, or of roles that the caller does not lead, are answered like unknown ones. */
  async function refuseOutside(request: FastifyRequest): Promise<void> {
    const { organization: org } = request
    const { event_id, role_ids } = scopeOf(request)
    if (!org || (event_id === undefined && role_ids === undefined)) return
    const ids = listIds([request.params, request.query, request.body])
    if (ids.length === 0) return
    const areInside =
      event_id === undefined
        ? await gate.areOfRoles(org, role_ids ?? [], ids)
        : await keys.areOfEvent(org, event_id, ids)
    if (!areInside) throw notFound('not_found')
  }

  /** D49: asks for endpoints that declare `event_archived`. A change that brings the event back is not refused. */
  async function refuseArchived(request: FastifyRequest): Promise<void> {
    const { organization: org, params, body } = request
    if (!org || !notesOfRequest(request).refuses?.includes('event_archived') || bringsBack(body)) return
    if (await gate.isAnyArchived(org, listIds([params, body]))) throw conflict('event_archived')
  }
}

const bringsBack = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'archived' in body && body.archived === false

function refuseRole(member: Member, access: RouteAccess): void {
  if (typeof access === 'object' && !mayRoleUse(member.role, access)) throw forbidden('role_forbidden')
}

function refuseWithoutRight(key: ApiKey, access: RouteAccess): void {
  const right = typeof access === 'object' ? rightOfKey(access) : undefined
  if (typeof access === 'string' || right === undefined) throw forbidden('person_required')
  if (!key.rights.includes(right)) throw forbidden('api_key_right_missing', { name: right })
  if (key.event_id !== null && access.keys !== 'event') throw forbidden('api_key_of_one_event')
}

/** Throws 401 outside of `/admin` and `/api`. */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw unauthorized('session_required')
  return request.identity
}

/** Returns the account responsible for a call: that of the session, or the creator of the API key. */
export function accountOf(request: FastifyRequest): string {
  return request.api_key?.created_by ?? identityOf(request).user_id
}

/** A1: returns who is responsible for a call in the log. */
function actorOf({ api_key, identity }: FastifyRequest): Actor | undefined {
  if (api_key) return { kind: 'api_key', id: api_key.id }
  return identity && { kind: 'account', id: identity.user_id }
}

/** What a call may access: the event of a key, the roles of a leader, otherwise the whole organisation. */
export type AccessScope = { event_id?: string | undefined; role_ids?: readonly string[] | undefined }

export function scopeOf({ api_key, member }: FastifyRequest): AccessScope {
  if (api_key) return { event_id: api_key.event_id ?? undefined }
  return member?.role === 'leader' ? { role_ids: member.lead_role_ids } : {}
}

/** M1: returns which contact details of people the caller is shown. */
export function contactsShownIn({ member }: FastifyRequest): ShownContacts {
  return member ? contactsShownTo(member.role) : 'all'
}

/**
 * K1: a personal link can answer for its person, so callers who may not change assignments get no links. D63: a key of
 * one event gets none either.
 */
export function mayHoldLinks(request: FastifyRequest): boolean {
  return mayPlan(request) && !request.api_key?.event_id
}

/** Returns false also for a leader, who may only mark attendance. */
export function mayPlan({ api_key, member }: FastifyRequest): boolean {
  const rights = api_key ? api_key.rights : member && rightsOfRole[member.role]
  return rights?.includes('plan') === true
}

/** Throws 400 outside of `/admin`. */
export function organizationOf(request: FastifyRequest): OrgId {
  if (!request.organization) throw badRequest('organization_required')
  return request.organization
}

/** Returns true under `/admin` and `/api` whatever the contract says. */
function asksForToken(request: FastifyRequest): boolean {
  const isOpen = (findNotes(request)?.access ?? 'open') === 'open'
  return isUnder(request, '/admin') || isUnder(request, '/api') || !isOpen
}

function isUnder({ routeOptions: { url } }: FastifyRequest, prefix: string): boolean {
  return url === prefix || url?.startsWith(`${prefix}/`) === true
}

function findNotes({ routeOptions: { config } }: FastifyRequest): EndpointNotes | undefined {
  return config.tsRestRoute && notesOf(config.tsRestRoute)
}

/** A route that is not of the contract is for owners only. */
function notesOfRequest(request: FastifyRequest): EndpointNotes {
  return findNotes(request) ?? { access: manages }
}

function getChosenOrganization({ headers }: FastifyRequest): string | string[] {
  const header = headers['x-organization-id']
  if (!header) throw badRequest('organization_required')
  return header
}

/** D1: returns undefined for a malformed id, an unknown organisation and one to which the user does not belong. */
export async function findAllowedOrganization(
  gate: Gate,
  user_id: string,
  organization_id: unknown,
): Promise<OrgId | undefined> {
  const { data } = id.safeParse(organization_id)
  return data !== undefined && mayAct(data, (await gate.findMember(user_id, data)) !== undefined)
    ? data
    : undefined
}

function mayAct(organization_id: string, is_member: boolean): organization_id is OrgId {
  return is_member
}
