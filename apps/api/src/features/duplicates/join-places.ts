import { holdsPlace } from '@muster/contract/rules/assignment-status'
import { isOtherAssignmentKept, isOtherPlaceKept, joinNotes } from '@muster/contract/rules/merge'
import type { OrgTx } from '../../db/client.ts'
import { deleteAssignments, keepWritten, moveAssignments } from '../assignments/places.ts'
import { deleteWaiting, moveWaiting } from '../waiting-list/queries.ts'
import { listAssignmentRows, listShiftsById, listWaitingRows } from './queries.ts'
import type { insertMergedLinks } from './record-merge.ts'

type Move = { from: string; to: string }
type Links = Parameters<typeof insertMergedLinks>[2]

/**
 * D60: moves assignments and places in line. Where both people have one on a shift, one of the two stays. The people must
 * be locked with their shifts. Returns where the links of the others lead, and the shifts that have a place more.
 */
export async function joinPlaces(tx: OrgTx, move: Move) {
  const assigned = findDoubled(
    await listAssignmentRows(tx, [move.from, move.to]),
    move,
    isOtherAssignmentKept,
  )
  const in_line = findDoubled(await listWaitingRows(tx, [move.from, move.to]), move, isOtherPlaceKept)
  await deleteAssignments(
    tx,
    assigned.map(({ goes }) => goes.id),
  )
  await deleteWaiting(
    tx,
    in_line.map(({ goes }) => goes.id),
  )
  for (const { stays, goes } of assigned) {
    const written = {
      note: joinNotes(stays.note, goes.note),
      other_phone: stays.other_phone ?? goes.other_phone,
    }
    await keepWritten(tx, stays.id, written)
  }
  await moveAssignments(tx, move)
  await moveWaiting(tx, move)
  const freed = assigned.filter(({ stays, goes }) => holdsPlace(stays.status) && holdsPlace(goes.status))
  const shifts = await listShiftsById(
    tx,
    freed.map(({ goes }) => goes.shift_id),
  )
  return { links: [...assigned, ...in_line].map(linkOf), freed: [...shifts.values()] }
}

type Row = { id: string; person_id: string; shift_id: string; round: number }
type Doubled<R extends Row> = { stays: R; goes: R }

function findDoubled<R extends Row>(
  rows: readonly R[],
  { from, to }: Move,
  isOtherKept: (kept: R, other: R) => boolean,
): Doubled<R>[] {
  const others = new Map(rows.filter(({ person_id }) => person_id === from).map((row) => [row.shift_id, row]))
  return rows
    .filter(({ person_id }) => person_id === to)
    .flatMap((kept) => {
      const other = others.get(kept.shift_id)
      if (!other) return []
      return isOtherKept(kept, other) ? { stays: other, goes: kept } : { stays: kept, goes: other }
    })
}

const linkOf = ({ stays, goes }: Doubled<Row>): Links[number] => ({
  id: goes.id,
  leads_to: stays.id,
  round: goes.round,
  leads_to_round: stays.round,
})
