import type { Shift } from '@muster/contract/shifts'
import type { OrgId } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockShifts } from '../../db/lock.ts'
import { beginBatch, endBatch } from '../../db/record-batch.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { listConflicts, overlapOf } from '../assignments/conflicts.ts'
import { readShiftWithPeople } from '../assignments/read-assignments.ts'
import { endAsk } from './end-asks.ts'

/** D61. A repeated call finds no open offer, and makes no batch. Refuses with `shift_not_found`, `ask_not_found`, `daily_cap_reached`. */
export function stopAsking(
  { db, keys, config, now }: Deps,
  org: OrgId,
  { shift_id, ask_id }: { shift_id: string; ask_id: string },
): Promise<{ shift: Shift; batch_id?: string }> {
  return db.transaction(org, async (tx) => {
    const [shift] = await lockShifts(tx, [shift_id])
    if (!shift) throw notFound('shift_not_found')
    const { assignment } = await readShiftWithPeople(tx, keys, shift)
    if (!assignment.some((one) => one.ask_id === ask_id)) throw notFound('ask_not_found')
    if (!assignment.some((one) => one.ask_id === ask_id && one.status === 'INVITED'))
      return { shift: await readShiftWithPeople(tx, keys, shift) }

    const batch_id = newId()
    const recorded = { shift_ids: [shift_id] }
    const overlaps = (await listConflicts(tx, [shift_id])).map(overlapOf)
    await beginBatch(tx, batch_id, { ...recorded, of_events: [shift.event_id], overlaps })
    const sending = { now: now(), config, is_uncapped: false, batch_id }
    await endAsk(tx, { shift, ask_id, because: 'stopped' }, sending)
    await endBatch(tx, batch_id, recorded)
    return { shift: await readShiftWithPeople(tx, keys, shift), batch_id }
  })
}
