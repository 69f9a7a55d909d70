import { and, eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { z } from 'zod'
import { atMost } from '../../at-most.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { oneRow } from '../../db/one-row.ts'
import { event } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { createEventHub, eventOf, type ReadEvent, roomOf } from '../../live/event-room.ts'
import { JoinRefused } from '../../live/join-budget.ts'
import type { Presence } from '../../live/presence.ts'
import type { Topic } from '../../live/topics.ts'
import { readPublicShifts } from './public-shifts.ts'

type EventTopicOptions = { presence: Presence; reread_ms?: number | undefined }

const CACHED = 10_000
/** Milliseconds that a link key is cached. The rooms read with the key that was given. */
const CACHED_FOR = 1_000
/** Maximum number of database connections in use at a time: sign-ups come first. */
const CONCURRENCY = 2

/** D49 */
export const joinPayload = z.object({ k: z.string().max(100) })

export function createEventTopic(deps: Deps, { presence, reread_ms }: EventTopicOptions): Topic {
  const { log, findOrganization } = deps
  const hub = createEventHub({
    read: createReadEvent(deps),
    countSigningUp: (shift_id) => presence.count(shift_id),
    reread_ms,
    log,
  })
  const findLinkKey = createFindLinkKey(deps)
  /** The key of the last viewer of each event who had one. */
  const link_keys = new LRUCache<string, string>(atMost(CACHED))
  const roomsOf = (event_id: string): string[] => {
    const link_key = link_keys.get(event_id)
    return link_key === undefined ? [event_id] : [event_id, roomOf(event_id, link_key)]
  }
  presence.subscribe((event_id, shift_id) => {
    for (const room of roomsOf(event_id)) hub.find(room)?.recount(shift_id)
  })

  return {
    async join(id, payload, viewer) {
      // Checked before a room is opened: otherwise reads of unknown events would delay those of known ones.
      if (!(await findOrganization.ofEvent(id))) throw new JoinRefused('not_found')
      const { data } = joinPayload.safeParse(payload)
      if (data === undefined || data.k !== (await findLinkKey(id))) return hub.join(id, viewer)
      link_keys.set(id, data.k)
      return hub.join(roomOf(id, data.k), viewer)
    },
    onAnnouncement(announcement) {
      if (announcement.kind === 'shifts')
        for (const room of roomsOf(announcement.event_id)) hub.mark(room, announcement.shift_ids)
      if (announcement.kind === 'resync') hub.rereadAll()
    },
    close: () => hub.close(),
  }
}

function createFindLinkKey({ db, findOrganization }: Pick<Deps, 'db' | 'findOrganization'>) {
  const limit = pLimit(CONCURRENCY)

  async function readLinkKey(event_id: string): Promise<string | undefined> {
    const org = await findOrganization.ofEvent(event_id)
    if (!org) return undefined
    const [found] = await limit(() =>
      db.transaction(org, (tx) =>
        tx
          .select({ link_key: event.link_key })
          .from(event)
          .where(and(eq(event.organization_id, tx.org), eq(event.id, event_id))),
      ),
    )
    return found?.link_key
  }

  const keys = new LRUCache<string, string>({
    ...atMost(CACHED),
    ttl: CACHED_FOR,
    ignoreFetchAbort: true,
    fetchMethod: readLinkKey,
  })
  return (event_id: string): Promise<string | undefined> => keys.fetch(event_id)
}

export function createReadEvent({ db, findOrganization }: Pick<Deps, 'db' | 'findOrganization'>): ReadEvent {
  return async (room, shift_ids) => {
    const { event_id, link_key } = eventOf(room)
    const org = await findOrganization.ofEvent(event_id)
    if (!org) return undefined
    return db.preparedTransaction(org, async (tx) => {
      const reading = await readPublicShifts(tx, event_id, { shift_ids, link_key })
      if (!reading) return undefined
      // `as_of` is read after the rows; the HTTP answer reads it before: a newer answer has all rows of this frame.
      const { rows } = await tx.execute<{ as_of: string }>(
        sql`select ${isoInstant(sql`clock_timestamp()`)} as as_of`,
      )
      return { as_of: oneRow(rows).as_of, shifts: reading.shifts }
    })
  }
}
