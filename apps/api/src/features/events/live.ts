import { sql } from 'drizzle-orm'
import { oneRow } from '../../db/one-row.ts'
import type { Deps } from '../../deps.ts'
import type { ReadEvent } from '../../live/event-room.ts'
import { readPublicShifts } from './public-shifts.ts'

/** What `event:{id}` sends. */
export function openLiveEvent({ db, findOrganization }: Pick<Deps, 'db' | 'findOrganization'>): ReadEvent {
  return async (event_id, shift_ids) => {
    const org = await findOrganization.ofEvent(event_id)
    if (!org) return undefined
    return db.transaction(org, async (tx) => {
      const reading = await readPublicShifts(tx, event_id, shift_ids)
      if (!reading) return undefined
      // After the rows, while a page read over HTTP carries the time before its rows: whoever drops the
      // frame as older than that page has every row of it.
      const { rows } = await tx.execute<{ as_of: string | Date }>(sql`select clock_timestamp() as as_of`)
      return { as_of: new Date(oneRow(rows).as_of).toISOString(), shifts: reading.shifts }
    })
  }
}
