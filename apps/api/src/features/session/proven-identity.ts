import type { Deps } from '../../deps.ts'
import type { Identity } from '../../http/access.ts'
import { toSeconds } from './access-token.ts'
import { findSession } from './queries.ts'

/** Seconds after a sign-in in which no further proof is required. */
const RECENT_SECONDS = 24 * 3600

export async function hasSignedInLately({ db, now }: Pick<Deps, 'db' | 'now'>, session_id: string) {
  const session = await db.system((tx) => findSession(tx, session_id))
  const latest = Math.max(...(session?.amr ?? []).map(({ timestamp }) => timestamp), 0)
  return toSeconds(now()) - latest <= RECENT_SECONDS
}

/** Guards what an attacker at an open browser must not do. Proof is a second factor or a sign-in of the last day. */
export async function hasProvenIdentity(
  deps: Pick<Deps, 'db' | 'now'>,
  { aal, session_id }: Pick<Identity, 'aal' | 'session_id'>,
): Promise<boolean> {
  return aal === 'aal2' || hasSignedInLately(deps, session_id)
}
