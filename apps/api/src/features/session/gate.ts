import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { openPositiveCache } from '../../http/positive-cache.ts'
import type { LiveGate } from '../../live/admission.ts'
import { countIdsOfRoles, findMember } from '../organizations/queries.ts'
import { openAccessTokens } from './access-token.ts'
import { isSessionAlive, listMembershipsOfSessions } from './queries.ts'

/** ms after which an ended session is refused here at the latest, if its announcement is lost (D7). */
const CACHED = 5_000

export type SessionGate = LiveGate & {
  /** Announced: the session is refused at once, in every process. */
  forgetSession(session_id: string): void
}

export function openGate(app: FastifyInstance, { db, bus, now }: Deps): SessionGate {
  const tokens = openAccessTokens(app, { now })
  const alive = openPositiveCache({
    ttl: CACHED,
    now,
    source: (session_id) => db.system((tx) => isSessionAlive(tx, session_id)),
  })
  const members = openPositiveCache({
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
      const identity = await tokens.verify(token)
      return identity && (await alive.ask(identity.session_id)) ? identity : undefined
    },
    findMember: (user_id, organization_id) => members.ask(user_id, organization_id),
    areOfRoles: (org, role_ids, ids) =>
      db.transaction(org, async (tx) => (await countIdsOfRoles(tx, role_ids, ids)) === new Set(ids).size),
    async filterAllowed(holders) {
      const session_ids = [...new Set(holders.map(({ identity }) => identity.session_id))]
      const pairs = await db.system((tx) => listMembershipsOfSessions(tx, session_ids))
      const allowed = new Set(pairs.map(({ session_id, organization_id }) => session_id + organization_id))
      const time = now()
      return new Set(
        holders.filter(
          ({ identity: { session_id, expires_at }, organization_id }) =>
            expires_at > time && allowed.has(session_id + organization_id),
        ),
      )
    },
    forgetSession: (session_id) => bus.publish([{ kind: 'session_ended', session_id }]),
  }
}
