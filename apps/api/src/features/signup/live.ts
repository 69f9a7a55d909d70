import type { ShiftVisibility } from '@muster/contract/rules/shift-visibility'
import { and, eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { atMost } from '../../at-most.ts'
import { event, shift } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { JoinRefused } from '../../live/join-budget.ts'
import type { Presence } from '../../live/presence.ts'
import type { Topic } from '../../live/topics.ts'
import { joinPayload } from '../events/live.ts'
import { isShownTo } from './queries.ts'

const CACHED = 10_000
/** Milliseconds that a shift's event is cached, because a shift can be moved to another event, or deleted. */
const CACHED_FOR = 60_000
/** Maximum number of database connections in use at a time: sign-ups come first. */
const CONCURRENCY = 2

export function createSignUpTopic(
  deps: Pick<Deps, 'db' | 'findOrganization'>,
  { presence }: { presence: Presence },
): Topic {
  const findEventOfShift = createFindEventOfShift(deps)
  return {
    async join(id, payload, viewer) {
      const shown = await findEventOfShift(id)
      if (!shown || !isShownTo(shown, joinPayload.safeParse(payload).data?.k))
        throw new JoinRefused('not_found')
      return presence.join({ event_id: shown.event_id, shift_id: id }, viewer)
    },
    onAnnouncement(announcement) {
      if (announcement.kind === 'presence') presence.receive(announcement)
      if (announcement.kind === 'resync') presence.repeat()
    },
    close: () => presence.close(),
  }
}

type EventOfShift = { event_id: string; visibility: ShiftVisibility; link_key: string }

export function createFindEventOfShift({ db, findOrganization }: Pick<Deps, 'db' | 'findOrganization'>) {
  const limit = pLimit(CONCURRENCY)

  async function readEventOf(shift_id: string): Promise<EventOfShift | undefined> {
    const org = await findOrganization.ofShift(shift_id)
    if (!org) return undefined
    const [found] = await limit(() =>
      db.transaction(org, (tx) =>
        tx
          .select({ event_id: shift.event_id, visibility: shift.visibility, link_key: event.link_key })
          .from(shift)
          .innerJoin(event, eq(event.id, shift.event_id))
          // D49: a draft has no sign-up.
          .where(and(eq(shift.organization_id, tx.org), eq(shift.id, shift_id), event.published)),
      ),
    )
    return found
  }

  // Clients that join at the same time, as when a sign-up opens, share one read.
  const events = new LRUCache<string, EventOfShift>({
    ...atMost(CACHED),
    ttl: CACHED_FOR,
    ignoreFetchAbort: true,
    fetchMethod: readEventOf,
  })
  return (shift_id: string): Promise<EventOfShift | undefined> => events.fetch(shift_id)
}
