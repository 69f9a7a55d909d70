import type { Deps } from '../../deps.ts'
import type { Identity } from '../../http/access.ts'
import { toSeconds } from './access-token.ts'
import { findSession } from './queries.ts'

/** Since the sign-in, within which no proof is asked for again. */
const RECENT_SECONDS = 24 * 3600

export async function hasSignedInLately({ db, now }: Pick<Deps, 'db' | 'now'>, session_id: string) {
  const session = await db.system((tx) => findSession(tx, session_id))
  const latest = Math.max(...(session?.amr ?? []).map(({ timestamp }) => timestamp), 0)
  return toSeconds(now()) - latest <= RECENT_SECONDS
}

/** For what an attacker at an open browser must not do: by a second factor, or by signing in within the last day. */
export async function hasProvenIdentity(
  deps: Pick<Deps, 'db' | 'now'>,
  { aal, session_id }: Pick<Identity, 'aal' | 'session_id'>,
): Promise<boolean> {
  return aal === 'aal2' || hasSignedInLately(deps, session_id)
}
