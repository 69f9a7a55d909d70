import { and, eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { shift } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'

type Given = Pick<Deps, 'db' | 'findOrganization'>

const CACHED = 10_000
/** ms. A shift can be moved to another event, or deleted. */
const CACHED_FOR = 60_000
/** Connections used at a time: sign-ups come first. */
const AT_ONCE = 2

/** Whose event shows how many are signing up, `shift_signup:{id}`. Undefined when the shift is gone. */
export function openFindEventOfShift({ db, findOrganization }: Given) {
  const limit = pLimit(AT_ONCE)

  async function readEventOf(shift_id: string): Promise<string | undefined> {
    const org = await findOrganization.ofShift(shift_id)
    if (!org) return undefined
    const [found] = await limit(() =>
      db.transaction(org, (tx) =>
        tx
          .select({ event_id: shift.event_id })
          .from(shift)
          .where(and(eq(shift.organization_id, tx.org), eq(shift.id, shift_id))),
      ),
    )
    return found?.event_id
  }

  // Those who come at the same time, as at the opening of a sign-up, share one reading.
  const events = new LRUCache<string, string>({
    max: CACHED,
    ttl: CACHED_FOR,
    ignoreFetchAbort: true,
    fetchMethod: readEventOf,
  })
  return (shift_id: string): Promise<string | undefined> => events.fetch(shift_id)
}
