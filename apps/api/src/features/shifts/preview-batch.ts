import type { BatchPreview, shiftBatch } from '@muster/contract/shifts'
import type { z } from 'zod'
import { type OrgId, type OrgTx, rollBack } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { countConsequences } from '../../outbox/count-consequences.ts'
import type { Told } from '../../outbox/enqueue-notices.ts'
import { listAffected, listOnWaitingList } from '../../outbox/list-notified.ts'
import { listPlans } from '../../outbox/plans.ts'
import { nameLeftOut } from '../assignments/pick-people.ts'
import { type Clash, carryOut, refuseBatch, rowsOf } from './save-batch.ts'

/** Clashes that a preview names. */
const NAMED_CLASHES = 100

/**
 * D46: carries the batch out and rolls it back, so that a preview says what saving would do. `of_event`: the event of
 * which a key may read (K1). Refuses as `saveBatch`, but not with clashes.
 */
export function previewBatch(
  deps: Deps,
  org: OrgId,
  batch: z.output<typeof shiftBatch>,
  of_event: string | undefined,
): Promise<BatchPreview> {
  const { notify = true } = batch
  return deps.db.transaction(org, async (tx) => {
    rollBack(tx)
    const rows = rowsOf(batch)
    const shift_ids = [...rows.update, ...rows.remove].map(({ id }) => id)
    const on_shifts = await listAffected(tx, { shift_ids })
    const on_waiting_lists = await listOnWaitingList(tx, { shift_ids })

    const done = await carryOut(tx, deps, { rows, notify, refuse: refuseBatch, lists_clashes: true })
    const concerned = new Set([...done.moved_ids, ...done.removed.map(({ id }) => id)])
    const affected = on_shifts.filter(({ shift_id }) => concerned.has(shift_id))
    const waiting = on_waiting_lists.filter(({ shift_id }) => concerned.has(shift_id))
    const told = done.told.map(({ person, channel, content }) => ({
      person_id: person.id,
      channel,
      is_asked: asks(content),
    }))
    return {
      ...(await countConsequences(tx, {
        affected,
        told,
        waiting,
        tells_waiting: notify,
        now: deps.now(),
      })),
      clashes: await nameClashes(tx, done.clashes.slice(0, NAMED_CLASHES), of_event),
      left_out: await nameLeftOut(tx, done.left_out),
      clash_count: done.clashes.length,
    }
  })
}

const asks = (content: Told['content']): boolean =>
  content.template === 'shift_changed' && content.payload.shifts.some(({ asks_again }) => asks_again)

async function nameClashes(tx: OrgTx, clashes: readonly Clash[], of_event: string | undefined) {
  const others = await listPlans(
    tx,
    clashes.map(({ times: [, other] }) => other.shift_id),
  )
  const by_id = new Map(others.map((plan) => [plan.shift_id, plan]))
  return clashes.map(({ row, times: [own, { shift_id }] }) => {
    const plan = by_id.get(shift_id)
    const { person_id, first_name, last_name } = own
    const is_shown = plan && (of_event === undefined || plan.event_id === of_event)
    return {
      path: row.path,
      shift_id: own.shift_id,
      person_id,
      first_name,
      last_name,
      other: is_shown ? plan : null,
    }
  })
}
