import type { Shift } from '@muster/contract/shifts'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockPeople, lockShifts } from '../../db/lock.ts'
import { recordAction, subjectsOfShift } from '../../db/record-action.ts'
import { beginBatch, endBatch } from '../../db/record-batch.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueCancelled } from '../../outbox/enqueue-notices.ts'
import { inOrder, insertPlaces } from './assign-people.ts'
import { listConflicts, overlapOf } from './conflicts.ts'
import { afterPlacesReleased, deleteAssignments } from './places.ts'
import { listAssignmentIds } from './queries.ts'
import { readShiftWithPeople } from './read-assignments.ts'

type Change = {
  shift_id: string
  /** Ids of people. */
  add: readonly string[]
  /** Ids of assignments. */
  remove: readonly string[]
  notify: boolean
  /** D14 */
  despite_conflict?: boolean | undefined
  is_undoable?: boolean
}

/** The batch is null unless what was done can be undone (D46). */
type Saved = { shift: Shift; batch_id: string | null }

const saved = z.object({ batch_id: z.string().nullable() })

/** D36: all or nothing. Refuses as `assignPeople`, and with `assignment_not_found`. */
export function saveAssignments(
  { db, keys, config, now }: Deps,
  org: OrgId,
  { shift_id, add, remove, notify, despite_conflict, is_undoable = false }: Change,
  attempt?: Attempt,
): Promise<Saved> {
  return db.transaction(org, async (tx) => {
    const [shift] = await lockShifts(tx, [shift_id])
    if (!shift) throw notFound('shift_not_found')
    const { batch_id } = await oncePerKey(tx, attempt, saved, async () => {
      const id = is_undoable ? newId() : undefined
      const removed = await getAssignments(tx, shift_id, remove)
      const people = await lockPeople(tx, [...add, ...removed.map(({ person_id }) => person_id)])

      if (id) {
        const overlaps = (await listConflicts(tx, [shift_id])).map(overlapOf)
        await beginBatch(tx, id, { shift_ids: [shift_id], of_events: [shift.event_id], overlaps })
      }
      if (notify) {
        const sending = { now: now(), config, batch_id: id }
        await enqueueCancelled(tx, { assignment_ids: remove }, { because: 'removed', ...sending })
      }
      await deleteAssignments(tx, remove)
      await insertPlaces(tx, { shift, people: inOrder(people, add), now: now(), despite_conflict })
      if (id) await endBatch(tx, id, { shift_ids: [shift_id] })

      const subjects = { at: now(), ...subjectsOfShift(shift) }
      if (add.length > 0)
        await recordAction(tx, { action: 'assignment.added', ...subjects, person_ids: [...new Set(add)] })
      if (removed.length > 0) {
        const person_ids = removed.map(({ person_id }) => person_id)
        await recordAction(tx, { action: 'assignment.removed', ...subjects, person_ids })
      }
      if (remove.length > 0) afterPlacesReleased(tx, [shift])
      else announceShifts(tx, [shift])
      return { batch_id: id ?? null }
    })
    return { shift: await readShiftWithPeople(tx, keys, shift), batch_id }
  })
}

async function getAssignments(tx: OrgTx, shift_id: string, ids: readonly string[]) {
  const by_id = new Map(
    (await listAssignmentIds(tx, shift_id)).map((assignment) => [assignment.id, assignment]),
  )
  return ids.map((id) => {
    const assignment = by_id.get(id)
    if (!assignment) throw notFound('assignment_not_found')
    return assignment
  })
}
