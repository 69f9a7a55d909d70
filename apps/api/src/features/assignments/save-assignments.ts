import type { Shift } from '@muster/contract/shifts'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { lockPeople, lockShifts } from '../../db/lock.ts'
import { recordAction, subjectsOfShift } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueCancelled } from '../../outbox/enqueue-notices.ts'
import { inOrder, insertPlaces } from './assign-people.ts'
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
}

/** D36: all or nothing. Refuses as `assignPeople`, and with `assignment_not_found`. */
export function saveAssignments(
  { db, keys, config, now }: Deps,
  org: OrgId,
  { shift_id, add, remove, notify }: Change,
  attempt?: Attempt,
): Promise<Shift> {
  return db.transaction(org, async (tx) => {
    const [shift] = await lockShifts(tx, [shift_id])
    if (!shift) throw notFound('shift_not_found')
    await oncePerKey(tx, attempt, z.null(), async () => {
      const removed = await getAssignments(tx, shift_id, remove)
      const people = await lockPeople(tx, [...add, ...removed.map(({ person_id }) => person_id)])

      if (notify) {
        await enqueueCancelled(tx, { assignment_ids: remove }, { because: 'removed', now: now(), config })
      }
      await deleteAssignments(tx, remove)
      await insertPlaces(tx, { shift, people: inOrder(people, add), now: now() })

      const subjects = { at: now(), ...subjectsOfShift(shift) }
      if (add.length > 0)
        await recordAction(tx, { action: 'assignment.added', ...subjects, person_ids: [...new Set(add)] })
      if (removed.length > 0) {
        const person_ids = removed.map(({ person_id }) => person_id)
        await recordAction(tx, { action: 'assignment.removed', ...subjects, person_ids })
      }
      if (remove.length > 0) afterPlacesReleased(tx, [shift])
      else announceShifts(tx, [shift])
      return null
    })
    return readShiftWithPeople(tx, keys, shift)
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
