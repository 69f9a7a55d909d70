import type { Event, eventChange, newEvent } from '@muster/contract/events'
import { instantToWall, wallToInstant } from '@muster/contract/rules/zone'
import type { z } from 'zod'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockPeopleOfShifts, lockShifts } from '../../db/lock.ts'
import { oneRow } from '../../db/one-row.ts'
import type { Deps } from '../../deps.ts'
import { readPhone } from '../../http/read-phone.ts'
import { conflict, invalid, notFound } from '../../http/refusal.ts'
import { announceEvent } from '../../live/announce.ts'
import { enqueueChanged, type Plan } from '../../outbox/enqueue-notices.ts'
import { updateAfterMove } from '../assignments/places.ts'
import { updateTimes } from '../shifts/queries.ts'
import { refuseConflicts } from '../shifts/refuse-conflicts.ts'
import {
  type EventRow,
  getOrganization,
  insertEvent,
  listShiftIds,
  lockEvent,
  updateEvent,
} from './queries.ts'
import { readEvents } from './read-events.ts'

type NewEvent = z.output<typeof newEvent>
type EventChange = z.output<typeof eventChange>

export function addEvent({ db, now }: Deps, org: OrgId, given: NewEvent): Promise<Event> {
  return db.transaction(org, async (tx) => {
    refuseBackwards(given)
    const id = newId()
    const { time_zone, country } = await getOrganization(tx)
    await insertEvent(tx, {
      ...given,
      id,
      time_zone: given.time_zone ?? time_zone,
      contact_phone:
        given.contact_phone && readPhone(given.contact_phone, { path: 'contact_phone', country }),
    })
    return oneRow(await readEvents(tx, now(), id))
  })
}

/** D5: omitted fields stay. A new time zone keeps the wall-clock times of event and shifts (D25). Notices: D21. */
export function changeEvent(
  { db, now }: Deps,
  org: OrgId,
  { id, notify }: { id: string; notify: boolean },
  { version, ...change }: EventChange,
): Promise<Event> {
  return db.transaction(org, async (tx) => {
    const before = await lockEvent(tx, id)
    if (!before) throw notFound('event_not_found')
    if (version !== undefined && version !== before.version) throw conflict('changed_elsewhere')

    const { time_zone = before.time_zone } = change
    const times = timesAfter(before, change)
    refuseBackwards(times)

    const { country } = await getOrganization(tx)
    const contact_phone =
      change.contact_phone && readPhone(change.contact_phone, { path: 'contact_phone', country })
    await updateEvent(tx, id, { ...change, ...times, contact_phone })
    const isElsewhere = change.location !== undefined && change.location !== before.location
    if (isElsewhere || time_zone !== before.time_zone) {
      const plans = await moveShifts(tx, before, time_zone)
      if (notify) await enqueueChanged(tx, plans, now())
    }

    announceEvent(tx, id)
    return oneRow(await readEvents(tx, now(), id))
  })
}

/** An unchanged time counts as omitted: a client that sends every field can change the zone alone. */
function timesAfter(before: EventRow, change: EventChange) {
  const { time_zone = before.time_zone } = change
  const after = (name: 'event_date_start' | 'event_date_end') => {
    const given = change[name]
    if (given !== undefined && given !== before[name]) return given
    return inNewZone(before[name], { from: before.time_zone, to: time_zone })
  }
  return { event_date_start: after('event_date_start'), event_date_end: after('event_date_end') }
}

/** To another place, time zone or both. Returns the plans before the change. */
async function moveShifts(
  tx: OrgTx,
  { id, location, time_zone: from }: EventRow,
  to: string,
): Promise<Plan[]> {
  const ids = await listShiftIds(tx, { event_id: id })
  const shifts = await lockShifts(tx, ids)
  await lockPeopleOfShifts(tx, ids)
  if (from !== to) {
    const moved = shifts.map((shift) => ({ id: shift.id, ...shiftInNewZone(shift, { from, to }) }))
    await updateTimes(tx, moved)
    await refuseConflicts(tx, ids)
  }
  await updateAfterMove(tx, ids)
  return shifts.map(({ id: shift_id, start_dt, end_dt }) => ({
    shift_id,
    start_dt,
    end_dt,
    location,
    time_zone: from,
  }))
}

/** Where the new zone skips an hour, a short shift would end before it starts: it keeps its length. */
function shiftInNewZone(shift: { start_dt: string; end_dt: string }, zones: Zones) {
  const start_dt = inNewZone(shift.start_dt, zones)
  const end_dt = inNewZone(shift.end_dt, zones)
  const length = Date.parse(shift.end_dt) - Date.parse(shift.start_dt)
  return {
    start_dt,
    end_dt: end_dt > start_dt ? end_dt : new Date(Date.parse(start_dt) + length).toISOString(),
  }
}

type Zones = { from: string; to: string }

/** The instant with the same wall-clock time in the other zone. */
function inNewZone(instant: string, { from, to }: Zones): string {
  return from === to ? instant : wallToInstant(instantToWall(instant, from), to)
}

/** D25 */
function refuseBackwards(times: { event_date_start: string; event_date_end: string }): void {
  if (Date.parse(times.event_date_end) <= Date.parse(times.event_date_start)) {
    throw invalid('event_date_end', 'not_after_start')
  }
}
