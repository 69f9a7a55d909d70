import type { DirectShift } from '@muster/contract/direct'
import type { GetPublicEvent } from '../events/public-event.ts'
import { pick, type Select } from './read-query.ts'

type ShiftColumn = 'id' | 'event_id' | 'role_id' | 'start_dt' | 'end_dt' | 'required_qty'

/** From the cached public event: without a query. None for an unknown event. */
export async function readShifts(
  getEvent: GetPublicEvent,
  event_id: string,
  { columns, of_role }: Select<ShiftColumn, 'id' | 'event_id'>,
): Promise<DirectShift[]> {
  const answer = await getEvent(event_id)
  const shifts = (answer?.event.roles ?? []).flatMap((role) => role.shifts)
  return shifts.map((shift) => {
    const role = { id: shift.role_id, event_id }
    return {
      ...pick({ ...shift, event_id }, columns),
      ...(of_role && { role: pick(role, of_role) }),
    }
  })
}
