import type { CopiedEvent, eventCopy } from '@muster/contract/events'
import { daysMoved, moveShift } from '@muster/contract/rules/event-dates'
import { moveRoles } from '@muster/contract/rules/questions'
import { wallToInstant } from '@muster/contract/rules/wall-time'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockPeople } from '../../db/lock.ts'
import { recordAction } from '../../db/record-action.ts'
import type { ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { announceEvent } from '../../live/announce.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { leftOut, nameLeftOut, pickPeople, type ShiftCopy } from '../assignments/pick-people.ts'
import { listPicks } from '../assignments/queries.ts'
import { insertShifts, listShiftRows } from '../shifts/queries.ts'
import {
  type EventRow,
  holdEvent,
  insertEvent,
  insertRoles,
  listEvents,
  listRoles,
  type RoleRow,
  updateEvent,
} from './queries.ts'
import { getEvent } from './read-events.ts'
import { refuseTooManyEvents } from './save-event.ts'
import { moveWindow } from './signup-window.ts'

type EventCopy = z.output<typeof eventCopy>

const copied = z.object({ id: z.string(), left_out: leftOut })

/** D47. Refuses with `event_not_found`, `limit_reached`. */
export function copyEvent(
  { db, config, now }: Deps,
  org: OrgId,
  { id, ...wanted }: EventCopy & { id: string },
  attempt: Attempt,
): Promise<CopiedEvent> {
  return db.transaction(org, async (tx) => {
    const { id: event_id, left_out } = await oncePerKey(tx, attempt, copied, async () => {
      const source = (await holdEvent(tx, id)) && (await listEvents(tx, { event_id: id }))[0]
      if (!source) throw notFound('event_not_found')
      await refuseTooManyEvents(tx, config)
      const { event, days } = copyOf(source, wanted)
      await insertEvent(tx, event)
      const shifts = wanted.shifts ? await listShiftRows(tx, id) : []
      const limit = config.limits.shifts_per_event
      if (shifts.length > limit)
        throw conflict('limit_reached', { limit, sentence: 'limit_of_shifts', name: String(limit) })
      const roles = wanted.roles ? await copyRoles(tx, id, event.id) : new Map<string, RoleRow>()
      const questions = wanted.settings
        ? moveRoles(source.questions, (role_id) => roles.get(role_id)?.id)
        : []
      if (questions.length > 0)
        await updateEvent(tx, event.id, { questions: questions.map((each) => ({ ...each, id: newId() })) })
      const copies = await copyShifts(tx, shifts, { roles, days, time_zone: source.time_zone, now: now() })
      const clashes = wanted.people === 'picked' ? await copyPeople(tx, id, { copies, now: now() }) : []
      announceEvent(tx, event.id)
      await recordAction(tx, { action: 'event.copied', at: now(), event_id: event.id })
      return { id: event.id, left_out: clashes }
    })
    return {
      ...(await getEvent(tx, now(), { event_id })),
      left_out: await nameLeftOut(tx, left_out),
    }
  })
}

function copyOf(source: EventRow, { name, first_day, settings }: EventCopy) {
  const { event_date_start: start_dt, event_date_end: end_dt, time_zone } = source
  const first = { event_date_start: wallToInstant(`${first_day}T12:00`, time_zone), time_zone }
  const days = daysMoved(source, first)
  const move = { from: time_zone, to: time_zone, days }
  const moved = moveShift({ start_dt, end_dt }, move)
  const event = {
    id: newId(),
    name,
    description: source.description,
    notes: source.notes,
    location: source.location,
    time_zone,
    event_date_start: moved.start_dt,
    event_date_end: moved.end_dt,
    published: false,
    ...(settings && {
      public_names: source.public_names,
      contact_email: source.contact_email,
      contact_phone: source.contact_phone,
      cancel_until_hours: source.cancel_until_hours,
      reminder_hours: source.reminder_hours,
      reminder_sms: source.reminder_sms,
      waiting_list: source.waiting_list,
      late_signup: source.late_signup,
      certificates: source.certificates,
      swap: source.swap,
      approval: source.approval,
      max_shifts: source.max_shifts,
      min_rest_hours: source.min_rest_hours,
      free_unanswered: source.free_unanswered,
      ...moveWindow(source, move),
    }),
  }
  return { event, days }
}

/** Returns the new roles by the ids of the old ones. */
async function copyRoles(tx: OrgTx, from: string, event_id: string): Promise<Map<string, RoleRow>> {
  const roles = await listRoles(tx, { event_id: from })
  const rows = roles.map(({ name, description, min_age, needs_tag }) => ({
    id: newId(),
    event_id,
    name,
    description,
    min_age,
    needs_tag,
  }))
  const inserted = await insertRoles(tx, rows)
  return new Map(
    roles.flatMap(({ id }, at) => {
      const row = inserted.find((each) => each.id === rows[at]?.id)
      return row ? [[id, row] as const] : []
    }),
  )
}

type ShiftMove = { roles: Map<string, RoleRow>; days: number; time_zone: string; now: string }

/** D25: keeps the wall clock, and what was meant by it. */
async function copyShifts(
  tx: OrgTx,
  shifts: readonly ShiftRow[],
  { roles, days, time_zone, now }: ShiftMove,
): Promise<ShiftCopy[]> {
  const move = { from: time_zone, to: time_zone, days }
  const rows = await mapYielding(shifts, (shift) => {
    const role = roles.get(shift.role_id)
    const times = moveShift(shift, move)
    const { required_qty, visibility, meeting_point, note } = shift
    return (
      role && { shift, role, row: { ...times, id: newId(), required_qty, visibility, meeting_point, note } }
    )
  })
  // A role that was added since the shifts were read has none of them; one that was deleted took its shifts along.
  const copies = rows.filter((each) => each !== undefined)
  await insertShifts(
    tx,
    copies.map(({ role, row }) => ({ ...row, role_id: role.id, event_id: role.event_id })),
    now,
  )
  return copies.map(({ shift, role, row }) => ({ ...row, copied_id: shift.id, role_name: role.name }))
}

async function copyPeople(
  tx: OrgTx,
  event_id: string,
  copying: { copies: readonly ShiftCopy[]; now: string },
) {
  const picks = await listPicks(tx, { event_id })
  const people = await lockPeople(tx, [...new Set(picks.map(({ person_id }) => person_id))])
  return (await pickPeople(tx, { picks, people, ...copying })).left_out
}
