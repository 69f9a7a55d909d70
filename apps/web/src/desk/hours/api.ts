import type { Hours, WorkedShift } from '@muster/contract/hours'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { organizationKey } from '../../api/organization-key.ts'

/** Undefined means all. */
export type HoursFilter = {
  year?: number | undefined
  event_id?: string | undefined
  role_id?: string | undefined
  tag_id?: string | undefined
}

const FRESH_MS = 5_000

/** Cached only briefly, because a report shows the present state. */
export const hoursQuery = (filter: HoursFilter) =>
  queryOptions({
    queryKey: [...organizationKey('hours'), filter],
    queryFn: ({ signal }): Promise<Hours> => call('hours', 'getHours', { query: filter, signal }),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  })

export const workedShiftsQuery = (filter: HoursFilter & { person_id?: string | undefined }) =>
  queryOptions({
    queryKey: [...organizationKey('hours', 'shifts'), filter],
    queryFn: ({ signal }): Promise<WorkedShift[]> =>
      call('hours', 'listWorkedShifts', { query: filter, signal }),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  })
