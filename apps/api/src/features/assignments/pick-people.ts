import { groupBy } from '@muster/contract/rules/group-by'
import { findConflict } from '@muster/contract/rules/time-conflict'
import { z } from 'zod'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import type { PersonRow } from '../../db/schema.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { newRow } from './new-row.ts'
import { insertInvited } from './places.ts'
import { listNames, listTimesOfPeople, type PickOfShift, type TimeOfPerson } from './queries.ts'

/** `copied_id`: the shift whose people it gets. */
export type ShiftCopy = { id: string; start_dt: string; end_dt: string; copied_id: string; role_name: string }

type Picking = {
  picks: readonly PickOfShift[]
  copies: readonly ShiftCopy[]
  /** Of the picks, locked. */
  people: readonly PersonRow[]
  now: string
}

/** People, and the copies for which they are not picked. Without names, which would outlive an erasure (D33). */
export const leftOut = z.array(z.object({ person_id: z.string(), shift_id: z.string() }))
type LeftOut = z.output<typeof leftOut>

type Busy = Pick<TimeOfPerson, 'person_id' | 'shift_id' | 'status' | 'start_dt' | 'end_dt'>

/**
 * Puts the people of shifts on their copies, not asked (D46, D47). Leaves out who is busy then (D14), also by another of
 * the copies.
 */
export async function pickPeople(
  tx: OrgTx,
  { picks, copies, people, now }: Picking,
): Promise<{ picked: { shift_id: string; person_id: string }[]; left_out: LeftOut }> {
  if (picks.length === 0) return { picked: [], left_out: [] }
  const copies_of = groupBy(copies, ({ copied_id }) => copied_id)
  const known = new Set(people.flatMap(({ id, erased_at }) => (erased_at ? [] : id)))
  const busy = groupBy<Busy, string>(await listTimesOfPeople(tx, [...known]), ({ person_id }) => person_id)
  const left_out: LeftOut = []
  const wanted = picks.flatMap(({ shift_id, person_id }) =>
    known.has(person_id) ? (copies_of.get(shift_id) ?? []).map((shift) => ({ shift, person_id })) : [],
  )
  const rows = await mapYielding(wanted, ({ shift, person_id }) => {
    const { id: shift_id, start_dt, end_dt, role_name } = shift
    const times = busy.get(person_id) ?? []
    if (findConflict(shift, times)) {
      left_out.push({ person_id, shift_id })
      return []
    }
    busy.set(person_id, [...times, { person_id, shift_id, status: 'INVITED', start_dt, end_dt }])
    return newRow({ id: newId(), shift, role_name, person_id, now })
  })
  const picked = rows.flat()
  await insertInvited(tx, picked)
  return { picked, left_out }
}

export async function nameLeftOut(tx: OrgTx, left_out: LeftOut) {
  const people = await listNames(tx, [...new Set(left_out.map(({ person_id }) => person_id))])
  const name_of = new Map(people.map(({ id, ...name }) => [id, name]))
  return left_out.flatMap((each) => {
    const name = name_of.get(each.person_id)
    return name ? [{ ...each, ...name }] : []
  })
}
