import { groupBy } from '@muster/contract/rules/group-by'
import type { shiftBatch } from '@muster/contract/shifts'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockPeopleOfShifts } from '../../db/lock.ts'
import { changedFields, keptChanges, recordActions, subjectsOfShift } from '../../db/record-action.ts'
import { beginBatch, endBatch } from '../../db/record-batch.ts'
import type { Deps } from '../../deps.ts'
import { conflict, type RefusedRow } from '../../edge/refusal.ts'
import { enqueueBatch, listCancelled, type Told } from '../../outbox/enqueue-notices.ts'
import { listPlans } from '../../outbox/plans.ts'
import { enqueueRequestsOfRemoved } from '../../outbox/request-mails.ts'
import { enqueueWaitingCancelled } from '../../outbox/waiting-mails.ts'
import { type Conflict, listConflicts, listNewConflicts, overlapOf } from '../assignments/conflicts.ts'
import { leftOut, nameLeftOut, pickPeople, type ShiftCopy } from '../assignments/pick-people.ts'
import { afterPlacesReleased, raiseSequences, updateAfterMove } from '../assignments/places.ts'
import { listPicks, type PickOfShift } from '../assignments/queries.ts'
import { scheduleConflict } from '../assignments/refusals.ts'
import {
  type Checked,
  hasNewTimes,
  lockAndCheck,
  type Refuse,
  type Rows,
  type Updated,
} from './check-batch.ts'
import { deleteShifts, insertShifts, type ListedShift, listShifts, updateShifts } from './queries.ts'

type Batch = z.output<typeof shiftBatch>

const saved = z.object({ batch_id: z.string(), shift_ids: z.array(z.string()), left_out: leftOut })

type Saved = { batch_id: string; shifts: ListedShift[]; left_out: Awaited<ReturnType<typeof nameLeftOut>> }

/**
 * D46: all or nothing. `show` reads the answer in the same transaction. Refuses with `batch_refused`,
 * `daily_cap_reached`.
 */
export function saveBatch<Shown>(
  deps: Deps,
  org: OrgId,
  batch: Batch,
  show: (tx: OrgTx, saved: Saved) => Promise<Shown>,
  attempt?: Attempt,
): Promise<Shown> {
  const { notify = true } = batch
  return deps.db.transaction(org, async (tx) => {
    const { batch_id, shift_ids, left_out } = await oncePerKey(tx, attempt, saved, async () => {
      const of_batch = { batch_id: newId() }
      const { created, updated, ...done } = await carryOut(tx, deps, {
        rows: rowsOf(batch),
        notify,
        ...of_batch,
        refuse: refuseBatch,
      })
      return {
        ...of_batch,
        shift_ids: [...created, ...updated.map(({ after }) => after)].map(({ id }) => id),
        left_out: done.left_out,
      }
    })
    const by_id = new Map((await listShifts(tx, { ids: shift_ids })).map((each) => [each.id, each]))
    return show(tx, {
      batch_id,
      shifts: shift_ids.flatMap((id) => by_id.get(id) ?? []),
      left_out: await nameLeftOut(tx, left_out),
    })
  })
}

export function rowsOf({ create = [], update = [], delete: removed = [] }: Batch): Rows {
  return {
    create: create.map((given, at) => ({ path: `create.${at}`, given })),
    update: update.map((row, at) => ({ path: `update.${at}`, ...row })),
    remove: removed.map((id, at) => ({ path: `delete.${at}`, id })),
  }
}

export const refuseBatch: Refuse = (rows) => {
  throw conflict('batch_refused', { rows })
}

type Order = {
  rows: Rows
  notify: boolean
  /** Without it, messages leave at once and nothing can be undone. */
  batch_id?: string
  refuse: Refuse
  /** Set for a preview, which shows clashes. */
  lists_clashes?: boolean
}

type Done = Checked & {
  moved_ids: readonly string[]
  clashes: readonly Clash[]
  told: readonly Told[]
  left_out: z.output<typeof leftOut>
}

/** A new conflict of a row. `times` begins with its shift. */
export type Clash = { row: Updated; times: Conflict }

