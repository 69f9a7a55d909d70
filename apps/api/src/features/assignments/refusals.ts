import { isSameTime } from '@muster/contract/rules/agreed-times'
import { canAnswer } from '@muster/contract/rules/assignment-status'
import { isFull } from '@muster/contract/rules/capacity'
import { findConfirmedConflict, findConflict, type TimeWindow } from '@muster/contract/rules/time-conflict'
import type { OrgTx } from '../../db/client.ts'
import type { LockedAssignment } from '../../db/lock.ts'
import { conflict, type Refusal } from '../../edge/refusal.ts'
import { describeShift } from '../../mail/shift-summary.ts'
import {
  countOpenPlaces,
  countPlacesTaken,
  getRoleOfShift,
  hasMostShifts,
  listTimesOfPeople,
} from './queries.ts'

type NamedPerson = { id: string; first_name: string; last_name: string }

/** D12. The shift must be locked. */
export async function refuseFull(
  tx: OrgTx,
  { shift, person }: Pick<LockedAssignment, 'shift' | 'person'>,
  { is_behind_list = false } = {},
): Promise<void> {
  const taken = await countPlacesTaken(tx, { shift_id: shift.id, person_id: person.id, is_behind_list })
  if (isFull(shift.required_qty, taken)) throw conflict('shift_full')
}

/** D61: refuses who was asked with others once the others have the places. The shift must be locked. */
export async function refuseTaken(
  tx: OrgTx,
  { status, ask_id, offer_ended, shift, person_id }: LockedAssignment,
): Promise<void> {
  if (offer_ended)
    throw conflict('place_taken', offer_ended === 'stopped' ? { sentence: 'asking_stopped' } : {})
  if (!canAnswer(status) || !ask_id) return
  if ((await countOpenPlaces(tx, { shift, ask_id, person_id })) === 0) throw conflict('place_taken')
}

/** D50, for a volunteer. Shift and person must be locked. */
export async function refuseTooMany(
  tx: OrgTx,
  { shift, person }: Pick<LockedAssignment, 'shift' | 'person'>,
): Promise<void> {
  if (await hasMostShifts(tx, { event_id: shift.event_id, person_id: person.id }))
    throw conflict('too_many_shifts')
}

/** D14, for an administrator. Shift and person must be locked. */
export async function refuseConflict(tx: OrgTx, { shift, person }: LockedAssignment): Promise<void> {
  if (findConflict(shift, await listTimesOfPeople(tx, [person.id]))) throw scheduleConflict(person)
}

/** D14, for the holder of a personal link: names the other shift if it is of the link's event (D63). Shift and person must be locked. */
export async function refuseConfirmedConflict(
  tx: OrgTx,
  { shift, person }: Pick<LockedAssignment, 'shift' | 'person'>,
): Promise<void> {
  const other = findConfirmedConflict(shift, await listTimesOfPeople(tx, [person.id]))
  if (!other) return
  const { name: role_name, event } = await getRoleOfShift(tx, other.shift_id)
  if (event.id !== shift.event_id) throw conflict('schedule_conflict')
  const { start_dt, end_dt } = other
  const named = {
    role_name,
    event_name: event.name,
    time_zone: event.time_zone,
    start_dt,
    end_dt,
    location: null,
  }
  throw conflict('schedule_conflict', {
    sentence: 'conflict_with_shift',
    name: (language) => describeShift(named, language).short,
  })
}

/** D13: refuses a yes to times that were not shown. The shift must be locked. */
export function refuseMoved(shift: TimeWindow, seen: TimeWindow | undefined): void {
  if (isMoved(shift, seen)) throw shiftMoved(shift)
}

export const isMoved = (shift: TimeWindow, seen: TimeWindow | undefined): boolean =>
  seen !== undefined && !isSameTime(shift, seen)

export const shiftMoved = ({ start_dt, end_dt }: TimeWindow): Refusal =>
  conflict('shift_moved', { start_dt, end_dt })

/** Names the person, so it is for administrators only. */
export function scheduleConflict(person: NamedPerson): Refusal {
  return conflict('schedule_conflict', { sentence: 'conflict_of_person', ...about(person) })
}

export function alreadyAssigned(person: NamedPerson): Refusal {
  return conflict('already_assigned', about(person))
}

function about({ id, first_name, last_name }: NamedPerson) {
  return { person_id: id, name: `${first_name} ${last_name}` }
}
