import type { LogEntity } from '@muster/contract/rules/log-action'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, callForHeaders } from '../../api/call.ts'
import { organizationKey } from '../../api/organization-key.ts'

export type LogFilter = {
  actor?: string
  entity?: LogEntity
  person_id?: string
  /** Start of the period (ISO, UTC). `to` is its end. */
  from?: string
  to?: string
}

const AT_ONCE = 100

export const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: organizationKey('log', JSON.stringify(filter)),
    initialPageParam: '',
    queryFn: async ({ pageParam: cursor, signal }) => {
      const { body, headers } = await callForHeaders('log', 'listLog', {
        query: { ...filter, limit: AT_ONCE, ...(cursor !== '' && { cursor }) },
        signal,
      })
      return { items: body, next: /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] }
    },
    getNextPageParam: ({ next }) => next,
    // The newest entries must be shown.
    staleTime: 0,
  })

export const exportLog = (filter: LogFilter): Promise<string> => call('log', 'exportLog', { query: filter })