/** Does what the rows say, of one shift or of a batch. `refuse` gets all refused rows at once. */
export async function carryOut(
  tx: OrgTx,
  { config, now: clock }: Pick<Deps, 'config' | 'now'>,
  { rows, notify, batch_id, refuse, lists_clashes = false }: Order,
): Promise<Done> {
  const now = clock()
  const checked = await lockAndCheck(tx, rows, { config, refuse })
  const { created, updated, removed } = checked
  const moved = updated.filter(isMoved)
  const [moved_ids, removed_ids] = [moved.map(idOf), removed.map(({ id }) => id)]
  const retimed_ids = moved.filter(hasNewTimes).map(idOf)
  const copied_ids = checked.created.flatMap(({ people_of }) => people_of ?? [])
  const people = await lockPeopleOfShifts(tx, [...moved_ids, ...removed_ids, ...copied_ids])
  const picks = copied_ids.length > 0 ? await listPicks(tx, { shift_ids: copied_ids }) : []

  const conflicts = await listConflicts(tx, batch_id ? [...retimed_ids, ...removed_ids] : retimed_ids)
  if (batch_id) {
    const overlaps = conflicts.map(overlapOf)
    const shift_ids = [...updated.map(idOf), ...removed_ids]
    await beginBatch(tx, batch_id, { of_events: eventsOf(checked), shift_ids, overlaps })
  }
  const plans = await listPlans(tx, moved_ids)
  const cancelled = notify ? await listCancelled(tx, { shift_ids: removed_ids }, now) : []
  if (notify && removed_ids.length > 0)
    await enqueueWaitingCancelled(tx, { shift_ids: removed_ids }, { batch_id })
  await enqueueRequestsOfRemoved(tx, removed_ids, { batch_id })

  await deleteShifts(tx, removed_ids)
  await updateShifts(
    tx,
    updated.map(({ after }) => after),
    now,
  )
  await insertShifts(tx, created, now)
  const clashes = clashesOf(updated, await listNewConflicts(tx, retimed_ids, { before: conflicts }))
  const [first, ...more] = clashes.filter(({ row }) => !row.despite_conflict).map(refusedFor)
  if (first && !lists_clashes) refuse(oncePerRow([first, ...more]))
  await updateAfterMove(
    tx,
    moved.map(({ before }) => before),
    { notify, now },
  )
  const only_noted = updated.filter((row) => !isMoved(row) && row.before.note !== row.after.note)
  await raiseSequences(tx, only_noted.map(idOf))
  const told = notify ? await enqueueBatch(tx, { plans, cancelled }, { now, config, batch_id }) : []

  const copies = await listCopies(tx, created)
  const { picked, left_out } = await pickPeople(tx, { picks, copies, people, now })

  await recordActions(tx, actionsOf(checked, picked, { at: now, batch_id }))
  if (batch_id) {
    const shift_ids = [...updated.map(idOf), ...created.map(({ id }) => id)]
    await endBatch(tx, batch_id, { shift_ids })
  }
  afterPlacesReleased(tx, [
    ...created,
    ...removed,
    ...updated.flatMap(({ before, after }) =>
      before.event_id === after.event_id ? [before] : [before, after],
    ),
  ])
  return { ...checked, moved_ids, clashes, told, left_out }
}

async function listCopies(tx: OrgTx, created: Checked['created']): Promise<ShiftCopy[]> {
  const copied = new Map(
    created.flatMap(({ id, people_of }) => (people_of === undefined ? [] : [[id, people_of] as const])),
  )
  if (copied.size === 0) return []
  return (await listPlans(tx, [...copied.keys()])).flatMap(({ shift_id, start_dt, end_dt, role_name }) => {
    const copied_id = copied.get(shift_id)
    return copied_id === undefined ? [] : { id: shift_id, start_dt, end_dt, role_name, copied_id }
  })
}

const idOf = ({ before }: Updated) => before.id

/** D21, D68: what people are told of. */
const isMoved = ({ before, after }: Updated) =>
  hasNewTimes({ before, after }) ||
  before.role_id !== after.role_id ||
  before.meeting_point !== after.meeting_point

const eventsOf = ({ created, updated, removed }: Checked) =>
  [...created, ...removed, ...updated.flatMap(({ before, after }) => [before, after])].map(
    ({ event_id }) => event_id,
  )

/** Each conflict, once for each row whose shift it has. */
function clashesOf(updated: readonly Updated[], conflicts: readonly Conflict[]): Clash[] {
  const by_id = new Map(updated.map((row) => [row.before.id, row]))
  return conflicts.flatMap(([one, other]) =>
    [[one, other] as const, [other, one] as const].flatMap((times) => {
      const row = by_id.get(times[0].shift_id)
      return row ? [{ row, times }] : []
    }),
  )
}

function refusedFor({ row: { path }, times: [own, other] }: Clash): RefusedRow {
  return { path, refusal: scheduleConflict({ ...own, id: own.person_id }), shift_id: other.shift_id }
}

function oncePerRow(rows: readonly [RefusedRow, ...RefusedRow[]]): readonly [RefusedRow, ...RefusedRow[]] {
  const [first, ...more] = rows
  const named = new Set([first.path])
  return [first, ...more.filter(({ path }) => named.size < named.add(path).size)]
}

type When = { at: string; batch_id: string | undefined }

function actionsOf({ created, updated, removed }: Checked, picked: readonly PickOfShift[], when: When) {
  const picked_for = groupBy(picked, ({ shift_id }) => shift_id)
  return [
    ...created.map((shift) => ({ action: 'shift.added' as const, ...when, ...subjectsOfShift(shift) })),
    ...created.flatMap((shift) => {
      const person_ids = picked_for.get(shift.id)?.map(({ person_id }) => person_id)
      return person_ids
        ? { action: 'assignment.added' as const, ...when, ...subjectsOfShift(shift), person_ids }
        : []
    }),
    ...updated.map(({ before, after }) => {
      const fields = changedFields(before, fieldsOf(after))
      const changes = keptChanges(before, after, fields)
      return { action: 'shift.changed' as const, ...when, ...subjectsOfShift(after), fields, changes }
    }),
    ...removed.map((shift) => ({ action: 'shift.removed' as const, ...when, ...subjectsOfShift(shift) })),
  ]
}

const fieldsOf = (shift: Updated['after']) => {
  const { event_id, role_id, start_dt, end_dt, required_qty, visibility, meeting_point, note } = shift
  return { event_id, role_id, start_dt, end_dt, required_qty, visibility, meeting_point, note }
}
