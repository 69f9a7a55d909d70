import { occupiesTime } from '@muster/contract/rules/assignment-status'
import type { Shift } from '@muster/contract/shifts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { organizationKey } from '../../api/organization-key.ts'

export type ShiftTimes = ReturnType<typeof toShiftTimes>

/** What a move of the event does to a shift depends on these. `people`: whose time it takes (D14). */
const toShiftTimes = ({ id, start_dt, end_dt, meant_times, role, assignment }: Shift) => ({
  id,
  start_dt,
  end_dt,
  meant_times,
  role: role.name,
  people: assignment.flatMap(({ status, person }) => (occupiesTime(status) ? person : [])),
})

/** D21: the times of an event's shifts. */
export const shiftTimesQuery = (event_id: string) =>
  queryOptions({
    queryKey: organizationKey('shift-times', event_id),
    queryFn: async ({ signal }) => {
      const { shifts } = await call('shifts', 'listShifts', { query: { event_id, view: 'schedule' }, signal })
      return shifts.map(toShiftTimes)
    },
  })
