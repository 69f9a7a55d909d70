import { type Undone, undone } from '@muster/contract/batches'
import { sql } from 'drizzle-orm'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { lockPeople, lockShifts } from '../../db/lock.ts'
import { recordActions } from '../../db/record-action.ts'
import { restoreColumns, restoreRows } from '../../db/record-batch.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { announceEvent } from '../../live/announce.ts'
import { giveBackToCap } from '../../outbox/daily-cap.ts'
import { type About, lockUnclaimed, takeBackMessages } from '../../outbox/take-back.ts'
import { deleteAssignments } from '../assignments/places.ts'
import { lockEvent } from '../events/queries.ts'
import { deleteShifts, holdRoles } from '../shifts/queries.ts'
import { decide, type Locked, type Plan } from './decide-undo.ts'
import { listRecordedIds, listRecordedPlaces, lockBatch, updateKept } from './queries.ts'

/** D46. Refuses with `batch_not_found`, `undo_too_late`. */
export function undoBatch(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  id: string,
  attempt?: Attempt,
): Promise<Undone> {
  return db.transaction(org, (tx) =>
    oncePerKey(tx, attempt, undone, async () => {
      const locked = await lockRecorded(tx, id)
      // After the rows that it records, as an erasure locks them.
      const batch = await lockBatch(tx, id)
      if (!batch) throw notFound('batch_not_found')
      if (batch.kept) return { kept: batch.kept }
      if (!batch.is_undoable || !(await lockUnclaimed(tx, id))) throw conflict('undo_too_late')

      const plan = await decide(tx, batch, locked)
      const staying = await whatStays(tx, id, plan)
      await restore(tx, id, plan)
      const channels = await takeBackMessages(tx, id, staying)
      await restoreRows(tx, { batch_id: id, table: 'message' })
      await updateKept(tx, id, plan.kept)
      const at = now()
      await recordActions(
        tx,
        batch.event_ids.map((event_id) => ({ action: 'batch.undone' as const, at, event_id })),
      )
      for (const event_id of batch.event_ids) announceEvent(tx, event_id)
      await giveBackToCap(tx, { channels, day: batch.created_day })
      return { kept: plan.kept }
    }),
  )
}

/** In the order of D15. */
async function lockRecorded(tx: OrgTx, id: string): Promise<Locked> {
  const { events = [], roles = [], shifts = [], people = [] } = (await listRecordedIds(tx, id)) ?? {}
  for (const event_id of events) await lockEvent(tx, event_id)
  const events_of_roles = await holdRoles(tx, roles)
  await lockShifts(tx, shifts)
  const found = await lockPeople(tx, people)
  return { events_of_roles, living: new Set(found.flatMap((each) => (each.erased_at ? [] : each.id))) }
}

/** Returns which parts of the messages stay true. Undefined: none. */
async function whatStays(
  tx: OrgTx,
  id: string,
  { staying }: Plan,
): Promise<((about: About) => boolean) | undefined> {
  if (staying.size === 0) return undefined
  const shifts = await listRecordedPlaces(tx, id)
  return ({
    person_id,
    assignment_id,
    waiting_id,
    shift_id = shifts.get(assignment_id ?? waiting_id ?? ''),
  }) => shift_id !== undefined && (staying.has(shift_id) || staying.has(`${shift_id} ${person_id}`))
}

async function restore(tx: OrgTx, batch_id: string, plan: Plan): Promise<void> {
  if (plan.changed_event)
    await restoreColumns(tx, { batch_id, table: 'event', where: sql`t.id = ${plan.changed_event}` })
  if (plan.restores_event) {
    for (const table of ['event', 'role', 'api_key'] as const) await restoreRows(tx, { batch_id, table })
    const where = sql`exists (
      select from membership m where m.organization_id = restored.organization_id and m.user_id = restored.user_id
    )`
    await restoreRows(tx, { batch_id, table: 'member_lead', where })
    const isThere = sql`exists (
      select from person p where p.organization_id = restored.organization_id and p.id = restored.person_id and p.erased_at is null
    )`
    await restoreRows(tx, { batch_id, table: 'answer', where: isThere })
  }
  await deleteShifts(tx, plan.deleted)
  await deleteAssignments(tx, plan.assignments_deleted)
  const reset = anyOf(plan.reset)
  await restoreColumns(tx, { batch_id, table: 'shift', where: sql`t.id = ${reset}` })
  const where = sql`(t.shift_id = ${reset} or t.id = ${anyOf(plan.assignments_reset)})`
  await restoreColumns(tx, { batch_id, table: 'assignment', where })
  const inserted = anyOf(plan.inserted)
  await restoreRows(tx, { batch_id, table: 'shift', where: sql`restored.id = ${inserted}` })
  await restoreRows(tx, {
    batch_id,
    table: 'assignment',
    where: sql`restored.id = ${anyOf(plan.assignments_inserted)}`,
  })
  await restoreRows(tx, {
    batch_id,
    table: 'waiting',
    where: sql`restored.shift_id = ${inserted} and restored.person_id = ${anyOf(plan.living)}`,
  })
  await restoreRows(tx, { batch_id, table: 'request', where: sql`restored.shift_id = ${inserted}` })
}

const anyOf = (ids: readonly string[]) => sql`any(${sql.param(ids)}::uuid[])`
