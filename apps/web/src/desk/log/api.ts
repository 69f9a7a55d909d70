import type { LogEntity } from '@muster/contract/rules/log-action'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, callPage } from '../../api/call.ts'
import { organizationKey } from '../../api/organization-key.ts'

export type LogFilter = {
  actor?: string
  entity?: LogEntity
  /** Start of the period (ISO, UTC). `to` is its end. */
  from?: string
  to?: string
}

const AT_ONCE = 100

export const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: organizationKey('log', JSON.stringify(filter)),
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) =>
      callPage('log', 'listLog', {
        query: { ...filter, limit: AT_ONCE, ...(cursor !== '' && { cursor }) },
        signal,
      }),
    getNextPageParam: ({ next }) => next,
    // The newest entries must be shown.
    staleTime: 0,
  })

export const exportLog = (filter: LogFilter): Promise<string> => call('log', 'exportLog', { query: filter })
