import type { shiftBatch } from '@muster/contract/shifts'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { recordAction, subjectsOfShift } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { holdRole, insertShift, type ListedShift, listShifts } from './queries.ts'

type Batch = z.output<typeof shiftBatch>

const saved = z.object({ batch_id: z.string(), shift_ids: z.array(z.string()) })

/** D46: all or nothing. `show` reads the answer in the same transaction. */
export function saveBatch<Shown>(
  { db, now }: Deps,
  org: OrgId,
  { create = [] }: Batch,
  show: (tx: OrgTx, saved: { batch_id: string; shifts: ListedShift[] }) => Promise<Shown>,
  attempt?: Attempt,
): Promise<Shown> {
  return db.transaction(org, async (tx) => {
    const { batch_id, shift_ids } = await oncePerKey(tx, attempt, saved, async () => {
      const rows = create.map((given) => ({ ...given, id: newId() }))
      for (const row of rows) {
        const role = await holdRole(tx, row.role_id)
        if (role?.event_id !== row.event_id) throw notFound('role_not_found')
        await insertShift(tx, row, now())
        await recordAction(tx, { action: 'shift.added', at: now(), ...subjectsOfShift(row) })
      }
      announceShifts(tx, rows)
      return { batch_id: newId(), shift_ids: rows.map(({ id }) => id) }
    })
    const by_id = new Map((await listShifts(tx, { ids: shift_ids })).map((each) => [each.id, each]))
    return show(tx, { batch_id, shifts: shift_ids.flatMap((id) => by_id.get(id) ?? []) })
  })
}
