import { groupBy } from '@muster/contract/rules/group-by'
import { findConflict } from '@muster/contract/rules/time-conflict'
import type { Assignment } from '@muster/contract/shifts'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockPeople, lockShifts } from '../../db/lock.ts'
import { recordAction, subjectsOfShift } from '../../db/record-action.ts'
import type { PersonRow, ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { type NewRow, newRow } from './new-row.ts'
import { insertInvited } from './places.ts'
import { getRoleOfShift, listAssignmentIds, listTimesOfPeople } from './queries.ts'
import { readAssignments } from './read-assignments.ts'
import { alreadyAssigned, scheduleConflict } from './refusals.ts'

/**
 * Assigns all or none. Refuses with `shift_not_found`, `person_not_found`, `already_assigned`, `schedule_conflict`.
 */
export function assignPeople(
  { db, keys, now }: Deps,
  org: OrgId,
  {
    shift_id,
    person_ids,
    despite_conflict,
  }: { shift_id: string; person_ids: readonly string[]; despite_conflict?: boolean | undefined },
  attempt?: Attempt,
): Promise<Assignment[]> {
  return db.transaction(org, async (tx) => {
    const ids = await oncePerKey(tx, attempt, z.array(z.string()), async () => {
      const [shift] = await lockShifts(tx, [shift_id])
      if (!shift) throw notFound('shift_not_found')
      const people = await lockPeople(tx, person_ids)
      announceShifts(tx, [shift])
      await recordAction(tx, {
        action: 'assignment.added',
        at: now(),
        ...subjectsOfShift(shift),
        person_ids: [...new Set(person_ids)],
      })
      const places = { shift, people: inOrder(people, person_ids), now: now(), despite_conflict }
      return (await insertPlaces(tx, places)).map(({ id }) => id)
    })
    return readAssignments(tx, keys, { ids })
  })
}

/**
 * Returns the people in the order of the ids. Throws 404 for an unknown id, and for that of an erased person (D33).
 */
export function inOrder(people: readonly PersonRow[], person_ids: readonly string[]): PersonRow[] {
  const by_id = new Map(people.map((person) => [person.id, person]))
  return [...new Set(person_ids)].map((id) => {
    const person = by_id.get(id)
    if (!person || person.erased_at) throw notFound('person_not_found')
    return person
  })
}

type NewPlaces<Person extends PersonRow> = {
  shift: ShiftRow
  people: readonly Person[]
  now: string
  /** D14 */
  despite_conflict?: boolean | undefined
  /** D61: columns of the invitation, for people who are asked in the same call. */
  invite?: (person: Person) => Partial<NewRow>
}

/** Shift and people must be locked (D15). */
export async function insertPlaces<Person extends PersonRow>(
  tx: OrgTx,
  { shift, people, now, despite_conflict = false, invite }: NewPlaces<Person>,
): Promise<{ id: string; person: Person }[]> {
  if (people.length === 0) return []
  const assigned_ids = new Set((await listAssignmentIds(tx, shift.id)).map(({ person_id }) => person_id))
  const duplicate = people.find(({ id }) => assigned_ids.has(id))
  if (duplicate) throw alreadyAssigned(duplicate)

  const person_ids = people.map(({ id }) => id)
  const times = groupBy(await listTimesOfPeople(tx, person_ids), ({ person_id }) => person_id)
  const busy = people.find(({ id }) => findConflict(shift, times.get(id) ?? []))
  if (busy && !despite_conflict) throw scheduleConflict(busy)

  const role = await getRoleOfShift(tx, shift.id)
  const places = people.map((person) => ({ id: newId(), person }))
  await insertInvited(
    tx,
    places.map(({ id, person }) => ({
      ...newRow({ id, shift, role_name: role.name, person_id: person.id, now }),
      ...invite?.(person),
    })),
  )
  return places
}
