import { parse } from 'bowser'
import type { Identity } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { listOpenSessions } from './queries.ts'
import { hasExpired } from './refresh-session.ts'

export async function listSessions({ db, now }: Pick<Deps, 'db' | 'now'>, { user_id, session_id }: Identity) {
  const found = await db.system((tx) => listOpenSessions(tx, user_id))
  const open = found.filter((each) => each.id === session_id || !hasExpired(each, now()))
  return open.map(({ id, created_at, refreshed_at, user_agent }) => ({
    id,
    created_at,
    last_used_at: refreshed_at,
    ...namesIn(user_agent),
    is_current: id === session_id,
  }))
}

/** "Firefox" and "Windows". */
function namesIn(user_agent: string | null): { browser: string | null; system: string | null } {
  // The library throws for an empty text.
  if (!user_agent) return { browser: null, system: null }
  const { browser, os } = parse(user_agent)
  return { browser: browser.name || null, system: os.name || null }
}
