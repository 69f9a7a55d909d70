import { holdsPlace, occupiesTime } from '@muster/contract/rules/assignment-status'
import { isOver } from '@muster/contract/rules/shift-phase'
import { findConflict } from '@muster/contract/rules/time-conflict'
import type { Assignment } from '@muster/contract/shifts'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { type LockedAssignment, lockAssignmentAndShift } from '../../db/lock.ts'
import { recordAction, subjectsOfAssignment, subjectsOfShift } from '../../db/record-action.ts'
import { beginBatch, endBatch } from '../../db/record-batch.ts'
import type { ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueMoved } from '../../outbox/enqueue-notices.ts'
import { listPlans } from '../../outbox/plans.ts'
import { listConflicts, overlapOf } from './conflicts.ts'
import { afterPlacesReleased, movePlace } from './places.ts'
import { getRoleOfShift, listAssignmentIds, listTimesOfPeople } from './queries.ts'
import { readAssignment } from './read-assignments.ts'
import { alreadyAssigned, refuseFull, scheduleConflict } from './refusals.ts'

type Move = { id: string; shift_id: string; notify: boolean; despite_conflict?: boolean | undefined }

const saved = z.object({ id: z.string(), batch_id: z.string() })

/**
 * Takes a person off one shift and puts them on another with the status they have, told in one message (D21). Can be
 * undone (D46). Refuses with `assignment_not_found`, `shift_not_found`, `not_invited`, `shift_over`, `shift_full`,
 * `already_assigned`, `schedule_conflict`, `daily_cap_reached`.
 */
export function moveAssignment(
  { db, keys, config, now }: Deps,
  org: OrgId,
  { id: former_id, shift_id, notify, despite_conflict = false }: Move,
  attempt?: Attempt,
): Promise<{ assignment: Assignment; batch_id: string }> {
  return db.transaction(org, async (tx) => {
    const { id, batch_id } = await oncePerKey(tx, attempt, saved, async () => {
      const { assignment: before, shift: to } = await lockAssignmentAndShift(tx, { id: former_id, shift_id })
      if (!before) throw notFound('assignment_not_found')
      if (!to) throw notFound('shift_not_found')
      const from = before.shift
      await refuseMove(tx, { before, to, despite_conflict, now: now() })

      const done = { id: newId(), batch_id: newId() }
      const shift_ids = [from.id, to.id]
      const overlaps = (await listConflicts(tx, shift_ids)).map(overlapOf)
      await beginBatch(tx, done.batch_id, { shift_ids, of_events: [from.event_id, to.event_id], overlaps })
      const [was] = await listPlans(tx, [from.id])
      const { time_zone } = (await getRoleOfShift(tx, to.id)).event
      await movePlace(tx, before, { id: done.id, shift: to, time_zone, notify, now: now() })
      if (notify && was)
        await enqueueMoved(
          tx,
          { assignment_id: done.id, was },
          { now: now(), config, batch_id: done.batch_id },
        )
      await endBatch(tx, done.batch_id, { shift_ids })

      const logged = { at: now(), person_ids: [before.person_id] }
      await recordAction(tx, { action: 'assignment.removed', ...subjectsOfAssignment(before), ...logged })
      await recordAction(tx, { action: 'assignment.added', ...subjectsOfShift(to), ...logged })
      afterPlacesReleased(tx, [from])
      announceShifts(tx, [to])
      return done
    })
    return { assignment: await readAssignment(tx, keys, id), batch_id }
  })
}

type Wanted = { before: LockedAssignment; to: ShiftRow; despite_conflict: boolean; now: string }

async function refuseMove(tx: OrgTx, { before, to, despite_conflict, now }: Wanted): Promise<void> {
  const { status, person, shift: from } = before
  if (!occupiesTime(status)) throw conflict('not_invited')
  if (isOver(from, now) || isOver(to, now)) throw conflict('shift_over')
  const there = await listAssignmentIds(tx, to.id)
  if (there.some(({ person_id }) => person_id === person.id)) throw alreadyAssigned(person)
  if (holdsPlace(status)) await refuseFull(tx, { shift: to, person })
  const others = (await listTimesOfPeople(tx, [person.id])).filter(({ shift_id }) => shift_id !== from.id)
  if (!despite_conflict && findConflict(to, others)) throw scheduleConflict(person)
}
