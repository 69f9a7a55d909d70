import { sql } from 'drizzle-orm'
import { isoInstant } from '../../db/iso-instant.ts'
import { oneRow } from '../../db/one-row.ts'
import type { Deps } from '../../deps.ts'
import { createEventHub, type ReadEvent } from '../../live/event-room.ts'
import { JoinRefused } from '../../live/join-budget.ts'
import type { Presence } from '../../live/presence.ts'
import type { Topic } from '../../live/topics.ts'
import { readPublicShifts } from './public-shifts.ts'

type EventTopicOptions = { presence: Presence; reread_ms?: number | undefined }

export function createEventTopic(deps: Deps, { presence, reread_ms }: EventTopicOptions): Topic {
  const { log, findOrganization } = deps
  const hub = createEventHub({
    read: createReadEvent(deps),
    countSigningUp: (shift_id) => presence.count(shift_id),
    reread_ms,
    log,
  })
  presence.subscribe((event_id, shift_id) => hub.find(event_id)?.recount(shift_id))

  return {
    async join(id, _payload, viewer) {
      // Checked before a room is opened: otherwise reads of unknown events would delay those of known ones.
      if (!(await findOrganization.ofEvent(id))) throw new JoinRefused('not_found')
      return hub.join(id, viewer)
    },
    onAnnouncement(announcement) {
      if (announcement.kind === 'shifts') hub.mark(announcement.event_id, announcement.shift_ids)
      if (announcement.kind === 'resync') hub.rereadAll()
    },
    close: () => hub.close(),
  }
}

export function createReadEvent({ db, findOrganization }: Pick<Deps, 'db' | 'findOrganization'>): ReadEvent {
  return async (event_id, shift_ids) => {
    const org = await findOrganization.ofEvent(event_id)
    if (!org) return undefined
    return db.preparedTransaction(org, async (tx) => {
      const reading = await readPublicShifts(tx, event_id, { shift_ids })
      if (!reading) return undefined
      // `as_of` is read after the rows; the HTTP answer reads it before: a newer answer has all rows of this frame.
      const { rows } = await tx.execute<{ as_of: string }>(
        sql`select ${isoInstant(sql`clock_timestamp()`)} as as_of`,
      )
      return { as_of: oneRow(rows).as_of, shifts: reading.shifts }
    })
  }
}
