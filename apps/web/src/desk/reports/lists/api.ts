import type { Shift } from '@muster/contract/shifts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { organizationKey } from '../../../api/organization-key.ts'

const FRESH_MS = 5_000

/** Without phone numbers they are not even read. Cached only briefly, because a list shows the present state. */
export const listedShiftsQuery = (event_id: string, withPhones: boolean) =>
  queryOptions({
    queryKey: organizationKey('lists', event_id, String(withPhones)),
    queryFn: async ({ signal }): Promise<Shift[]> => {
      const query = { event_id, ...(!withPhones && { view: 'schedule' as const }) }
      return (await call('shifts', 'listShifts', { query, signal })).shifts
    },
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  })
