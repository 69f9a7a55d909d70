import type { LogEntry } from '@muster/contract/log'
import type { LogEntity } from '@muster/contract/rules/log-action'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { organizationKey } from '../../api/organization-key.ts'

export type LogFilter = {
  actor?: string
  entity?: LogEntity
  /** Instants. */
  from?: string
  to?: string
}

export const MOST = 200

export const logQuery = (filter: LogFilter) =>
  queryOptions({
    queryKey: organizationKey('log', JSON.stringify(filter)),
    queryFn: ({ signal }): Promise<LogEntry[]> =>
      call('log', 'listLog', { query: { ...filter, limit: MOST }, signal }),
    // What was just done is to be seen.
    staleTime: 0,
  })
