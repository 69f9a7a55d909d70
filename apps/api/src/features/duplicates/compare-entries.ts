import type { Comparison, Entry } from '@muster/contract/duplicates'
import { holdsPlace, occupiesTime } from '@muster/contract/rules/assignment-status'
import { HOUR_MS } from '@muster/contract/rules/instants'
import { isOtherAssignmentKept } from '@muster/contract/rules/merge'
import { isOver } from '@muster/contract/rules/shift-phase'
import { overlaps } from '@muster/contract/rules/time-conflict'
import type { OrgTx } from '../../db/client.ts'
import type { PersonRow } from '../../db/schema.ts'
import { notFound } from '../../edge/refusal.ts'
import { findPerson } from '../people/queries.ts'
import { readTags } from '../tags/read-tags.ts'
import { listEqual } from './list-duplicates.ts'
import { listOnShifts, listReached, type OnShift } from './queries.ts'

/** D60. Refuses with `person_not_found`. */
export async function compareEntries(
  tx: OrgTx,
  ids: { id: string; other_id: string },
  now: string,
): Promise<Comparison> {
  const found = [await findPerson(tx, ids.id), await findPerson(tx, ids.other_id)]
  const [one, other] = found
    .flatMap((person) => person ?? [])
    .toSorted((a, b) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1))
  if (!one || !other || one.id === other.id) throw notFound('person_not_found')
  const on_shifts = await listOnShifts(tx, [one.id, other.id])
  const reached = await listReached(tx, [one.id, other.id])
  const entryOf = async (person: PersonRow): Promise<Entry> => ({
    ...person,
    tags: await readTags(tx, person.id),
    ...sumShifts(
      on_shifts.filter(({ person_id }) => person_id === person.id),
      now,
    ),
    ...(reached.get(person.id) ?? { messages: 0, email_reached_at: null, phone_reached_at: null }),
  })
  const of = (person_id: string) => on_shifts.filter((each) => each.person_id === person_id)
  return {
    one: await entryOf(one),
    other: await entryOf(other),
    equal: listEqual(one, other),
    both_on: listBothOn(of(one.id), of(other.id)),
    overlaps: listOverlaps(of(one.id), of(other.id), now),
  }
}

function sumShifts(
  on_shifts: readonly OnShift[],
  now: string,
): Pick<Entry, 'coming' | 'done' | 'done_hours'> {
  const coming = on_shifts.filter(({ status, shift }) => occupiesTime(status) && !isOver(shift, now))
  const done = on_shifts.filter(({ status, shift }) => status === 'CONFIRMED' && isOver(shift, now))
  const lengths = done.map(({ shift }) => Date.parse(shift.end_dt) - Date.parse(shift.start_dt))
  return {
    coming: coming.map(({ shift }) => shift),
    done: done.length,
    done_hours: lengths.reduce((sum, length) => sum + length, 0) / HOUR_MS,
  }
}

const listBothOn = (ones: readonly OnShift[], others: readonly OnShift[]): Comparison['both_on'] =>
  ones.flatMap((one) => {
    const other = others.find(({ shift }) => shift.id === one.shift.id)
    if (!other) return []
    const { status } = isOtherAssignmentKept(one, other) ? other : one
    const frees_place = holdsPlace(one.status) && holdsPlace(other.status)
    return [{ shift: one.shift, status, frees_place }]
  })

/** D14: of shifts to come. They stay, because an organiser may have wanted them. */
function listOverlaps(
  ones: readonly OnShift[],
  others: readonly OnShift[],
  now: string,
): Comparison['overlaps'] {
  const isAhead = ({ status, shift }: OnShift) => occupiesTime(status) && !isOver(shift, now)
  return ones.filter(isAhead).flatMap(({ shift: one }) =>
    others
      .filter(isAhead)
      .filter(({ shift }) => shift.id !== one.id && overlaps(one, shift))
      .map(({ shift: other }) => ({ one, other })),
  )
}
