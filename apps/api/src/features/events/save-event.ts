import { randomUUID } from 'node:crypto'
import type { Event, eventChange, newEvent } from '@muster/contract/events'
import { daysMoved, type Move, moveShift } from '@muster/contract/rules/event-dates'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Attempt, createdId, oncePerKey } from '../../access/idempotency.ts'
import { refuseAtLimit } from '../../access/refuse-at-limit.ts'
import { requirePhone } from '../../access/require-phone.ts'
import { requireZone } from '../../access/require-zone.ts'
import type { Config } from '../../config.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockPeopleOfShifts, lockShifts } from '../../db/lock.ts'
import { changedFields, keptChanges, recordAction } from '../../db/record-action.ts'
import { beginBatch, endBatch } from '../../db/record-batch.ts'
import { event, type ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../edge/refusal.ts'
import { announceEvent } from '../../live/announce.ts'
import { enqueueChanged } from '../../outbox/enqueue-notices.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { listPlans } from '../../outbox/plans.ts'
import { type Conflict, listConflicts, overlapOf, refuseNewConflicts } from '../assignments/conflicts.ts'
import { raiseSequences, updateAfterMove } from '../assignments/places.ts'
import { updateRemindersDue, updateShifts } from '../shifts/queries.ts'
import { addPlan } from './add-plan.ts'
import {
  type EventRow,
  getOrganization,
  insertEvent,
  listRoles,
  listShiftIds,
  lockEvent,
  updateEvent,
} from './queries.ts'
import { getEvent } from './read-events.ts'
import { readQuestions } from './save-questions.ts'
import { moveWindow, refuseBackwardsWindow } from './signup-window.ts'

type NewEvent = z.output<typeof newEvent>
type EventChange = z.output<typeof eventChange>

/** With its roles and shifts, all or nothing. */
export function addEvent(
  { db, config, now }: Deps,
  org: OrgId,
  { roles, ...given }: NewEvent,
  attempt?: Attempt,
): Promise<Event> {
  return db.transaction(org, async (tx) => {
    const created = await oncePerKey(tx, attempt, createdId, async () => {
      refuseBackwards(given)
      refuseBackwardsWindow(given)
      await refuseTooManyEvents(tx, config)
      const id = newId()
      const organization = await getOrganization(tx)
      const { country } = organization
      await insertEvent(tx, {
        ...given,
        questions: readQuestions(given.questions ?? [], { before: [], role_ids: [] }),
        id,
        time_zone: await requireZone(tx, given.time_zone, organization.time_zone),
        contact_phone:
          given.contact_phone && requirePhone(given.contact_phone, { path: 'contact_phone', country }),
      })
      if (roles) await addPlan(tx, { event_id: id, roles }, { config, now: now() })
      else await recordAction(tx, { action: 'event.added', at: now(), event_id: id })
      return { id }
    })
    return getEvent(tx, now(), { event_id: created.id })
  })
}

type Which = {
  id: string
  notify: boolean
  tells_texts?: boolean
  /** D46: set if it can be undone. */
  batch_id?: string | undefined
}

/** A new zone keeps wall-clock times (D25); `move_shifts` moves shifts by as many days as the event's start (D21). */
export function changeEvent(
  { db, config, now }: Deps,
  org: OrgId,
  { id, notify, tells_texts = false, batch_id }: Which,
  { version, move_shifts, ...given }: EventChange,
): Promise<Event> {
  return db.transaction(org, async (tx) => {
    const before = await lockEvent(tx, id)
    if (!before) throw notFound('event_not_found')
    if (version !== undefined && version !== before.version) throw conflict('changed_elsewhere')

    const time_zone = await requireZone(tx, given.time_zone, before.time_zone)
    const questions =
      given.questions &&
      readQuestions(given.questions, {
        before: before.questions,
        role_ids: (await listRoles(tx, { event_id: id })).map((role) => role.id),
      })
    const change = { ...given, time_zone, questions }
    const times = timesAfter(before, change)
    refuseBackwards(times)
    refuseBackwardsWindow(times)
    if (before.archived && given.archived === false) await refuseTooManyEvents(tx, config)
    const days = move_shifts ? daysMoved(before, { ...times, time_zone }) : 0

    const { country } = await getOrganization(tx)
    const contact_phone =
      change.contact_phone && requirePhone(change.contact_phone, { path: 'contact_phone', country })
    const fields = changedFields(before, { ...change, contact_phone })
    const isMoved = days !== 0 || fields.some((field) => MOVING.has(field))
    const isNotified = isMoved || fields.some((field) => TEXTS.has(field))
    const hasNewHours = fields.includes('reminder_hours') || fields.includes('cancel_until_hours')
    const shifts =
      isNotified || hasNewHours ? await lockShifts(tx, await listShiftIds(tx, { event_id: id })) : []
    const ids = isNotified ? shifts.map((shift) => shift.id) : []
    const plans = await listPlans(tx, ids)
    if (isMoved) await lockPeopleOfShifts(tx, ids)
    const conflicts = isMoved ? await listConflicts(tx, ids) : []
    const recorded = { event_ids: [id], shift_ids: ids }
    if (batch_id)
      await beginBatch(tx, batch_id, { ...recorded, of_events: [id], overlaps: conflicts.map(overlapOf) })
    await updateEvent(tx, id, { ...change, ...times, contact_phone })
    if (isMoved) {
      const move = { from: before.time_zone, to: time_zone, days }
      await moveShifts(tx, shifts, move, { before: conflicts, notify, now: now() })
    } else if (isNotified) await raiseSequences(tx, ids)
    if (hasNewHours) await updateRemindersDue(tx, id, now())
    if (notify) await enqueueChanged(tx, plans, { tells_texts, now: now(), config, batch_id })
    if (batch_id) await endBatch(tx, batch_id, recorded)

    announceEvent(tx, id)
    const changes = keptChanges(before, { ...change, ...times }, fields)
    if (days !== 0) fields.push('shift_times')
    await recordAction(tx, { action: 'event.changed', at: now(), event_id: id, fields, changes })
    return getEvent(tx, now(), { event_id: id })
  })
}

/** Treats an unchanged time as omitted: a client that sends every field can then change the zone alone. */
function timesAfter(
  before: EventRow,
  change: Pick<
    EventChange,
    'time_zone' | 'event_date_start' | 'event_date_end' | 'signup_opens_at' | 'signup_closes_at'
  >,
) {
  const { time_zone = before.time_zone } = change
  const { event_date_start, event_date_end } = before
  const move = { from: before.time_zone, to: time_zone, days: 0 }
  const moved = moveShift({ start_dt: event_date_start, end_dt: event_date_end }, move)
  const window = moveWindow(before, move)
  const { event_date_start: start = event_date_start, event_date_end: end = event_date_end } = change
  const {
    signup_opens_at: opens = before.signup_opens_at,
    signup_closes_at: closes = before.signup_closes_at,
  } = change
  return {
    event_date_start: start === event_date_start ? moved.start_dt : start,
    event_date_end: end === event_date_end ? moved.end_dt : end,
    signup_opens_at: opens === before.signup_opens_at ? window.signup_opens_at : opens,
    signup_closes_at: closes === before.signup_closes_at ? window.signup_closes_at : closes,
  }
}

async function moveShifts(
  tx: OrgTx,
  shifts: readonly ShiftRow[],
  move: Move,
  { before, ...telling }: { before: readonly Conflict[]; notify: boolean; now: string },
): Promise<void> {
  if (move.days !== 0 || move.from !== move.to) {
    const moved = await mapYielding(shifts, (shift) => ({ ...shift, ...moveShift(shift, move) }))
    const ids = shifts.map(({ id }) => id)
    await updateShifts(tx, moved, telling.now)
    await refuseNewConflicts(tx, ids, { before, time_zone: move.to })
  }
  await updateAfterMove(tx, shifts, telling)
}

/** D66: archived events do not count. */
export const refuseTooManyEvents = (tx: OrgTx, { limits }: Pick<Config, 'limits'>) =>
  refuseAtLimit(tx, {
    table: event,
    where: eq(event.archived, false),
    limit: limits.events_per_organization,
    sentence: 'limit_of_events',
  })

/** Fields whose change is told as a move of the event's shifts (D21). */
const MOVING = new Set(['location', 'time_zone'])
const TEXTS = new Set(['name', 'description', 'notes'])

function refuseBackwards(times: { event_date_start: string; event_date_end: string }): void {
  if (Date.parse(times.event_date_end) <= Date.parse(times.event_date_start)) {
    throw invalid('event_date_end', 'not_after_start')
  }
}

/** D49. Refuses with `event_not_found`. */
export function renewLinkKey({ db, now }: Deps, org: OrgId, id: string): Promise<{ link_key: string }> {
  return db.transaction(org, async (tx) => {
    if (!(await lockEvent(tx, id))) throw notFound('event_not_found')
    const link_key = randomUUID().replaceAll('-', '')
    await updateEvent(tx, id, { link_key })
    await recordAction(tx, { action: 'event.changed', at: now(), event_id: id, fields: ['link_key'] })
    announceEvent(tx, id)
    return { link_key }
  })
}
