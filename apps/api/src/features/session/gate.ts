import { isProven } from '@muster/contract/rules/proof'
import type { FastifyInstance } from 'fastify'
import { isUnfinished } from '../../access/access.ts'
import { createPositiveCache } from '../../access/positive-cache.ts'
import type { Deps } from '../../deps.ts'
import type { LiveGate } from '../../live/admission.ts'
import { countIdsOfRoles, findMember, isAnyArchived } from '../organizations/queries.ts'
import { createAccessTokens } from './access-token.ts'
import { findGateSettings, findSession, findSessionState, listMembershipsOfSessions } from './queries.ts'

/** ms for which a live session is cached. If the announcement of its end is lost, it is refused this late (D7). */
const CACHED = 5_000

export type SessionGate = LiveGate & {
  /** Announces that the session ended, so that every process refuses it at once. */
  forgetSession(session_id: string): void
  /** Call this when the session's level or its account's second factors have changed. */
  rereadSession(session_id: string): void
}

export function createGate(app: FastifyInstance, { db, bus, now }: Deps): SessionGate {
  const tokens = createAccessTokens(app, { now })
  const alive = createPositiveCache({
    ttl: CACHED,
    now,
    source: (session_id) => db.system((tx) => findSessionState(tx, session_id)),
  })
  const settings = createPositiveCache({
    ttl: CACHED,
    now,
    source: (organization_id) => db.system((tx) => findGateSettings(tx, organization_id)),
  })
  const members = createPositiveCache({
    ttl: CACHED,
    now,
    source: (user_id, organization_id) => db.system((tx) => findMember(tx, user_id, organization_id)),
  })
  bus.subscribe((announcement) => {
    if (announcement.kind === 'session_ended') alive.forget(announcement.session_id)
    if (announcement.kind === 'membership') members.forget(announcement.user_id, announcement.organization_id)
  })

  return {
    async identify(token) {
      const holder = await tokens.verify(token)
      const state = holder && (await alive.ask(holder.session_id))
      if (!state) return undefined
      const identity = { ...holder, ...state }
      // Another process may finish the sign-in, so an unfinished one is not cached.
      if (isUnfinished(identity)) alive.forget(identity.session_id)
      return identity
    },
    async hasEnded(token) {
      const holder = await tokens.verify(token)
      if (!holder) return false
      const session = await db.system((tx) => findSession(tx, holder.session_id))
      return session === undefined || session.ended_at !== null
    },
    async lacksSecondFactor({ session_id, has_second_factor }, organization_id) {
      if (has_second_factor || (await settings.ask(organization_id))?.second_factor !== 'required')
        return false
      // The second factor may just have been added.
      const state = await db.system((tx) => findSessionState(tx, session_id))
      return state?.has_second_factor !== true
    },
    isPaused: async (organization_id) => (await settings.ask(organization_id))?.paused_at != null,
    async isProven({ session_id }) {
      const session = await db.system((tx) => findSession(tx, session_id))
      return session !== undefined && isProven(session, now())
    },
    findMember: (user_id, organization_id) => members.ask(user_id, organization_id),
    areOfRoles: (org, role_ids, ids) =>
      db.transaction(org, async (tx) => (await countIdsOfRoles(tx, role_ids, ids)) === new Set(ids).size),
    isAnyArchived: (org, ids) => db.transaction(org, (tx) => isAnyArchived(tx, ids)),
    async filterAllowed(holders) {
      const session_ids = [...new Set(holders.map(({ identity }) => identity.session_id))]
      const pairs = await db.system((tx) => listMembershipsOfSessions(tx, session_ids))
      const membershipOf = new Map(
        pairs.map(({ session_id, organization_id, role, lead_role_ids }) => [
          session_id + organization_id,
          JSON.stringify({ role, lead_role_ids }),
        ]),
      )
      const time = now()
      return new Set(
        holders.filter(
          ({ identity: { session_id, expires_at }, organization_id, member: { role, lead_role_ids } }) =>
            expires_at > time &&
            membershipOf.get(session_id + organization_id) === JSON.stringify({ role, lead_role_ids }),
        ),
      )
    },
    forgetSession: (session_id) => bus.publish([{ kind: 'session_ended', session_id }]),
    rereadSession: (session_id) => alive.forget(session_id),
  }
}
