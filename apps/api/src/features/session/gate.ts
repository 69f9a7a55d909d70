import type { Deps } from '../../deps.ts'
import type { Gate } from '../../http/access.ts'
import { rememberYes } from '../../http/remember-yes.ts'
import { isMember } from '../organizations/queries.ts'
import type { AccessTokens } from './access-token.ts'
import { isSessionAlive } from './queries.ts'

/** Milliseconds. D7: what another process ends is over here after this long at most. */
const REMEMBERED = 5_000

export type SessionGate = Gate & {
  /** A session that this process ended is over at once. */
  forgetSession(session_id: string): void
}

/** Who is asking and for which organisation they may act: one look at the database per 5 s, not per request. */
export function openGate({ db, now }: Deps, tokens: AccessTokens): SessionGate {
  const alive = rememberYes({
    for_ms: REMEMBERED,
    now,
    source: (session_id) => db.system((tx) => isSessionAlive(tx, session_id)),
  })
  const members = rememberYes({
    for_ms: REMEMBERED,
    now,
    source: (user_id, organization_id) => db.system((tx) => isMember(tx, user_id, organization_id)),
  })
  return {
    async identify(token) {
      const identity = await tokens.read(token)
      return identity && (await alive.ask(identity.session_id)) ? identity : undefined
    },
    isMember: (user_id, organization_id) => members.ask(user_id, organization_id),
    forgetSession: (session_id) => alive.forget(session_id),
  }
}
