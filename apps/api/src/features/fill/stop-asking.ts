import type { Shift } from '@muster/contract/shifts'
import type { OrgId } from '../../db/client.ts'
import { lockShifts } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { readShiftWithPeople } from '../assignments/read-assignments.ts'
import { endAsk } from './end-asks.ts'

/** D61. A repeated call finds no open offer. Refuses with `shift_not_found`, `ask_not_found`, `daily_cap_reached`. */
export function stopAsking(
  { db, keys, config, now }: Deps,
  org: OrgId,
  { shift_id, ask_id }: { shift_id: string; ask_id: string },
): Promise<Shift> {
  return db.transaction(org, async (tx) => {
    const [shift] = await lockShifts(tx, [shift_id])
    if (!shift) throw notFound('shift_not_found')
    const { assignment } = await readShiftWithPeople(tx, keys, shift)
    if (!assignment.some((one) => one.ask_id === ask_id)) throw notFound('ask_not_found')
    await endAsk(tx, { shift, ask_id, because: 'stopped' }, { now: now(), config, is_uncapped: false })
    return readShiftWithPeople(tx, keys, shift)
  })
}
